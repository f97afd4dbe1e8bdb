import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** A code block of docs/EXTENDING.md: a file to add, lines to add to a registry, or texts to add to a language. */
interface Block {
  kind: 'ts' | 'registry' | 'json';
  path: string;
  code: string;
}

/** Returns the blocks of each section of the page. */
async function recipesOf(page: string): Promise<Map<string, Block[]>> {
  const sections = (await readFile(page, 'utf8')).split(/^## /m).slice(1);
  // A section without blocks adds no file.
  const recipes = sections.filter((text) => /^```(?:ts|registry|json) /m.test(text));
  return new Map(
    recipes.map((text) => [
      text.slice(0, text.indexOf('\n')),
      [...text.matchAll(/^```(ts|registry|json) (\S+)\n(.*?)^```$/gms)].map(
        ([, kind, path = '', code = '']) => ({
          kind: kind as Block['kind'],
          path,
          code,
        }),
      ),
    ]),
  );
}

/** Adds the lines of a registry block: its import, if it has one, before the others, its entry before the end of the first list. */
function withEntry(registry: string, code: string): string {
  const lines = code.trimEnd().split('\n');
  const entry = lines.pop();
  expect(lines.length).toBeLessThan(2);
  return [...lines, registry.replace(/\n\}/, `\n${entry}\n}`)].join('\n');
}

/** Adds texts to the sections of a language. */
function withTexts(texts: string, code: string): string {
  const all = JSON.parse(texts) as Record<string, object>;
  for (const [section, added] of Object.entries(JSON.parse(code) as typeof all))
    all[section] = { ...all[section], ...added };
  return `${JSON.stringify(all, null, 2)}\n`;
}

let copy: string;
let recipes: ReadonlyMap<string, readonly Block[]>;

/** Runs a program in the copy. Shape: what the test runner tells its own workers is kept from it. */
async function runInCopy(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(VITEST|GEOMILL_|TEST$)/.test(name)) delete env[name];
  const done = await run(command, args, { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command} ${args.join(' ')}\n${(error.stdout ?? '').slice(-4000)}\n${error.stderr}`);
    },
  );
  return done.stdout;
}

const git = (...args: string[]) =>
  runInCopy('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args]);

/** Writes what is generated, as `make docs` does. */
const makeDocs = () => runInCopy(process.execPath, ['--import', 'tsx', 'tools/docs/main.ts']);

async function apply({ kind, path, code }: Block): Promise<void> {
  const target = join(copy, path);
  if (kind === 'ts') return writeFile(target, code);
  const before = await readFile(target, 'utf8');
  const after = kind === 'json' ? withTexts(before, code) : withEntry(before, code);
  expect(after).not.toBe(before);
  return writeFile(target, after);
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'geomill-recipes-'));
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  for (const path of listed.stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(path, join(copy, path)).catch((error: NodeJS.ErrnoException) => {
      // A file that is deleted and not committed.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  // The pages of a server are bundled; its tests, and the document that they write, load them.
  await cp('dist', join(copy, 'dist'), { recursive: true });
  await git('init', '-q');
  await git('add', '-A');
  // A link to a folder is not covered by the entry for the folder itself.
  await git('rm', '-q', '--cached', '--ignore-unmatch', 'node_modules');
  await writeFile(join(copy, '.git/info/exclude'), 'node_modules\n');
  await git('commit', '-qm', 'before');
  recipes = await recipesOf('docs/EXTENDING.md');
});
afterAll(() => rm(copy, { recursive: true }));

/** A program that prints what is derived from the registries, and runs a job over `in.md`. */
const LIST = `
import { parseJob } from './src/run/job/parse-job.ts';
import { createGeoService } from './src/contract/service.ts';
import { LOCAL_OPERATIONS } from './src/engine/local/registry.ts';
import { createRemoteService } from './src/remote/remote-service.ts';
import { runJob } from './src/run/pipeline/run.ts';

const remote = createRemoteService({ baseUrl: 'https://service.example/v1', cacheDir: false });
const service = createGeoService({});
const job = await parseJob(process.argv[2], { file: 'job.yaml' });
const input = { name: 'out', fileName: 'in.md', path: 'output/in.md' };
await runJob({ job, input, outputDir: 'output/run', mode: 'restart', service, serviceIdentity: 'none', openRows: 10 });
console.log(JSON.stringify({
  port: Object.keys(service),
  remote: Object.keys(remote.service),
  zone: await (await LOCAL_OPERATIONS.timeZone?.())?.createHandlers({}).only({ lat: 10.77, lng: 106.7 }),
}));
await remote.close();
`;

/** Checks that the local service of the copy refuses an operation, and that its tests allow that. */
async function expectNotSupported(operation: string, parameters: object): Promise<void> {
  const program = `
import { createLocalService } from './src/engine/local/local-service.ts';
const { service } = await createLocalService({ datasetDir: 'fixtures/starter' });
console.log(await service.${operation}(${JSON.stringify(parameters)}).catch(({ code }) => code));
`;
  await writeFile(join(copy, 'ask.ts'), program);
  expect(await runInCopy(process.execPath, ['--import', 'tsx', 'ask.ts'])).toBe('NOT_SUPPORTED\n');
  await rm(join(copy, 'ask.ts'));
  await runInCopy('npx', ['--no-install', 'vitest', 'run', 'src/engine/local/local-service.test.ts']);
}

/** The generated files that each recipe changes. */
const GENERATED: Readonly<Record<string, readonly string[]>> = {
  'A stage': ['docs/STAGES.md', 'jobs/job.schema.json', 'src/locales/places.ts'],
  'An input format': ['jobs/job.schema.json'],
  'An output format': ['jobs/job.schema.json'],
  'An operation': ['docs/CONFORMANCE.md', 'docs/SERVER.md', 'docs/geomill.1', 'test/conformance/answers.txt'],
  'An operation of the local service': [
    'docs/CONFORMANCE.md',
    'docs/SERVER.md',
    'test/conformance/answers.txt',
  ],
};

describe('docs/EXTENDING.md', () => {
  it('has one file and one registry entry for each, and the texts of a stage', () => {
    const kinds = [...recipes].map(([title, blocks]) => [title, ...blocks.map(({ kind }) => kind)]);
    expect(kinds).toEqual([
      ['A stage', 'ts', 'registry', 'json', 'json'],
      ['An input format', 'ts', 'registry'],
      ['An output format', 'ts', 'registry'],
      ['An operation', 'ts', 'registry'],
      ['An operation of the local service', 'ts', 'registry'],
    ]);
  });

  it('adds each of them with these files alone, and what is generated', async () => {
    // The recipes are for different registries: what one of them changes, none of the others does.
    const last = 'An operation of the local service';
    for (const titles of [[...recipes.keys()].filter((title) => title !== last), [last]]) {
      const blocks = titles.flatMap((title) => recipes.get(title) ?? []);
      for (const block of blocks) await apply(block);
      await makeDocs();
      await git('add', '-A');
      const changed = (await git('diff', '--cached', '--name-only')).trim().split('\n');
      const generated = titles.flatMap((title) => GENERATED[title] ?? []);
      expect(changed).toEqual([...new Set([...blocks.map(({ path }) => path), ...generated])].sort());
      await git('commit', '-qm', titles.join(', '));
      if (titles[0] !== last) await expectNotSupported('timeZone', { lat: 10.77, lng: 106.7 });
    }
  }, 900_000);

  it('has what it adds work', async () => {
    await mkdir(join(copy, 'output'), { recursive: true });
    await writeFile(join(copy, 'output/in.md'), '| address | city |\n| :-- | --- |\n| Lê Lợi | Huế |\n');
    await writeFile(join(copy, 'list.ts'), LIST);
    const job = "name: x\nstages: [{ initials: { text: '{address}' } }]\noutputs: [tsv]\n";
    const printed = await runInCopy(process.execPath, ['--import', 'tsx', 'list.ts', job]);
    const added = JSON.parse(printed) as { port: string[]; remote: string[]; zone: unknown };
    await rm(join(copy, 'list.ts'));
    expect(await readFile(join(copy, 'output/run/out.tsv'), 'utf8')).toBe(
      'address\tcity\tinitials_status\tinitials_reason\tinitials_letters\nLê Lợi\tHuế\tok\t\tLL\n',
    );
    expect(added.zone).toEqual({ zone: 'Asia/Ho_Chi_Minh' });
    expect(added.port).toContain('timeZone');
    expect(added.remote).toEqual(added.port);
    const page = (path: string) => readFile(join(copy, path), 'utf8');
    for (const word of ['"initials"', '"markdown"', '"tsv"'])
      expect(await page('jobs/job.schema.json')).toContain(word);
    expect(await page('docs/STAGES.md')).toContain('## initials');
    expect(await page('docs/SERVER.md')).toMatch(/`timeZone`.*\| yes, in Vietnam \|/);
    expect(await page('docs/CONFORMANCE.md')).toMatch(/^\|.*\btimeZone\b[^|]*\| 200 +\|/m);
  }, 120_000);

  it('keeps the types green', async () => {
    await runInCopy('npx', ['--no-install', 'tsc', '-b']);
  }, 900_000);

  it('keeps the tests of formats, operations and documents green', async () => {
    const folders = [
      'test/golden/formats',
      'test/golden/fixtures-run',
      'test/conformance/interface',
      'src/engine/local',
    ];
    const single = ['documents', 'generated', 'imports', 'registries', 'words'].map(
      (name) => `test/architecture/${name}.test.ts`,
    );
    await runInCopy('npx', ['--no-install', 'vitest', 'run', ...folders, ...single, '--maxWorkers=2']);
  }, 900_000);

  it('leaves nothing behind when it is removed', async () => {
    await git('revert', '--no-edit', 'HEAD', 'HEAD~1');
    await makeDocs();
    expect(await git('status', '--porcelain')).toBe('');
    expect(await git('diff', '--name-only', 'HEAD', 'HEAD~4')).toBe('');
  }, 300_000);
});
