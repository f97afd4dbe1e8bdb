import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { geomill } from '../integration/cli-harness.ts';

/** The README and the pages that continue it. */
const PAGES = [
  'README.md',
  ...[
    'COMMANDS',
    'FROM-EXCEL',
    'EVERY-NIGHT',
    'JOBS',
    'OWN-DATA',
    'PYTHON',
    'QUESTIONS',
    'ROUTING',
    'WHOLE-COUNTRY',
  ].map((name) => `docs/${name}.md`),
];
const README = PAGES.map((path) => readFileSync(path, 'utf8')).join('\n');

/** A line of a shell, cron or systemd block, with the text of its section. */
interface Command {
  line: string;
  section: string;
}

const COMMANDS: readonly Command[] = README.split(/^## /m).flatMap((section) =>
  [...section.matchAll(/^```(?:sh|cron|ini)\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
      .filter((line) => line !== '')
      .map((line) => ({ line, section })),
  ),
);
const GEOMILL = COMMANDS.map(({ line }) => /\bgeomill ((?:[\w-]+ ?)+.*)$/.exec(line)?.[1]).filter(
  (words) => words !== undefined,
);

/** Words of a command that name a file or folder to read. */
const READ =
  /(?:--(?:input|osm|admin|places|addresses|legacy|imagery|pictures|columns)[ =]|INPUT=|< ?|-T |gunzip -c |check (?=output))(\S+)/g;

describe('the commands of the README', () => {
  it('are found', () => {
    expect(COMMANDS.length).toBeGreaterThan(30);
    expect(GEOMILL.length).toBeGreaterThan(18);
  });

  it('read files that exist, that an earlier command writes, or that their section calls the reader’s own', () => {
    const isKnown = (path: string, section: string) =>
      path === '-' ||
      path.startsWith('https://') ||
      existsSync(path) ||
      /^(?:data|output)\//.test(path) ||
      path.startsWith('/data/') ||
      section.includes(`\`${path}\``);
    const missing = COMMANDS.flatMap(({ line, section }) =>
      [...line.matchAll(READ)].map(([, path = '']) => path).filter((path) => !isKnown(path, section)),
    );
    expect(missing).toEqual([]);
  });

  it('read results and datasets that an earlier command makes', () => {
    const datasets = COMMANDS.flatMap(({ line }) => /(?:DATASET=|dataset info )(\S+)/.exec(line)?.[1] ?? []);
    expect(datasets.length).toBeGreaterThan(2);
    for (const dataset of datasets)
      expect(COMMANDS.some(({ line }) => line.includes(`dataset build --out ${dataset} `))).toBe(true);
    for (const [, name = ''] of README.matchAll(/output\/geocode\/([\w-]+)/g))
      expect(['csv', 'xlsx'].some((extension) => existsSync(`fixtures/${name}.${extension}`))).toBe(true);
  });

  it('use jobs that exist', () => {
    const jobs = GEOMILL.flatMap((words) => /^(?:run|check|plan) (\S+)/.exec(words)?.[1] ?? []);
    expect(jobs.length).toBeGreaterThan(5);
    const shown = new Set([...README.matchAll(/^# ([\w-]+\.yaml)$/gm)].map(([, name]) => `./${name}`));
    for (const job of jobs)
      expect(
        [`jobs/${job}.yaml`, job].some(
          (path) => existsSync(path) || /^output\//.test(path) || shown.has(path),
        ),
      ).toBe(true);
  });

  it.each([...new Set(GEOMILL)])('geomill %s: has its command and options', async (words) => {
    const [first = '', second = ''] = words.split(' ');
    const isGroup = ['dataset', 'keys', 'forcode', 'route'].includes(first);
    const path = first === 'help' ? [second] : isGroup ? [first, second] : [first];
    const help = await geomill([...path, '--help']);
    expect([help.exitCode, help.stdout]).toEqual([
      0,
      expect.stringContaining(`Usage: geomill ${path.join(' ')}`),
    ]);
    for (const [option] of words.matchAll(/(?<=\s)--[a-z-]+/g)) expect(help.stdout).toContain(option);
  });

  it('name make targets that exist', () => {
    const targets = [...readFileSync('Makefile', 'utf8').matchAll(/^([a-z-]+):/gm)].map(([, name]) => name);
    const used = COMMANDS.flatMap(({ line }) => /^make ([a-z-]+)/.exec(line)?.[1] ?? []);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !targets.includes(name))).toEqual([]);
  });

  it('and those of all documents and jobs are commands', async () => {
    const { stdout } = await geomill(['--help']);
    const known = new Set([...stdout.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name));
    expect(known.size).toBeGreaterThan(6);
    const texts = ['docs', 'jobs'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.(?:md|yaml)$/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    const used = [README, ...texts].flatMap((text) =>
      [...text.matchAll(/(?:`|^#? *(?:\$ )?)geomill ([a-z]+)/gm)].map(([, name]) => name),
    );
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it('are quiet where nobody watches', () => {
    const files = ['docs/EVERY-NIGHT.md', 'deploy/crontab', 'deploy/geomill.service'];
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    const unwatched = texts.map((text) =>
      text.split('\n').filter((line) => /^(?:[\d*]+ ){2}|^ExecStart=/.test(line)),
    );
    expect(unwatched.map((lines) => lines.length)).toEqual([1, 1, 1]);
    for (const line of unwatched.flat()) expect(line).toContain('--quiet');
  });
});
