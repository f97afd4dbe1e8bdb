import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** A code block of docs/EXTENDING.md: a file to add, or lines to add to a registry. */
interface Block {
  kind: 'ts' | 'registry';
  path: string;
  code: string;
}

async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```(ts|registry) (\S+)\n(.*?)^```$/gms)].map(([, kind, path, code]) => ({
    kind: kind as Block['kind'],
    path: path as string,
    code: code as string,
  }));
}

/** Adds the lines of a registry block: its import before the others, its entry before the end of the first list. */
function withEntry(registry: string, code: string): string {
  const lines = code.trimEnd().split('\n');
  const [importLine = '', entry = ''] = lines;
  expect(lines).toHaveLength(2);
  return `${importLine}\n${registry.replace(/\n\}/, `\n${entry}\n}`)}`;
}

let copy: string;
let blocks: readonly Block[];

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'geomill-registries-'));
  await cp('src', join(copy, 'src'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  await cp('tools/docs', join(copy, 'tools/docs'), { recursive: true });
  await cp('package.json', join(copy, 'package.json'));
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  await writeFile(join(copy, 'in.md'), '| address | city |\n| :-- | --- |\n| Lê Lợi | Huế |\n');
  await writeFile(join(copy, 'list.ts'), LIST);
  blocks = await blocksOf('docs/EXTENDING.md');
});
afterAll(() => rm(copy, { recursive: true }));

/** A program that prints what is derived from the registries, and runs a job over `in.md`. */
const LIST = `
import { jobSchemaText } from './src/run/job/schema.ts';
import { parseJob } from './src/run/job/parse-job.ts';
import { createGeoService } from './src/contract/service.ts';
import { LOCAL_OPERATIONS } from './src/engine/local/registry.ts';
import { createRemoteService } from './src/remote/remote-service.ts';
import { runJob } from './src/run/pipeline/run.ts';
import { stagesPage } from './tools/docs/stages-page.ts';
import { operationsTable } from './tools/docs/operations-table.ts';

const remote = createRemoteService({ baseUrl: 'https://service.example/v1', cacheDir: false });
const service = createGeoService({});
const text = process.argv[2];
const job = text === undefined ? undefined : parseJob(text, { file: 'job.yaml' });
if (job) {
  const input = { name: 'out', fileName: 'in.md', path: 'in.md' };
  await runJob({ job, input, outputDir: 'out', mode: 'restart', service, serviceIdentity: 'none', openRows: 10 });
}
console.log(JSON.stringify({
  schema: jobSchemaText(),
  stages: stagesPage(),
  operations: operationsTable(),
  port: Object.keys(service),
  remote: Object.keys(remote.service),
  zone: await LOCAL_OPERATIONS.timeZone?.createHandlers({}).only({ lat: 10.77, lng: 106.7 }),
}));
await remote.close();
`;

type Derived = Record<'schema' | 'stages' | 'operations', string> &
  Record<'port' | 'remote', string[]> & { zone?: unknown };

async function derived(...args: string[]): Promise<Derived> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'list.ts', ...args], { cwd: copy });
  return JSON.parse(stdout) as Derived;
}

describe('docs/EXTENDING.md', () => {
  it('has a file and a registry entry for a stage, the formats, an operation and its local handler', () => {
    expect(blocks.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 5 }, () => ['ts', 'registry']).flat(),
    );
  });

  it('adds each of them with these alone, and removing them leaves nothing behind', async () => {
    const before = await derived();
    const registries = new Map<string, string>();
    for (const { kind, path, code } of blocks) {
      const target = join(copy, path);
      if (kind === 'registry') registries.set(target, await readFile(target, 'utf8'));
      await writeFile(target, kind === 'ts' ? code : withEntry(registries.get(target) ?? '', code));
    }
    const job = "name: x\nstages: [{ initials: { text: '{address}' } }]\noutputs: [tsv]\n";
    const added = await derived(job);
    expect(await readFile(join(copy, 'out/out.tsv'), 'utf8')).toBe(
      'address\tcity\tinitials_status\tinitials_reason\tinitials_letters\nLê Lợi\tHuế\tok\t\tLL\n',
    );
    for (const word of ['"initials"', '"markdown"', '"tsv"']) expect(added.schema).toContain(word);
    expect(added.stages).toContain('## initials');
    expect(added.operations).toMatch(/`timeZone`.*\| yes, in Vietnam \|/);
    expect(added.zone).toEqual({ zone: 'Asia/Ho_Chi_Minh' });
    expect(added.port).toEqual([...before.port, 'timeZone']);
    expect(added.remote).toEqual(added.port);

    for (const { kind, path } of blocks) if (kind === 'ts') await rm(join(copy, path));
    for (const [path, text] of registries) await writeFile(path, text);
    expect(await derived()).toEqual(before);
  }, 120_000);
});
