import { PbfWriter } from 'pbf';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { createPbfSource, openOsmFile } from './open-osm.ts';
import { createOsmPbfWriter } from './write-pbf.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geomill-pbf-'));
  path = join(folder, 'file.osm.pbf');
});
afterAll(() => rmSync(folder, { recursive: true }));

type Fill = (pbf: PbfWriter) => void;
const message = (fill: Fill): Uint8Array => {
  const pbf = new PbfWriter();
  fill(pbf);
  return pbf.finish();
};
const packed =
  (content: Uint8Array): Fill =>
  (blob) => {
    blob.writeVarintField(2, content.length);
    blob.writeBytesField(3, deflateSync(content));
  };
const raw =
  (content: Uint8Array): Fill =>
  (blob) =>
    blob.writeBytesField(1, content);
const block = (type: string, fillBlob: Fill): Uint8Array => {
  const blob = message(fillBlob);
  const header = message((pbf) => {
    pbf.writeStringField(1, type);
    pbf.writeVarintField(3, blob.length);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
};
const header = (...features: string[]) =>
  block(
    'OSMHeader',
    packed(message((pbf) => features.forEach((feature) => pbf.writeStringField(4, feature)))),
  );
const HEADER = header('OsmSchema-V0.6', 'DenseNodes');

const strings =
  (...texts: string[]): Fill =>
  (pbf) =>
    pbf.writeBytesField(
      1,
      message((table) => texts.forEach((text) => table.writeStringField(1, text))),
    );

async function read(...parts: Uint8Array[]): Promise<unknown[]> {
  writeFileSync(path, Buffer.concat(parts));
  const seen: unknown[] = [];
  await createPbfSource(path).read({
    node: (id, lat, lon, tags) => seen.push(['node', id, lat, lon, { ...tags }]),
    way: (id, refs, tags) => seen.push(['way', id, [...refs], { ...tags }]),
    relation: (id, members, tags) => seen.push(['relation', id, members, { ...tags }]),
  });
  return seen;
}

async function failure(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!isGeomillError(error, 'INPUT_BAD')) throw new Error(`no INPUT_BAD but ${String(error)}`);
  expect(error.message).toContain(path);
  return error.message.replace(path, 'FILE');
}

/** A small file with every kind of object, made by the project's own writer. */
function sample(): Buffer {
  const parts: Uint8Array[] = [];
  const writer = createOsmPbfWriter((bytes) => parts.push(bytes), { timestamp: '2025-07-01T00:00:00Z' });
  writer.node(-5, 100, -200, Object.assign(Object.create(null), { a: '' }) as Record<string, string>);
  writer.node(1, 107000000, 1067000000, {});
  writer.node(5_000_000_001, -900000000, 1800000000, { name: 'Chợ 𣎃', ['__proto__x']: 'y' });
  writer.way(7, [1, 5_000_000_001, 1], { highway: 'residential' });
  writer.relation(
    9,
    [
      { type: 'way', id: 7, role: 'outer' },
      { type: 'node', id: 1, role: '' },
    ],
    { type: 'site' },
  );
  writer.end();
  return Buffer.concat(parts);
}

describe('reading PBF', () => {
  it('reads what the writer wrote: ids beyond 32 bits, empty and rare texts, every kind', async () => {
    expect(await read(sample())).toEqual([
      ['node', -5, 100, -200, { a: '' }],
      ['node', 1, 107000000, 1067000000, {}],
      ['node', 5_000_000_001, -900000000, 1800000000, { name: 'Chợ 𣎃', __proto__x: 'y' }],
      ['way', 7, [1, 5_000_000_001, 1], { highway: 'residential' }],
      [
        'relation',
        9,
        [
          { type: 'way', id: 7, role: 'outer' },
          { type: 'node', id: 1, role: '' },
        ],
        { type: 'site' },
      ],
    ]);
    expect(await createPbfSource(path).read({})).toEqual({ timestamp: '2025-07-01T00:00:00.000Z' });
  });

  it('reads plain nodes, other units and blocks that are not packed', async () => {
    const node = (id: number, lat: number, lon: number) =>
      message((pbf) => {
        pbf.writeSVarintField(1, id);
        pbf.writePackedVarint(2, [1]);
        pbf.writePackedVarint(3, [2]);
        pbf.writeSVarintField(8, lat);
        pbf.writeSVarintField(9, lon);
      });
    const data = message((pbf) => {
      strings('', 'amenity', 'atm')(pbf);
      pbf.writeBytesField(
        2,
        message((group) => group.writeBytesField(1, node(3, 21_000, -105_000))),
      );
      // Units come after the objects they apply to.
      pbf.writeVarintField(17, 1_000_000);
      pbf.writeVarintField(19, 500);
      pbf.writeVarintField(20, -300);
    });
    expect(await read(HEADER, block('OSMData', raw(data)))).toEqual([
      ['node', 3, 210_000_005, -1_050_000_003, { amenity: 'atm' }],
    ]);
  });

  it('passes over blocks that hold nothing wanted, from the second reading on', async () => {
    writeFileSync(path, sample());
    const source = createPbfSource(path);
    await source.read({});
    const ids: number[] = [];
    await source.read({ way: (id) => ids.push(id) });
    await source.read({ node: (id) => ids.push(id) });
    expect(ids).toEqual([7, -5, 1, 5_000_000_001]);
  });

  it('hands on what a visitor throws, and stops when told to', async () => {
    writeFileSync(path, sample());
    const slip = new TypeError('a slip of the visitor');
    await expect(
      createPbfSource(path).read({
        way: () => {
          throw slip;
        },
      }),
    ).rejects.toBe(slip);
    await expect(createPbfSource(path).read({}, undefined, AbortSignal.abort())).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });

  it('notices when the file is another one in a later reading', async () => {
    writeFileSync(path, sample());
    const source = createPbfSource(path);
    await source.read({});
    writeFileSync(path, HEADER);
    await expect(source.read({})).rejects.toMatchObject({ code: 'INPUT_CHANGED' });
  });

  it('tells how far it is', async () => {
    writeFileSync(path, sample());
    const seen: [number, number][] = [];
    await createPbfSource(path).read({}, (bytesRead, bytesTotal) => seen.push([bytesRead, bytesTotal]));
    expect(seen).toHaveLength(4);
    expect(seen.at(-1)).toEqual([sample().length, sample().length]);
  });
});

describe('PBF that is damaged or not to be read', () => {
  it('is named as missing, empty or of another kind', async () => {
    await expect(openOsmFile(join(folder, 'none.pbf'))).rejects.toMatchObject({ code: 'INPUT_MISSING' });
    await expect(createPbfSource(join(folder, 'none.pbf')).read({})).rejects.toMatchObject({
      code: 'INPUT_MISSING',
    });
    expect(await failure(read())).toContain('FILE, byte 0: the file is empty');
    for (const text of [
      'number;street\n1;Lê Lợi\n',
      'PK\u0003\u0004zip',
      '{"type":"FeatureCollection"}',
      '\0\0\0\x02ab',
    ]) {
      expect(await failure(read(Buffer.from(text))), text).toBe(
        'FILE, byte 0: this does not begin like an .osm.pbf file. Give an .osm.pbf, .osm or .osm.gz file.',
      );
    }
    expect(await failure(read(block('OSMData', raw(new Uint8Array()))))).toContain(
      'without its header block',
    );
  });

  it('names the feature that it requires', async () => {
    expect(await failure(read(header('OsmSchema-V0.6', 'HistoricalInformation')))).toContain(
      'FILE, byte 0: the block cannot be read (the file requires "HistoricalInformation" of its reader',
    );
  });

  it('names the compression that Node has not, with a way out', async () => {
    for (const [field, name] of [
      [4, 'LZMA'],
      [6, 'LZ4'],
      [7, 'Zstandard'],
    ] as const) {
      const other = block('OSMData', (blob) => blob.writeBytesField(field, new Uint8Array(3)));
      const text = await failure(read(HEADER, other));
      expect(text).toContain(`byte ${HEADER.length}: the block cannot be read (it is packed with ${name})`);
      expect(text).toContain('osmium cat');
    }
  });

  it('never inflates a block beyond what it states, nor what the format allows', async () => {
    const bomb = deflateSync(new Uint8Array(64 * 1024 * 1024));
    const stating = (size: number) =>
      block('OSMData', (blob) => {
        blob.writeVarintField(2, size);
        blob.writeBytesField(3, bomb);
      });
    const before = process.memoryUsage().arrayBuffers;
    expect(await failure(read(HEADER, stating(100)))).toContain(`byte ${HEADER.length}`);
    expect(await failure(read(HEADER, stating(0)))).toContain(`byte ${HEADER.length}`);
    expect(await failure(read(HEADER, stating(64 * 1024 * 1024)))).toContain('it states 67108864 bytes');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    const short = block('OSMData', (blob) => {
      blob.writeVarintField(2, 50);
      blob.writeBytesField(3, deflateSync(new Uint8Array(10)));
    });
    expect(await failure(read(HEADER, short))).toContain('it states 50 bytes and inflates to 10');
    expect(
      await failure(
        read(
          HEADER,
          block('OSMData', () => undefined),
        ),
      ),
    ).toContain('it has no content');
  });

  it('is refused for texts, lists and members that do not fit', async () => {
    const group = (fill: Fill) =>
      block(
        'OSMData',
        raw(
          message((pbf) => {
            strings('', 'k', 'v')(pbf);
            pbf.writeBytesField(2, message(fill));
          }),
        ),
      );
    const way = (fill: Fill) => group((pbf) => pbf.writeBytesField(3, message(fill)));
    const relation = (fill: Fill) => group((pbf) => pbf.writeBytesField(4, message(fill)));
    const dense = (fill: Fill) => group((pbf) => pbf.writeBytesField(2, message(fill)));
    const cases: [Uint8Array, string][] = [
      [
        way((pbf) => (pbf.writePackedVarint(2, [9]), pbf.writePackedVarint(3, [1]))),
        'a tag refers to string 9 of 3',
      ],
      [way((pbf) => pbf.writePackedVarint(2, [1])), '1 keys have 0 values'],
      [way((pbf) => pbf.writeStringField(1, 'text')), 'wire type 2'],
      [dense((pbf) => pbf.writePackedSVarint(1, [1, 1])), '2 nodes have 0 latitudes'],
      [
        dense((pbf) => {
          for (const field of [1, 8, 9]) pbf.writePackedSVarint(field, [1]);
          pbf.writePackedVarint(10, [1, 2]);
        }),
        'a tag refers to string -1 of 3',
      ],
      [relation((pbf) => pbf.writePackedSVarint(9, [1])), '0 roles and 0 types'],
      [
        relation((pbf) => {
          pbf.writePackedVarint(8, [0]);
          pbf.writePackedSVarint(9, [1]);
          pbf.writePackedVarint(10, [3]);
        }),
        'a member is of type 3',
      ],
    ];
    for (const [bytes, fault] of cases) {
      const text = await failure(read(HEADER, bytes));
      expect(text).toContain(`FILE, byte ${HEADER.length}: the block cannot be read (`);
      expect(text).toContain(fault);
    }
  });

  it('is refused when it is cut off anywhere but between two blocks', async () => {
    const whole = sample();
    const ends = new Set<number>([0]);
    await read(whole);
    await createPbfSource(path).read({}, (bytesRead) => ends.add(bytesRead));
    const sound = await read(whole);
    for (let length = 1; length < whole.length; length += length % 3 === 0 ? 1 : 2) {
      const cut = read(whole.subarray(0, length));
      // A file of whole blocks is a file: what is missing at its end cannot be seen.
      if (ends.has(length)) expect(sound.slice(0, (await cut).length)).toEqual(await cut);
      else expect(await failure(cut), String(length)).toMatch(/FILE, byte \d+: /);
    }
  });

  it('is refused, or read as before, whatever bit is flipped', async () => {
    const whole = sample();
    const sound = await read(whole);
    let refused = 0;
    // Every seventh bit: all bits of a byte have their turn, and the suite stays quick. All of them were tried once.
    for (let bit = 0; bit < whole.length * 8; bit += 7) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      const outcome = await read(flipped).catch((cause: unknown) => cause);
      if (Array.isArray(outcome)) expect(outcome, `bit ${bit}`).toEqual(sound);
      else if (isGeomillError(outcome, 'INPUT_BAD')) refused += 1;
      else throw new Error(`bit ${bit}: ${String(outcome)}`);
    }
    expect(refused).toBeGreaterThan(whole.length);
  });
});
