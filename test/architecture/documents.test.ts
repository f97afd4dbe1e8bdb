import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Documents that describe the present; the changelog describes the past. */
const DOCUMENTS = ['.', '.github', 'docs', 'src', 'fixtures']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');

const LINK = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
/** A file or folder in backticks, named from the top of the repository or, in src/README.md, from src/. */
const PATH = /`((?:src|test|tools|jobs|fixtures|docs)\/[\w./-]+)`/g;
const SOURCE_PATH = /`([\w-]+\/[\w./-]*\.ts)`/g;

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, path = '']) => decodeURI(path));

describe('documents', () => {
  it.each(DOCUMENTS)('%s names only files that exist', (document) => {
    const text = readFileSync(document, 'utf8');
    const missing = [
      ...matches(text, LINK).filter((path) => !existsSync(join(dirname(document), path))),
      ...matches(text, PATH).filter((path) => !existsSync(path)),
      ...matches(text, SOURCE_PATH).filter((path) => !existsSync(path) && !existsSync(join('src', path))),
    ];
    expect(missing).toEqual([]);
  });

  it('are read at all', () => {
    const paths = DOCUMENTS.flatMap((document) => {
      const text = readFileSync(document, 'utf8');
      return [...matches(text, LINK), ...matches(text, PATH), ...matches(text, SOURCE_PATH)];
    });
    expect(paths.length).toBeGreaterThan(60);
  });

  it('name only make targets that exist', () => {
    const targets = new Set(
      [...readFileSync('Makefile', 'utf8').matchAll(/^([a-z-]+):.*##/gm)].map(([, name]) => name),
    );
    const used = DOCUMENTS.flatMap((document) =>
      matches(readFileSync(document, 'utf8'), /(?:`|^)make ([a-z-]+)/gm),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !targets.has(name))).toEqual([]);
  });
});
