import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { geojsonOutput } from './geojson-write.ts';
import { keepExactNumbers } from './json-numbers.ts';
import { columnTypes, readFeatures } from './read-features.ts';
import type { OutputColumn, OutputRow } from './record.ts';

const described = (names: readonly string[]): OutputColumn[] => names.map((name) => ({ name, type: 'any' }));

const write = (names: readonly string[], rows: readonly OutputRow[]): Buffer => {
  const writer = geojsonOutput.open(described(names));
  return Buffer.from(writer.head + writer.encode(rows) + writer.tail);
};

/** Returns the source of a file; all blocks are given in the same memory, as a reader may do. */
function sourceOf(names: readonly string[], file: Buffer, blockBytes: number) {
  async function* open(): AsyncGenerator<Uint8Array> {
    const block = Buffer.alloc(blockBytes);
    for (let at = 0; at < file.length; at += blockBytes)
      yield block.subarray(0, file.copy(block, 0, at, at + blockBytes));
  }
  return { columns: described(names), open };
}

async function read(names: readonly string[], file: Buffer, blockBytes: number): Promise<OutputRow[]> {
  const rows: OutputRow[] = [];
  for await (const list of readFeatures(sourceOf(names, file, blockBytes))) rows.push(...list);
  return rows;
}

/** Reads the file with the parser of the platform. */
function parse(names: readonly string[], file: Buffer): OutputRow[] {
  const { features } = JSON.parse(keepExactNumbers(file.toString())) as {
    features: {
      geometry: { coordinates: [number, number] } | null;
      properties: Record<string, unknown>;
    }[];
  };
  return features.map(({ geometry, properties }) => {
    const [lon = 0, lat = 0] = geometry?.coordinates ?? [];
    return { values: names.map((name) => properties[name]), position: geometry && { lat, lon } };
  });
}

const hostile = fc.constantFrom<unknown>(
  ...[
    '',
    '"',
    '\\',
    '\\"',
    '},{"type":"Feature",',
    '\n',
    '\u0000',
    '\u2028',
    '\ud800',
    'ế😀',
    'null',
    '{',
    '007',
  ],
  ...[0, -0, 1e21, 1e-7, 0.1 + 0.2, 2 ** 53, 123456789012345, -1.5, 12345678901234567890n, NaN],
  ...[true, false, null, undefined, [], {}, ['"', { a: ']}' }], { '"\\': [[], 1e300, 99999999999999999n] }],
);
const values = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue());
const table = fc
  .uniqueArray(fc.oneof(fc.constantFrom('', 'a', '0', '"', '__proto__', 'địa chỉ'), fc.string()), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((names) => {
    const position = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const row = fc.record({
      values: fc.array(values, { minLength: names.length, maxLength: names.length }),
      position: fc.option(position),
    });
    return fc.record({ names: fc.constant(names), rows: fc.array(row, { maxLength: 8 }) });
  });

describe('the rows of a finished GeoJSON output', () => {
  it('are those that JSON.parse reads, whatever they hold and wherever a block ends', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 300 }), async ({ names, rows }, blockBytes) => {
        const file = write(names, rows);
        expect(await read(names, file, blockBytes)).toEqual(parse(names, file));
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  it('are not read from a file with other columns, which are named', async () => {
    const file = write(['a', 'b'], [{ values: [1, 2], position: null }]);
    for (const names of [['a'], ['a', 'c'], ['a', 'b', 'c']]) {
      const error: unknown = await read(names, file, 100).catch((thrown: unknown) => thrown);
      expect(isGeomillError(error, 'RESULTS_CHANGED')).toBe(true);
      expect((error as Error).message).toContain(
        `the columns a, b, and this version of Geomill writes ${names.join(', ')}`,
      );
    }
  });

  it('are not read from a file that was written differently', async () => {
    const rows = [1, 2, 3].map((value) => ({ values: [value, 'x'], position: { lat: 1, lon: 2 } }));
    const text = write(['a', 'b'], rows).toString();
    const changes: [string, string | RegExp, string][] = [
      ['row 2', '"a":2', '"aa":2'],
      ['row 2', '"a":2,"b":"x"', '"a":2'],
      ['row 2', '"a":2,"b":"x"', '"a":2,"b":"x","c":3'],
      ['row 3', /"a":3.*\n/, '"a":3,"b":"x"}\n'],
      ['row 3', /"a":3.*\n/, '"a":3,"b":"x\n'],
      ['row 1', '"Point"', '"MultiPoint"'],
      ['row 1', '[2,1]', '[2,1,5]'],
      ['last line', /\n\]\}\n$/, ''],
    ];
    for (const [where, before, after] of changes) {
      const changed = text.replace(before, after);
      expect(changed).not.toBe(text);
      const error: unknown = await read(['a', 'b'], Buffer.from(changed), 64).catch(
        (thrown: unknown) => thrown,
      );
      expect([where, isGeomillError(error, 'RESULTS_CHANGED')]).toEqual([where, true]);
      expect((error as Error).message).toContain(where);
    }
  });
});

describe('the type of a column that may have any', () => {
  const typesOf = (...columns: unknown[][]) => {
    const names = columns.map((_, at) => `c${at}`);
    const rows = (columns[0] ?? []).map((_, row) => ({
      values: columns.map((column) => column[row]),
      position: null,
    }));
    return columnTypes(sourceOf(names, write(names, rows), 50));
  };

  it('is that of all its values', async () => {
    const late = [1, ...new Array<null>(40).fill(null)];
    expect(
      await typesOf(
        late.with(40, 2),
        late.with(40, 2.5),
        late.with(40, 'x' as never),
        late.with(40, true as never),
        late.with(40, (2 ** 60 + 0.5) as never),
        new Array(41).fill(null),
        new Array(41).fill(false),
        new Array(41).fill([]),
      ),
    ).toEqual(['integer', 'number', 'string', 'string', 'string', 'string', 'boolean', 'string']);
  });

  it('is known when it is text, and the rest of the file is not read', async () => {
    const names = ['a', 'b'];
    const rows = Array.from({ length: 100 }, () => ({ values: ['x', ''], position: null }));
    const { columns, open } = sourceOf(names, write(names, rows), 500);
    let blocks = 0;
    async function* counted() {
      for await (const block of open()) {
        blocks += 1;
        yield block;
      }
    }
    expect(await columnTypes({ columns, open: counted })).toEqual(['string', 'string']);
    expect(blocks).toBe(1);
  });
});
