// What a page says is to be expected of a file, beside a run over the same rows; and what it says of files that it cannot read.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { startServer } from '../conformance/interface/start-server.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { geomill } from './cli-harness.ts';

const makeFolder = useTemporaryFolders('shares');
let opened: OpenedService;
let server: GeomillServer;
beforeAll(async () => {
  opened = await openService();
  server = await createServer({ service: opened.service, datasetDir: 'fixtures/starter' });
});
afterAll(async () => {
  await server.stop();
  await opened.close();
});

interface Shares {
  rows: number;
  last: number;
  columns: string[];
  text?: string;
  notes: string[];
  levels?: [string, number][];
  chances?: { within_meters: number; chance: number }[];
  units?: Record<string, number>;
}

async function post(
  payload: Buffer | string,
  query: Record<string, string> = {},
  headers = {},
  remoteAddress = '127.0.0.1',
) {
  const { statusCode, body } = await server.app.inject({
    ...{ method: 'POST', url: '/coverage/shares', payload: Buffer.from(payload) },
    remoteAddress,
    query: { whole: 'true', lang: 'en', ...query },
    headers: { host: 'localhost', 'content-type': 'application/octet-stream', ...headers },
  });
  return { status: statusCode, answer: JSON.parse(body) as Shares & { message?: string } };
}

/** Geocodes a file as a run does. */
async function run(input: string): Promise<Record<string, string>[]> {
  const folder = makeFolder();
  const args = ['run', 'geocode', '--input', input, '--output', folder, '--quiet', '--no-report'];
  const set = ['--set', 'geocode.distance_chances=true', '--set', 'outputs=csv'];
  const { exitCode, stderr } = await geomill([...args, ...set]);
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  return parse(await readFile(join(folder, input.replace(/^.*\//, '')), 'utf8'), { columns: true });
}

/** The shares of some rows of a run. */
function sharesOf(rows: readonly Record<string, string>[]) {
  const counts: Record<string, number> = {};
  const units: Record<string, number> = {};
  for (const row of rows) {
    const level = row['geocode_level'] || 'none';
    counts[level] = (counts[level] ?? 0) + 1;
    for (const code of [row['geocode_ward_code_new'], row['geocode_province_code_new']])
      if (code) units[code] = (units[code] ?? 0) + 1;
  }
  const chances = [100, 500, 2000].map((within_meters) => {
    const all = rows.reduce((sum, row) => sum + Number(row[`geocode_chance_${within_meters}_meters`]), 0);
    return { within_meters, chance: expect.closeTo(all / rows.length, 6) as number };
  });
  return { levels: counts, chances, units };
}

it.each([
  ['fixtures/addresses.csv', 200, 1],
  ['fixtures/deliveries.csv', 200, 1382 / 200],
])(
  'the shares of %s are those of a run over the same rows',
  async (file, rows, step) => {
    const results = await run(file);
    const sampled = Array.from({ length: rows }, (_, at) => results[Math.floor(at * step)]!);
    const { levels, ...rest } = (await post(await readFile(file))).answer;
    const found = Object.fromEntries(levels!);
    expect({ ...rest, levels: found }).toMatchObject({
      ...{ rows, last: Math.floor((rows - 1) * step) + 1, text: '{address}' },
      ...sharesOf(sampled),
    });
    expect(Object.values(found).reduce((sum, n) => sum + n)).toBe(rows);
  },
  60_000,
);

it('a file in another encoding, with another delimiter, or the results of a run is read as it is', async () => {
  const text = await readFile('fixtures/addresses.csv', 'utf8');
  const lines = text.split('\n').slice(0, 30);
  const { levels } = (await post(lines.join('\n'))).answer;
  const rows: string[][] = parse(lines.join('\n'));
  const tabs = rows.map((cells) => cells.join('\t')).join('\r\n');
  const results = rows.map((cells, at) => [...cells, at === 0 ? 'geocode_level' : 'x'].join('\t')).join('\n');
  for (const other of [Buffer.from(`\ufeff${tabs}`, 'utf16le'), tabs, results])
    expect((await post(other)).answer.levels).toEqual(levels);
});

it('only the beginning of a file that is too large is read, to its last whole row', async () => {
  const text = await readFile('fixtures/addresses.csv', 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  const large = Buffer.from(`id,name,address\n${`${lines.join('\n')}\n`.repeat(200)}`).subarray(0, 1 << 20);
  const { status, answer } = await post(large, { whole: 'false' });
  expect([status, answer.rows]).toEqual([200, 200]);
  // As many as the megabyte has, but for the step of the sample.
  const whole = large.toString().split('\n').length - 2;
  expect(answer.last).toBeGreaterThan(whole * 0.99);
  expect(answer.last).toBeLessThanOrEqual(whole);
  const body = Buffer.alloc((1 << 20) + 1, 'x,');
  expect((await post(body)).status).toBe(413);
}, 60_000);

it('a column that its values show is taken and said, and one that is chosen is taken', async () => {
  const text = 'x;note\n"12 Lê Lợi, Quận 1, TP.HCM";86 Bát Đàn\n"45 Lê Lợi, Quận 1, TP.HCM";chợ Bến Thành\n';
  const { answer } = await post(text);
  expect(answer).toMatchObject({
    text: '{x}',
    columns: ['x', 'note'],
    notes: [expect.stringContaining('this one looks like them')],
  });
  expect((await post(text, { text: '{note}' })).answer).toMatchObject({ text: '{note}', notes: [], rows: 2 });
  expect((await post('a,b\n1,2\n3,4\n')).answer).toEqual({
    ...{ rows: 2, last: 2 },
    columns: ['a', 'b'],
    notes: [],
  });
  const wrong = await post(text, { text: '{zz}' });
  expect([wrong.status, wrong.answer.message]).toEqual([400, expect.stringContaining('no column "zz"')]);
});

it.each([
  ['a table of very many columns', `address${',b'.repeat(1000)}\nHuế${','.repeat(1000)}\n`, /fewer columns/],
  ['nothing', '', /empty.*first line names its columns/],
  ['a header alone', 'address\n', /no row/],
  ['JSON', '{"address":"12 Lê Lợi"}\n{"address":"14 Lê Lợi"}\n', /ndjson, not CSV.*Save As/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), /picture.*first line names/],
])('%s is refused with what to do', async (_, payload, message) => {
  const { status, answer } = await post(payload);
  expect([status, answer.message]).toEqual([400, expect.stringMatching(message)]);
});

it('a workbook is refused in the language of the page', async () => {
  const { status, answer } = await post(await readFile('fixtures/customers.xlsx'), { lang: 'vi' });
  expect([status, answer.message]).toEqual([400, expect.stringMatching(/xlsx, không phải CSV/)]);
});

it('a page of another site sends none', async () => {
  const { status } = await post(
    'address\nHuế\n',
    {},
    { 'sec-fetch-site': 'cross-site', origin: 'https://x.example' },
  );
  expect(status).toBe(403);
});

it('many at once of one address are told to come again, and do not keep out another one', async () => {
  const csv = await readFile('fixtures/addresses.csv');
  const few = csv.subarray(0, csv.indexOf('A020'));
  const many = Array.from({ length: 80 }, () => post(few));
  const other = post(few, {}, {}, '127.0.0.2');
  expect((await other).status).toBe(200);
  const statuses = new Set((await Promise.all(many)).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
}, 60_000);

it('needs the key of the server, and counts each row for it', async () => {
  const addresses = await readFile('fixtures/addresses.csv', 'utf8');
  const keyed = await startServer(opened.service, {}, { datasetDir: 'fixtures/starter' });
  try {
    const ask = (authorization?: string) =>
      fetch(`${keyed.origin}/coverage/shares?whole=true`, {
        method: 'POST',
        body: addresses,
        headers: { 'content-type': 'application/octet-stream', ...(authorization && { authorization }) },
      });
    expect((await ask()).status).toBe(401);
    const authorization = `Bearer ${keyed.keys.all}`;
    expect((await ask(authorization)).status).toBe(200);
    const usage = await (await fetch(`${keyed.origin}/v1/usage`, { headers: { authorization } })).json();
    expect(JSON.stringify(usage)).toContain('"requests":200');
  } finally {
    await keyed.close();
  }
});

it('is no route of a server without a dataset of its own', async () => {
  const gateway = await createServer({ service: opened.service });
  try {
    const headers = { host: 'localhost', 'content-type': 'application/octet-stream' };
    const sent = { method: 'POST', url: '/coverage/shares', payload: 'a', headers } as const;
    expect((await gateway.app.inject(sent)).statusCode).toBe(404);
  } finally {
    await gateway.stop();
  }
});
