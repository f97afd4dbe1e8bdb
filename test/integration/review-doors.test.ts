import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { geomill } from '../support/geomill-process.ts';
import { EDITORS } from './review-rounds-suite.ts';

const ROWS = 200;
const PART = 50;

let folder: string;
let server: ServerProcess;
let client: Client;
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-doors-'));
  const texts = Array.from({ length: ROWS }, (_, at) => [at, `${at + 1} Lê Lợi`]);
  await writeFile(path('in.csv'), stringify([['id', 'address'], ...texts]));
  await geomill(['run', '--yes', 'geocode', '--input', path('in.csv'), '--output', path('old')]);
  server = await startServerProcess(['--workers', '1', '--write', folder]);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.baseUrl)));
});
afterAll(async () => {
  await client.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

type Call = (name: string, args: object) => Promise<Record<string, unknown>>;

/** The doors of a queue, beside the file that a person edits. */
const DOORS: Readonly<Record<string, Call>> = {
  async MCP(name, args) {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } });
    const [{ text = '' } = {}] = content as { text?: string }[];
    expect(isError ?? false, text).toBe(false);
    return JSON.parse(text) as Record<string, unknown>;
  },
  async HTTP(name, args) {
    const response = await post(name, args);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text) as Record<string, unknown>;
  },
};

const post = (name: string, args: object) =>
  fetch(`${server.baseUrl}/review/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });

/** What the person decides about a row: a third a candidate, a third a position, a third nothing. */
function decisionOf(row: number): Record<string, string | number> {
  if (row % 3 === 0) return { choice: 2 };
  return row % 3 === 1 ? { lat: 10.5, lon: 106.5, level: 'street' } : {};
}

async function filesOf(output: string): Promise<Map<string, string>> {
  const names = (await readdir(path(output))).filter((name) =>
    /^(?!\.|activity).*\.(?:csv|\w*json)$/.test(name),
  );
  const read = async (name: string) => [name, await readFile(path(join(output, name)), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

describe(`a review of ${ROWS} rows`, () => {
  it('has the same files through a workbook, MCP and HTTP', async () => {
    expect((await geomill(['review', path('old'), '--to', path('review.xlsx')])).stdout).toContain(
      `${ROWS} doubtful rows`,
    );
    await EDITORS.xlsx!(path('review.xlsx'), (row) => Object.assign(row, decisionOf(Number(row.row))));
    const apply = ['--apply', path('review.xlsx'), '--output', path('by-excel')];
    expect(await geomill(['review', path('old'), ...apply])).toMatchObject({ code: 0 });
    const expected = await filesOf('by-excel');
    expect([...expected.keys()]).toEqual(expect.arrayContaining(['aliases.csv', 'in.csv', 'manifest.json']));
    expect(expected.get('in.csv')?.match(/,manual,/g)?.length).toBe(133);

    for (const [door, call] of Object.entries(DOORS)) {
      const review = { run: path('old'), output: path(`by-${door}`) };
      let passed = 0;
      for (;;) {
        const found = await call('list_doubtful', { ...review, first: passed, most: PART });
        const lines = found.lines as { row: number; text: string; candidates: { label: string }[] }[];
        if (lines.length === 0) break;
        const decided = lines.flatMap(({ row, text, candidates }) => {
          const decision = decisionOf(row);
          const label = decision.choice === undefined ? {} : { label: candidates[1]?.label };
          return Object.keys(decision).length === 0 ? [] : [{ text, ...decision, ...label }];
        });
        passed += lines.length - decided.length;
        expect(await call('decide', { ...review, decisions: decided })).toMatchObject({
          ...{ kept: decided.length, ask: [], faults: [], contradictions: [] },
        });
      }
      expect(passed).toBe(67);
      expect(await call('apply', review)).toMatchObject({ outcome: 'finished', rows: ROWS });
      expect(await filesOf(`by-${door}`), door).toEqual(expected);
    }
  }, 240_000);

  it('asks before a position leaves its province, and says what cannot be taken over', async () => {
    await writeFile(path('far.csv'), 'address\n"Ngõ Không Có, Hà Nội"\n');
    await geomill(['run', '--yes', 'geocode', '--input', path('far.csv'), '--output', path('far')]);
    const text = 'Ngõ Không Có, Hà Nội';
    const decide = (decision: object) =>
      DOORS.HTTP!('decide', { run: path('far'), decisions: [{ text, ...decision }] });
    const far = { lat: 10.7725, lon: 106.698 };
    expect(await decide(far)).toMatchObject({
      kept: 0,
      ask: [{ text, says: expect.stringContaining('the text names Thành phố Hà Nội') as string }],
    });
    expect(await decide({ choice: 1, label: 'gone' })).toMatchObject({ kept: 0, faults: [{ text }] });
    expect(await decide({ ...far, confirm: true })).toMatchObject({ kept: 1, ask: [] });
    expect(await decide({ lat: 21.03, lon: 105.85 })).toMatchObject({
      kept: 0,
      contradictions: [expect.stringContaining('was decided already')],
    });
  });

  it('refuses a run outside of the folders, also one whose record names such a file', async () => {
    for (const name of ['list_doubtful', 'decide', 'apply']) {
      const args = { run: '/etc', ...(name === 'decide' && { decisions: [{ text: 'x', choice: 1 }] }) };
      const refused = await post(name, args);
      expect([refused.status, await refused.text()], name).toEqual([403, expect.stringContaining('/etc')]);
    }
    const elsewhere = await mkdtemp(join(tmpdir(), 'geomill-elsewhere-'));
    try {
      const input = join(elsewhere, 'secret.csv');
      await writeFile(input, 'address\n1 Lê Lợi\n');
      await geomill(['run', '--yes', 'geocode', '--input', input, '--output', path('planted')]);
      const refused = await post('list_doubtful', { run: path('planted') });
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('secret.csv')]);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
    const wrong = await post('decide', { run: path('old'), decision: [] });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('decisions')]);
  });
});
