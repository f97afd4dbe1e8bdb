import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../src/contract/catalogue.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { LOCAL_OPERATIONS } from '../../src/engine/local/registry.ts';
import { table } from '../../tools/docs/marked.ts';
import { IMAGERY_ITEMS } from './interface/imagery-items.ts';
import { startServer, type RunningServer } from './interface/start-server.ts';
import type { Reply } from './interface/world.ts';
import { buildSmallCity } from './small-city.ts';
import { tableCases, type TableCase } from './table-cases.ts';

type KeyName = 'another' | 'slow';
/** What each column sends: a query of the case, and a key. */
const COLUMNS: readonly {
  title: string;
  query: keyof TableCase;
  key: KeyName | 'all' | 'none' | 'wrong';
  more?: string;
}[] = [
  { title: 'ok', query: 'ok', key: 'all' },
  { title: 'other client', query: 'ok', key: 'all', more: 'lang=vi&region=vn' },
  { title: 'no match', query: 'noMatch', key: 'all' },
  { title: 'empty', query: 'empty', key: 'all' },
  { title: 'missing', query: 'missing', key: 'all' },
  { title: 'bad', query: 'bad', key: 'all' },
  { title: 'repeated', query: 'repeated', key: 'all' },
  { title: 'unknown', query: 'unknown', key: 'all' },
  { title: 'no key', query: 'ok', key: 'none' },
  { title: 'wrong key', query: 'ok', key: 'wrong' },
  { title: 'key without the operation', query: 'ok', key: 'another' },
  { title: 'over its rate', query: 'ok', key: 'slow' },
];

let server: RunningServer<KeyName>;
let another: RunningServer<KeyName>;
const closing: (() => Promise<void>)[] = [];
const USED: OperationName = 'decodeForcode';

beforeAll(async () => {
  const city = await buildSmallCity({ items: IMAGERY_ITEMS });
  const { service } = await createLocalService({ datasetDir: city.dir });
  // A rate of one request in a hundred seconds: all but the first are over it.
  const slow = { rate_per_second: 0.01 };
  server = await startServer(service, { another: { operations: [USED] }, slow });
  // A key that lacks just the operation that the other one has.
  const others = OPERATION_NAMES.filter((name) => name !== USED);
  another = await startServer(service, { another: { operations: others }, slow });
  closing.push(server.close, another.close, city.remove);
  await server.http.send('GET', '/v1/geocode/reverse?latlng=1,1', {
    authorization: `Bearer ${server.keys.slow}`,
  });
});
afterAll(async () => {
  for (const close of closing) await close();
});

function send(name: OperationName, asked: string, key: (typeof COLUMNS)[number]['key']) {
  const { method, path, root } = OPERATIONS[name];
  const target = key === 'another' && name === USED ? another : server;
  const presented = { ...target.keys, none: '', wrong: 'gm_AAAAAAAAAAAAAAAAAAAAAA' }[key];
  const prefix = root === 'base' ? '/v1' : '/imagery/v1';
  const authorization = presented === '' ? '' : `Bearer ${presented}`;
  return target.http.send(method, `${prefix}${path}${asked === '' ? '' : '?'}${asked}`, { authorization });
}

/** Shortens a body to what tells answers apart: error messages in full, lists by their length, objects by their members. */
function digest({ body }: Reply): string {
  const short = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.length}]`;
    if (value !== null && typeof value === 'object')
      return `{ ${Object.keys(value).slice(0, 3).join(', ')}${Object.keys(value).length > 3 ? ', …' : ''} }`;
    return JSON.stringify(value);
  };
  if (typeof body !== 'object' || body === null) return short(body);
  const members = Object.entries(body).map(([name, value]) => `${name}: ${short(value)}`);
  return members.join(', ').replace(/Try again in \d+ s/, 'Try again in … s');
}

/** Joins the titles of operations that answer alike; both shapes of one are named once. */
const shortList = (titles: readonly string[]) =>
  [...new Set(titles.map((title) => title.replace(/, (?:google|osm) shape$/, '')))].join(', ');

/** What each column must answer, whatever the operation; the table shows the rest. */
const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  ok: [200],
  'other client': [200],
  'no match': [200, 400],
  empty: [200, 400],
  missing: [400],
  bad: [400],
  repeated: [400],
  unknown: [400],
  'no key': [401],
  'wrong key': [401],
  'key without the operation': [403],
  'over its rate': [429],
};
/** Cells with a reason of their own. */
const OTHER: Readonly<Record<string, readonly number[]>> = {
  // Any text is a question: what cannot be decoded is answered with INVALID_FORCODES.
  'decodeForcode bad': [200],
  // Without any filter, the newest pictures.
  'searchImagery missing': [200],
};

it('answers every operation, in every shape and in every case, as docs/CONFORMANCE.md shows', async () => {
  const sections: string[] = [];
  const summary: string[][] = [];
  for (const each of tableCases()) {
    const { method, path, shapeOf } = OPERATIONS[each.operation];
    const title = `${each.operation}${each.shape === 'only' ? '' : `, ${each.shape} shape`}`;
    expect([title, shapeOf(Object.fromEntries(new URLSearchParams(each.ok)))]).toEqual([title, each.shape]);
    const rows: string[][] = [];
    const cells: string[] = [];
    for (const column of COLUMNS) {
      const asked = [each[column.query], column.more].filter((part) => part !== undefined).join('&');
      if (each[column.query] === undefined) {
        cells.push('');
        continue;
      }
      const reply = await send(each.operation, asked, column.key);
      const known = OTHER[`${each.operation} ${column.title}`] ?? EXPECTED[column.title] ?? [];
      const allowed =
        each.operation in LOCAL_OPERATIONS ? known : known.map((status) => (status === 200 ? 501 : status));
      expect([title, column.title, allowed.includes(reply.status)]).toEqual([title, column.title, true]);
      expect(reply.type).toMatch(/^application\/json/);
      const query = decodeURIComponent(asked);
      const text = digest(reply);
      expect(text).not.toBe('');
      rows.push([column.title, query === '' ? '' : `\`${query}\``, String(reply.status), `\`${text}\``]);
      cells.push(String(reply.status));
    }
    sections.push(
      `## ${title}\n\n\`${method} ${path}\`\n\n${table(['case', 'query', 'status', 'body'], rows)}`,
    );
    summary.push([title, ...cells]);
  }
  const rows = new Map<string, string[]>();
  for (const [title = '', ...cells] of summary) {
    const key = cells.join(' | ');
    rows.set(key, [...(rows.get(key) ?? []), title]);
  }
  const alike = [...rows].map(([key, titles]) => [shortList(titles), ...key.split(' | ')]);
  const summaryTable = table(['operation', ...COLUMNS.map(({ title }) => title)], alike);
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('answers.txt');
  await expect(`# Conformance: how the server answers

Written by \`test/conformance/table.test.ts\`, over the small city of the tests, when \`make docs\` runs. Beside this table, \`test/conformance/answers.txt\` has each query
with its response. [SERVER.md](SERVER.md#responses-to-failed-requests) says what each status means, and \`/docs\` of a server lists the parameters.

${summaryTable}

- *other client*: with \`lang=vi\` and \`region=vn\`, which libraries send to every service: the response is the same, and its header \`geomill-ignored\` names them.
- *no match*: 200 with an empty list and \`status: "ZERO_RESULTS"\`, \`NOT_FOUND\` or \`INVALID_FORCODES\` in google shape.
- *empty* and *missing*: a required parameter; *bad*: a value out of its range; *repeated*: a parameter twice; *unknown*: a parameter that the operation does not have.
- A refusal names the operation, the parameter and the reason: \`autocomplete: unknown parameter inptu: did you mean input? Known parameters: ...\`.
`).toMatchFileSnapshot('../../docs/CONFORMANCE.md');
});
