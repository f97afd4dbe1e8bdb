import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashKey, placeId, placeIdOf, readPlaceId } from './place-id.ts';

const KEYS = ['osm:node/1', 'osm:way/123', 'ward:00004', 'addresses:H-17', '', 'Đường Hồng Hà 🙂'];

describe('place ids', () => {
  it('are 60 characters of the alphabet, the same for the same key, different for others', () => {
    const ids = Array.from({ length: 5000 }, (_, n) => placeId(`osm:node/${n}`));
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{60}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(placeId('osm:node/17')).toBe(ids[17]);
  });

  it.each(KEYS)('hold the first eight bytes of the sha512 of %j', (key) => {
    const digest = createHash('sha512').update(key).digest();
    expect(Buffer.from(placeId(key), 'base64url').subarray(0, 8)).toEqual(digest.subarray(0, 8));
    expect(hashKey(key)).toEqual({ high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) });
  });

  it.each(KEYS)('lead back to the hash of %j', (key) => {
    expect(readPlaceId(placeId(key))).toEqual(hashKey(key));
  });

  it('can be made of any hash', () => {
    for (const [high, low] of [
      [0, 0],
      [0xffffffff, 0xffffffff],
      [0x80000000, 1],
    ] as const) {
      expect(readPlaceId(placeIdOf(high, low))).toEqual({ high, low });
    }
  });

  it('are refused when invented or changed anywhere', () => {
    const id = placeId('osm:way/123');
    for (let at = 0; at < id.length; at += 1) {
      const other = id[at] === 'A' ? 'B' : 'A';
      expect(readPlaceId(id.slice(0, at) + other + id.slice(at + 1))).toBeUndefined();
    }
    const strange = ['', 'x', id.slice(1), `${id}A`, ' '.repeat(60), '🙂'.repeat(30), id.replace(/.$/, '=')];
    // The standard alphabet of base64 says the same bytes and is still no place id.
    strange.push(Buffer.alloc(45, 0xff).toString('base64'));
    for (const text of strange) expect(readPlaceId(text)).toBeUndefined();
  });
});
