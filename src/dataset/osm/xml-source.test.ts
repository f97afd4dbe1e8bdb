import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOsmFile } from './open-osm.ts';

let path: string;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geomill-xml-'));
  path = join(folder, 'file.osm');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Uint8Array): Promise<unknown[]> {
  writeFileSync(path, content);
  const seen: unknown[] = [];
  const source = await openOsmFile(path);
  const header = await source.read({
    node: (id, lat, lon, tags) => seen.push(['node', id, lat, lon, { ...tags }]),
    way: (id, refs, tags) => seen.push(['way', id, [...refs], { ...tags }]),
    relation: (id, members, tags) => seen.push(['relation', id, members, { ...tags }]),
  });
  return header.timestamp === undefined ? seen : [...seen, header.timestamp];
}

const fault = (content: string | Uint8Array) =>
  read(content).then(
    () => 'no fault',
    (cause: { code?: string; message: string }) =>
      cause.code === 'INPUT_BAD' ? cause.message.replace(path, 'FILE') : `${cause.code}: ${cause.message}`,
  );

const SAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="Overpass API">
  <note>The data is from www.openstreetmap.org</note>
  <meta osm_base="2025-07-01T12:00:00Z"/>
  <bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/>
  <relation id="9"><member type="way" ref="7" role="outer"/><member type="node" ref="-1" role=""/></relation>
  <way id="7" visible="true"><center lat="1" lon="1"/><nd ref="-1" lat="1" lon="1"/><nd ref="5000000001"/><tag k="highway" v="residential"/></way>
  <node id="-1" lat="10.7" lon="106.7"/>
  <node id="5000000001" lat="-90" lon="180.0"><tag k="name" v="Chợ &quot;B&#7871;n&quot; &amp; Th&#224;nh"/><tag k="__proto__" v="x"/></node>
  <node id="6" lat="1" lon="1" visible="false"/>
  <node id="8" action="delete" lat="1" lon="1"/>
</osm>`;
const SEEN = [
  [
    'relation',
    9,
    [
      { type: 'way', id: 7, role: 'outer' },
      { type: 'node', id: -1, role: '' },
    ],
    {},
  ],
  ['way', 7, [-1, 5_000_000_001], { highway: 'residential' }],
  ['node', -1, 107_000_000, 1_067_000_000, {}],
  ['node', 5_000_000_001, -900_000_000, 1_800_000_000, { name: 'Chợ "Bến" & Thành', ['__proto__']: 'x' }],
  '2025-07-01T12:00:00.000Z',
];

describe('reading OSM XML', () => {
  it('reads every kind, with entities, negative ids and what editors add', async () => {
    const seen = await read(SAMPLE);
    expect(JSON.stringify(seen)).toBe(JSON.stringify(SEEN));
  });

  it('reads it gzipped, in several members, after a byte order mark, and whatever the name', async () => {
    const [head, tail] = [SAMPLE.slice(0, 300), SAMPLE.slice(300)];
    for (const content of [
      gzipSync(SAMPLE),
      Buffer.concat([gzipSync(head), gzipSync(tail)]),
      `\ufeff${SAMPLE}`,
    ]) {
      expect(JSON.stringify(await read(content))).toBe(JSON.stringify(SEEN));
    }
  });

  it('can be read several times and be stopped', async () => {
    writeFileSync(path, SAMPLE);
    const source = await openOsmFile(path);
    const ids: number[] = [];
    await source.read({ way: (id) => ids.push(id) });
    await source.read({ node: (id) => ids.push(id) });
    expect(ids).toEqual([7, -1, 5_000_000_001]);
    await expect(source.read({}, undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
    const slip = new TypeError('a slip of the visitor');
    await expect(
      source.read({
        way: () => {
          throw slip;
        },
      }),
    ).rejects.toBe(slip);
  });
});

describe('OSM XML that is damaged', () => {
  it.each([
    ['<osm version="0.6"><node id="1" lat="1" lon="1">', 'unclosed tag'],
    [
      '<osm version="0.6"><node id="1" lat="1" lon="1"></way></osm>',
      'line 1, column 54: unexpected close tag. Download',
    ],
    ['<osm version="0.5"></osm>', 'of version 0.5'],
    ['<osmChange version="0.6"></osmChange>', 'Apply the changes'],
    ['<gpx></gpx>', '<gpx> and not <osm>'],
    ['<osm><node id="x" lat="1" lon="1"/></osm>', 'id "x", which is not an integer'],
    ['<osm><node lat="1" lon="1"/></osm>', 'id "", which is not an integer'],
    ['<osm><node id="1" lat="1,5" lon="1"/></osm>', 'node 1 has the lat "1,5"'],
    ['<osm><way id="1"><nd/></way></osm>', '<nd> has the ref ""'],
    ['<osm><way id="1"><tag k="a"/></way></osm>', 'a tag of way 1 lacks its k or v'],
    ['<osm><relation id="1"><member type="car" ref="1" role=""/></relation></osm>', 'type "car"'],
    ['<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><osm><node id="&b;"/></osm>', 'undefined entity'],
    [
      Buffer.concat([Buffer.from('<osm><node id="1" lat="1" lon="1"><tag k="a" v="'), Buffer.from([0xff])]),
      'not UTF-8',
    ],
    [`<osm>${' '.repeat(17_000_000)}</osm>`, 'no element for 16 million characters'],
    [gzipSync(SAMPLE).subarray(0, 200), 'the gzip file breaks off'],
    [
      gzipSync(SAMPLE).map((byte, i, all) => (i === all.length - 6 ? byte ^ 1 : byte)),
      'the gzip file is damaged',
    ],
  ])('%# says where and what', async (content, expected) => {
    const text = await fault(content);
    expect(text).toMatch(/^FILE, (?:line \d+, column \d+|before byte \d+): /);
    expect(text).toContain(expected);
  });
});
