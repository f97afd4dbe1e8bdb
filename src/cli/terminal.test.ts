import { describe, expect, it } from 'vitest';
import { fileLink, hasLinks, wrapFor, wrapText } from './terminal.ts';

const write = () => true;

it.each([
  [{ isTTY: true }, { VTE_VERSION: '7006' }, true],
  [{ isTTY: true }, { VTE_VERSION: '4602' }, false],
  [{ isTTY: true }, { TERM_PROGRAM: 'vscode' }, true],
  [{ isTTY: true }, { TERM: 'xterm-kitty' }, true],
  [{ isTTY: true }, { TERM: 'xterm-256color' }, false],
  [{ isTTY: true }, { TERM_PROGRAM: 'vscode', TERM: 'dumb' }, false],
  [{}, { TERM_PROGRAM: 'vscode' }, false],
  [{}, { FORCE_HYPERLINK: '1' }, true],
  [{ isTTY: true }, { FORCE_HYPERLINK: '0', WT_SESSION: 'x' }, false],
])('links are for terminals that have them: %j with %j', (stream, env, isLinked) => {
  expect(hasLinks({ ...stream, write }, env)).toBe(isLinked);
});

it('a link shows the path, and leads to its file', () => {
  expect(fileLink('/tmp/a b/report.html')).toBe(
    '\u001b]8;;file:///tmp/a%20b/report.html\u001b\\/tmp/a b/report.html\u001b]8;;\u001b\\',
  );
});

describe('wrapText', () => {
  it('keeps words whole, and goes on below the text of a label', () => {
    expect(wrapText('  sample      of 200 addresses 53 % have a number; found', 40)).toBe(
      '  sample      of 200 addresses 53 % have\n              a number; found',
    );
    expect(wrapText('one two three', 8)).toBe('one two\nthree');
  });

  it('leaves lines that fit, and words that cannot', () => {
    const text = '  files       /a/path/that/is/longer/than/the/line.csv\n\nshort  line';
    expect(wrapText(text, 20)).toBe(text);
  });

  it('breaks nothing where there is no terminal', () => {
    const write = () => true;
    expect(wrapFor({ write }, 'a b'.repeat(100))).toBe('a b'.repeat(100));
    expect(wrapFor({ write, isTTY: true, columns: 3 }, 'ab cd')).toBe('ab\ncd');
  });
});
