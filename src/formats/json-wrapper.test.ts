import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { LIST_NAMES } from './json-elements.ts';
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
