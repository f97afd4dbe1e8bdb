import { expect, it } from 'vitest';
import { fileLink, hasLinks } from './terminal-link.ts';

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
