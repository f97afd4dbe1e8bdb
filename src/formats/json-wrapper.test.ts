import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { LIST_NAMES } from './json-elements.ts';
import { readNdjsonRows } from './ndjson-read.ts';
import { spoolInput } from './spool.ts';

async function read(text: string) {
  const bytes = Buffer.from(text);
  const layout = await inspectInput({ head: bytes, name: 'page.json', isWhole: true });
  let out = '';
  const blocks = async function* () {
    yield bytes;
  };
  await spoolInput(blocks(), layout, async (block) => {
    out += Buffer.from(block).toString();
  });
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const names = [...LIST_NAMES];
const rows = fc.array(
  fc.record({ id: fc.integer(), address: fc.string(), more: fc.record({ a: fc.boolean() }) }),
  {
    minLength: 1,
    maxLength: 9,
  },
);

describe('the list of rows inside of an object', () => {
  it('is read, whatever stands beside it and however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(...names),
        fc.constantFrom(0, 1, 2),
        async (list, name, indent) => {
          const page = {
            success: true,
            total: 3,
            paging: { data: [1] },
            tags: ['x'],
            [name]: list,
            next: null,
          };
          expect(await read(JSON.stringify(page, null, indent))).toEqual(list);
        },
      ),
      { seed: 54, numRuns: 80 },
    );
  });

  it('is asked for where there are several', async () => {
    const text = JSON.stringify({ orders: [{ id: 1 }], customers: [{ id: 2 }] });
    await expect(read(text)).rejects.toThrow(
      "the object has several lists, orders and customers: write the one with the rows into a file of its own, as in jq -c '.orders[]' FILE.json > rows.ndjson",
    );
  });

  it('is none where an object on one line has a list of values', async () => {
    expect(await read('{"id":1,"address":"12 Lê Lợi","data":[10.7,106.6]}')).toEqual([
      { id: 1, address: '12 Lê Lợi', data: [10.7, 106.6] },
    ]);
  });
});

describe('values that follow one another', () => {
  it('are rows, on one line or on several', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.integer(), 'a } {': fc.string() }), { minLength: 2, maxLength: 9 }),
        fc.constantFrom('', ' ', '\n', '\r\n'),
        fc.constantFrom(0, 2),
        async (list, between, indent) => {
          const text = list.map((row) => JSON.stringify(row, null, indent)).join(between);
          expect(await read(text)).toEqual(list);
        },
      ),
      { seed: 54, numRuns: 80 },
    );
  });

  it('are features where they are', async () => {
    const feature = { type: 'Feature', geometry: null, properties: { a: 1 } };
    const text = [feature, feature].map((each) => JSON.stringify(each, null, 1)).join('\n');
    expect(await read(text)).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe('NaN, which is no JSON', () => {
  it('is an absent value on lines', () => {
    const bytes = Buffer.from('{"a":NaN,"b":"NaN","c":[-Infinity]}\n{"a":nan}');
    const frames = [
      { start: 0, end: 35, line: 0 },
      { start: 36, end: bytes.length, line: 1 },
    ];
    const [first, second] = readNdjsonRows({ bytes, frames }, ['a', 'b', 'c']);
    expect(first).toMatchObject({ cells: [null, 'NaN', [null]] });
    expect(second).toMatchObject({ issues: [{ code: 'invalid_json' }] });
  });

  it('is named in a document', async () => {
    await expect(read('[{"a": 1}, {"a": NaN}]')).rejects.toThrow('NaN');
  });
});
