import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { inspectInput, type StatedInput } from './inspect.ts';
import { needsSpool, spoolInput } from './spool.ts';

async function* blocksOf(bytes: Buffer, blockBytes: number) {
  for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
}

/** Spools an input in blocks of several sizes, which must come to the same, and returns text and layout. */
async function spool(input: string | Buffer, stated: StatedInput = {}) {
  const bytes = Buffer.from(input as string);
  const layout = await inspectInput({ head: bytes, name: '', isWhole: true }, stated);
  expect(needsSpool(layout)).toBe(true);
  const results = [];
  for (const blockBytes of [1, 7, 1 << 20]) {
    const parts: Uint8Array[] = [];
    const spooled = await spoolInput(
      blocksOf(bytes, blockBytes),
      layout,
      (part) => void parts.push(Buffer.from(part)),
    );
    expect(needsSpool(spooled)).toBe(false);
    results.push({ text: Buffer.concat(parts).toString('latin1'), layout: spooled });
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  const { text, layout: spooled } = results[0]!;
  return {
    text: Buffer.from(text, 'latin1').toString(),
    bytes: Buffer.from(text, 'latin1'),
    layout: spooled,
  };
}

async function refusal(input: string | Buffer): Promise<string> {
  const result = await spool(input).catch((error: unknown) => error);
  if (!isGeomillError(result, 'INPUT_BAD')) throw new Error(`not refused: ${String(result)}`);
  return result.message;
}

describe('spooling', () => {
  it('unpacks gzip and leaves the text as it is', async () => {
    const text = '\uFEFFid,tên\r\n1,"a\r\nb"\n';
    const { text: spooled, layout } = await spool(gzipSync(text));
    expect(spooled).toBe(text);
    expect(layout).toMatchObject({
      format: 'csv',
      compression: 'none',
      dataOffset: 12,
      columns: ['id', 'tên'],
    });
  });

  it('writes lines that end with a carriage return alone as lines, in any encoding', async () => {
    const { text, layout } = await spool('\uFEFFid,tên\r1,ế\r');
    expect(text).toBe('\uFEFFid,tên\n1,ế\n');
    expect(layout).not.toHaveProperty('lineEnds');
    expect(layout).toMatchObject({ columns: ['id', 'tên'], dataOffset: 11, firstLine: 2 });
    expect((await spool(Buffer.from('\uFEFFid,tên\r1,ế\r', 'utf16le'))).text).toBe('id,tên\n1,ế\n');
  });

  it('tells where gzip breaks off or is damaged', async () => {
    const packed = gzipSync(
      Array.from({ length: 5000 }, (_, index) => `${index},${Math.sin(index)}\n`).join(''),
    );
    expect(await refusal(packed.subarray(0, 40_000))).toMatch(/breaks off after byte 40000/);
    const damaged = Buffer.from(packed);
    damaged[damaged.length - 6]! ^= 1;
    expect(await refusal(damaged)).toMatch(/damaged before byte/);
  });

  it('brings UTF-16 to UTF-8 and lets half a character cost its row', async () => {
    const utf16 = Buffer.from('\uFEFFid,tên 😀\n1,2\n', 'utf16le');
    expect((await spool(utf16)).text).toBe('id,tên 😀\n1,2\n');
    const odd = await spool(Buffer.concat([utf16, Buffer.from([65])]));
    expect(odd.bytes.subarray(-2)).toEqual(Buffer.from([10, 0xff]));
    const lone = Buffer.from('\uFEFFid,b\n1,\uD83Dx\n', 'utf16le');
    expect((await spool(lone)).bytes.toString('latin1')).toBe('id,b\n1,\xffx\n');
  });

  it('composes the letters of windows-1258', async () => {
    const bytes = Buffer.from('name,x\nB\xea\xf2nh vi\xea\xf2n Ch\xf5\xf2 R\xe2\xdey,2\n', 'latin1');
    const { text } = await spool(bytes, { encoding: 'windows-1258' });
    expect(text).toBe('name,x\nBệnh viện Chợ Rẫy,2\n');
    expect(text).toBe(text.normalize('NFC'));
  });

  it('keeps numbers of a JSON array as they are written', async () => {
    const { text, layout } = await spool(
      '[ {"a" : 1.0, "b":12345678901234567890},\n\n {"c":[1e2, {"d":"\\u00e9\\n\\"x\\""}]}, 7 ]',
    );
    expect(text).toBe('{"a":1.0,"b":12345678901234567890}\n{"c":[1e2,{"d":"é\\n\\"x\\""}]}\n7\n');
    expect(layout).toMatchObject({ format: 'ndjson', columns: ['a', 'b', 'c'], dataOffset: 0 });
  });

  it('tells where a JSON document breaks off or goes wrong', async () => {
    expect(await refusal('[{"a":1},{"a":2},{"a"')).toMatch(/byte 21.*truncated/);
    expect(await refusal('[{"a":1},{"a":2}] [1]')).toMatch(/not valid JSON.*between byte/);
    expect(await refusal('[{"a":1},{"a":2')).toMatch(/truncated/);
  });

  it('marks an element whose bytes are no UTF-8', async () => {
    const { bytes } = await spool(Buffer.from('[{"a":"\xff"},{"a":"b"}]', 'latin1'));
    const [first, second] = bytes.toString('latin1').split('\n');
    expect(first!.endsWith('\xff')).toBe(true);
    expect(second).toBe('{"a":"b"}');
    // The second half of this character is the mark that stands for invalid bytes.
    expect((await spool('[{"a":"\u{188FF}"}]')).text).toBe('{"a":"\u{188FF}"}\n');
  });

  it('passes an element over 1 MiB through without holding it', async () => {
    const long = `{"a":[${'"x",'.repeat(700_000)}1]}`;
    const bytes = Buffer.from(`[{"b":1},${long},{"c":1}]`);
    const parts: Buffer[] = [];
    const layout = await inspectInput({ head: bytes.subarray(0, 1 << 20), name: '', isWhole: false });
    const spooled = await spoolInput(
      blocksOf(bytes, 65536),
      layout,
      (part) => void parts.push(Buffer.from(part)),
    );
    const lines = Buffer.concat(parts).toString().split('\n');
    expect(lines.map((line) => line.length)).toEqual([7, long.length, 7, 0]);
    expect(spooled.columns).toEqual(['b', 'c']);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(3 << 20);
  });
});

describe('spooling geojson', () => {
  const point = (members: string) =>
    `{"type":"Feature","geometry":{"type":"Point","coordinates":[106.70, 10.5]},${members}}`;

  it('flattens features: id, properties, lon and lat as written', async () => {
    const { text, layout } = await spool(
      `{"type":"FeatureCollection","name":"x","features":[${point('"id":"P1","properties":{"a":1.0}')},` +
        '{"type":"Feature","geometry":null,"properties":{"b":"é"}},' +
        '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2]]]},"properties":null}]}',
    );
    expect(text.split('\n')).toEqual([
      '{"id":"P1","a":1.0,"lon":106.70,"lat":10.5}',
      '{"b":"é"}',
      '{"geometry":{"type":"Polygon","coordinates":[[[1,2]]]}}',
      '',
    ]);
    expect(layout.columns).toEqual(['id', 'a', 'lon', 'lat', 'b', 'geometry']);
  });

  it('loses nothing where names clash, and keeps heights and foreign members', async () => {
    const { text } = await spool(
      `[${point('"properties":{"lat":"x","__proto__":2}')},${point('"id":1,"properties":{"id":2},"title":"t"')},` +
        '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,30]},"properties":{}}]',
    );
    expect(text.split('\n')).toEqual([
      '{"lat":"x","__proto__":2,"geometry":{"type":"Point","coordinates":[106.70,10.5]}}',
      '{"id":2,"title":"t","lon":106.70,"lat":10.5}',
      '{"lon":1,"lat":2,"geometry":{"type":"Point","coordinates":[1,2,30]}}',
      '',
    ]);
  });

  it('reads Features one a line, keeping broken lines for the rejects and blank ones for the numbers', async () => {
    const { text } = await spool(
      `${point('"properties":{"a":1}')}\r\n\n{"type":"Feature",\n${point('"properties":{}')}`,
    );
    expect(text.split('\n')).toEqual([
      '{"a":1,"lon":106.70,"lat":10.5}',
      '',
      '{"type":"Feature",',
      '{"lon":106.70,"lat":10.5}',
      '',
    ]);
  });

  it('reads text sequences, over several lines too', async () => {
    const pretty = JSON.stringify(JSON.parse(point('"properties":{"a":"x"}')), null, 2);
    const { text } = await spool(`\u001E${pretty}\n\u001E{"type":\n\u001E${point('"properties":{"a":2}')}\n`);
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      '{"a":"x","lon":106.7,"lat":10.5}',
      '{"type":',
      '{"a":2,"lon":106.70,"lat":10.5}',
      '',
    ]);
  });

  it('refuses coordinates that are not WGS84', async () => {
    const collection = (crs: string) =>
      `{"type":"FeatureCollection","features":[],"crs":{"type":"name","properties":{"name":"${crs}"}}}`;
    expect(await refusal(collection('urn:ogc:def:crs:EPSG::3405'))).toMatch(/EPSG::3405.*ogr2ogr/);
    expect((await spool(collection('urn:ogc:def:crs:OGC:1.3:CRS84'))).text).toBe('');
  });
});
