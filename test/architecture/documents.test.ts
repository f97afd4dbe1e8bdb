import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Documents that describe the present; the changelog describes the past. */
const DOCUMENTS = ['.', '.github', 'docs', 'src', 'fixtures', 'test/benchmark']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');

/** All Markdown files of the project, new ones included. */
const ALL = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.md'], {
  encoding: 'utf8',
})
  .stdout.split('\0')
  .filter((path) => path !== '' && existsSync(path));
const LONGEST_LINE = 200;

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

  it('have no line of prose that is longer than an editor shows', () => {
    expect(ALL.length).toBeGreaterThan(20);
    const tooLong = ALL.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          line.length > LONGEST_LINE && !line.startsWith('|')
            ? [`${path}:${at + 1} has ${line.length} characters, ${LONGEST_LINE} at most: break the line`]
            : [],
        ),
    );
    expect(tooLong).toEqual([]);
  });

  it('are all in the reading order of docs/README.md', () => {
    const order = readFileSync('docs/README.md', 'utf8');
    const listed = new Set(matches(order, LINK).map((path) => join('docs', path)));
    const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.map((name) => join('docs', name)).filter((path) => !listed.has(path))).toEqual([]);
    // One sentence a page: an entry of a list ends with its only full stop.
    const entries = order.match(/^\d+\. .*$/gm) ?? [];
    expect(
      entries.filter((entry) => !/^\d+\. \[.+?\]\(.+?\): [^.]*(?:s3:\/\/[^.]*)?\.$/.test(entry)),
    ).toEqual([]);
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

describe('the map of the source, src/README.md', () => {
  const rows = [
    ...readFileSync('src/README.md', 'utf8').matchAll(/^\| `([\w/-]+)\/` \|([^|]+)\|([^|]+)\|$/gm),
  ].map(([, folder = '', contents = '', start = '']) => ({ folder, contents, start }));
  const named = rows.flatMap(({ folder, contents }) => {
    const inside = [...contents.matchAll(/`([\w-]+)\/`/g)].map(([, name = '']) => `${folder}/${name}`);
    return [folder, ...inside];
  });
  const folders = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative('src', join(entry.parentPath, entry.name)));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  /** Folders of three levels are named in the row of the folder two levels above, as `imagery/` with `pictures/`. */
  const isNamed = (folder: string) =>
    named.includes(folder) || named.includes(`${dirname(dirname(folder))}/${nameOf(folder)}`);

  it('names every folder', () => {
    expect(folders.length).toBeGreaterThan(80);
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
  });

  it('names no folder that does not exist', () => {
    const isInside = (path: string) =>
      folders.some((folder) => nameOf(folder) === nameOf(path) && dirname(dirname(folder)) === dirname(path));
    expect(rows.map(({ folder }) => folder).filter((folder) => !folders.includes(folder))).toEqual([]);
    expect(named.filter((path) => !folders.includes(path) && !isInside(path))).toEqual([]);
  });

  it('starts reading at files inside the folder', () => {
    const starts = rows.flatMap(({ folder, start }) =>
      [...start.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path = '']) => ({ folder, path })),
    );
    expect(starts.length).toBeGreaterThan(20);
    expect(
      starts.filter(({ folder, path }) => !path.startsWith(`${folder}/`) || !existsSync(join('src', path))),
    ).toEqual([]);
  });
});
