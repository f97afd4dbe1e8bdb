import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOsmFile } from './open-osm.ts';
import { NO_TAGS } from './osm-entities.ts';
import { readOsmOrder, sortOsmFiles } from './sort-osm.ts';
import { createOsmPbfWriter } from './write-pbf.ts';
import { partPathOf } from '../../base/files/replace-file.ts';

let folder: string;
let path: string;
let sortedPath: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geomill-sort-'));
  path = join(folder, 'mixed.osm');
  sortedPath = join(folder, 'sorted.osm.pbf');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function objectsOf(file: string): Promise<string[]> {
  const seen: string[] = [];
  await (
    await openOsmFile(file)
  ).read({
    node: (...all) => seen.push(`node ${JSON.stringify(all)}`),
    way: (...all) => seen.push(`way ${JSON.stringify(all)}`),
    relation: (...all) => seen.push(`relation ${JSON.stringify(all)}`),
  });
  return seen;
}

/** Relations first, ids in both directions, one node and one way twice. */
const MIXED = `<osm version="0.6">
  <relation id="4"><member type="way" ref="20" role="outer"/><tag k="type" v="multipolygon"/></relation>
  <relation id="2"><member type="relation" ref="4" role=""/></relation>
  <way id="20"><nd ref="3"/><nd ref="1"/><tag k="name" v="old"/></way>
  <way id="10"><nd ref="1"/></way>
  <way id="20"><nd ref="1"/><nd ref="3"/><tag k="name" v="Đường 𣎃 new"/><tag k="empty" v=""/></way>
  <node id="3" lat="10.3" lon="106.3"><tag k="amenity" v="atm"/></node>
  <node id="1" lat="10" lon="106"/>
  <node id="1" lat="10.1" lon="106.1"><tag k="" v="nothing"/></node>
  <node id="-2" lat="1" lon="1"/>
  <node id="5" lat="91" lon="1"/>
</osm>`;

describe('sortOsmFiles', () => {
  it('sorts by kind and id, keeps every tag, and the last of each id', async () => {
    writeFileSync(path, MIXED);
    expect(await sortOsmFiles([path], sortedPath)).toEqual({ nodes: 3, ways: 2, relations: 2 });
    expect(await objectsOf(sortedPath)).toEqual([
      'node [-2,10000000,10000000,{}]',
      'node [1,101000000,1061000000,{"":"nothing"}]',
      'node [3,103000000,1063000000,{"amenity":"atm"}]',
      'way [10,[1],{}]',
      'way [20,[1,3],{"name":"Đường 𣎃 new","empty":""}]',
      'relation [2,[{"type":"relation","id":4,"role":""}],{}]',
      'relation [4,[{"type":"way","id":20,"role":"outer"}],{"type":"multipolygon"}]',
    ]);
    expect(await readOsmOrder(path)).toEqual({
      isSorted: false,
      ascending: { node: false, way: false, relation: false },
    });
    expect((await readOsmOrder(sortedPath)).isSorted).toBe(true);
  });

  it('merges files by id: of an object in several the newest stays', async () => {
    const files = ['2025-01-01', '2026-11-01', undefined].map((date, at) => {
      const file = join(folder, `merge-${at}.osm.pbf`);
      const parts: Uint8Array[] = [];
      const timestamp = date && `${date}T00:00:00.000Z`;
      const writer = createOsmPbfWriter((part) => parts.push(part), timestamp ? { timestamp } : {});
      // The second file is the largest, and streamed.
      const more = at === 1 ? Array.from({ length: 50 }, (_, i) => 100 + i) : [];
      for (const id of [1, at + 2, ...more]) writer.node(id, 1e8 + at, 1e9, {});
      for (const id of [10, 11 + at]) writer.way(id, [1, at + 2], { name: `${at}` });
      if (at !== 1) writer.relation(20, [], { name: `${at}` });
      writer.end();
      writeFileSync(file, Buffer.concat(parts));
      return file;
    });
    const seen: string[][] = [];
    for (const order of [files, files.toReversed()]) {
      expect(await sortOsmFiles(order, sortedPath)).toEqual({ nodes: 54, ways: 4, relations: 1 });
      seen.push((await objectsOf(sortedPath)).filter((object) => !object.includes('node [1,1')));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.filter((object) => /^way|^relation/.test(object))).toEqual([
      'way [10,[1,3],{"name":"1"}]',
      'way [11,[1,2],{"name":"0"}]',
      'way [12,[1,3],{"name":"1"}]',
      'way [13,[1,4],{"name":"2"}]',
      'relation [20,[],{"name":"0"}]',
    ]);
    expect((await objectsOf(sortedPath))[0]).toBe('node [1,100000001,1000000000,{}]');
    expect((await readOsmOrder(sortedPath)).isSorted).toBe(true);
  });

  it('makes the same bytes again, of a sorted file too', async () => {
    writeFileSync(path, MIXED);
    await sortOsmFiles([path], sortedPath);
    const bytes = readFileSync(sortedPath);
    const againPath = join(folder, 'again.osm.pbf');
    await sortOsmFiles([sortedPath], againPath);
    expect(readFileSync(againPath).equals(bytes)).toBe(true);
    expect(existsSync(partPathOf(againPath))).toBe(false);
  });

  it('knows a file by kind but not by id, and by id but not by kind', async () => {
    writeFileSync(
      path,
      '<osm><node id="2" lat="1" lon="1"/><node id="1" lat="1" lon="1"/><way id="1"/></osm>',
    );
    expect(await readOsmOrder(path)).toEqual({
      isSorted: false,
      ascending: { node: false, way: true, relation: true },
    });
    writeFileSync(path, '<osm><way id="1"/><node id="1" lat="1" lon="1"/></osm>');
    expect(await readOsmOrder(path)).toEqual({
      isSorted: false,
      ascending: { node: true, way: true, relation: true },
    });
  });

  it('leaves nothing behind when the source is damaged or the target cannot be written', async () => {
    writeFileSync(path, '<osm><node id="1" lat="1" lon="1"/>');
    const target = join(folder, 'never.osm.pbf');
    await expect(sortOsmFiles([path], target)).rejects.toMatchObject({ code: 'INPUT_BAD' });
    expect(existsSync(target) || existsSync(partPathOf(target))).toBe(false);
    writeFileSync(path, MIXED);
    await expect(sortOsmFiles([path], join(folder, 'no-folder', 'x'))).rejects.toMatchObject({
      code: 'OUTPUT_REFUSED',
    });
  });
});

describe('createOsmPbfWriter', () => {
  it('refuses what is out of order', () => {
    const writer = createOsmPbfWriter(() => undefined);
    writer.way(5, [], NO_TAGS);
    expect(() => writer.way(5, [], NO_TAGS)).toThrow('way 5 is out of order');
    expect(() => writer.node(6, 0, 0, NO_TAGS)).toThrow('node 6 is out of order');
    writer.relation(1, [], NO_TAGS);
  });

  it('cuts blocks long before the limit of the format, by count, members and length of texts', async () => {
    const fill: [string, (writer: ReturnType<typeof createOsmPbfWriter>) => void][] = [
      [
        'many nodes',
        (writer) => Array.from({ length: 20_001 }, (_, id) => writer.node(id, id, -id, NO_TAGS)),
      ],
      [
        'long ways',
        (writer) => [1, 2, 3].map((id) => writer.way(id, new Float64Array(700_000).fill(id), NO_TAGS)),
      ],
      [
        'long texts',
        (writer) => [1, 2, 3].map((id) => writer.way(id, [], { note: String(id).repeat(3_000_000) })),
      ],
    ];
    for (const [name, write] of fill) {
      const blocks: Uint8Array[] = [];
      const writer = createOsmPbfWriter((bytes) => blocks.push(bytes));
      write(writer);
      writer.end();
      // The header, then the objects.
      expect(blocks.length, name).toBeGreaterThan(2);
      writeFileSync(path, Buffer.concat(blocks));
      expect((await objectsOf(path)).length, name).toBe(name === 'many nodes' ? 20_001 : 3);
    }
  });
});
