import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createKeyRing } from './key-ring.ts';
import { createKey, parseKeys } from './keys-file.ts';

const entryOf = (rights: Parameters<typeof createKey>[0] = {}) => createKey(rights, 0);

describe('a keys file', () => {
  it('has the rights of a key, but not the key', () => {
    const { key, entry } = entryOf({
      name: 'web shop',
      operations: ['place'],
      rate_per_second: 2,
      per_day: 9,
    });
    const text = stringify({ keys: [entry] });
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(3));
    expect(parseKeys(text, 'keys.yaml')).toEqual([entry]);
  });

  it('has keys of 128 random bits', () => {
    const keys = Array.from({ length: 100 }, () => entryOf().key);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^gm_[\w-]{22}$/);
  });

  it.each([
    ['keys: [', /line 1/],
    ['keys:\n  - id: 00000000', /sha256/],
    [stringify({ keys: [{ ...entryOf().entry, operations: ['fly'] }] }), /operations/],
    [stringify({ keys: [{ ...entryOf().entry, rate: 5 }] }), /wrong/],
    [
      stringify({
        keys: [
          { ...entryOf().entry, id: '00000000' },
          { ...entryOf().entry, id: '00000000' },
        ],
      }),
      /two keys/,
    ],
    ['', /wrong/],
  ])('that is wrong is refused: %j', (text, message) => {
    expect(() => parseKeys(text, 'keys.yaml')).toThrow(message);
  });
});

describe('a key ring', () => {
  it('knows its keys and no others', () => {
    const [one, two] = [entryOf({ per_day: 5 }), entryOf({ operations: ['place'] })];
    const ring = createKeyRing([one.entry, two.entry]);
    expect(ring.accountOf(one.key)).toEqual({ id: one.entry.id, perDay: 5 });
    expect(ring.accountOf(two.key)?.operations).toEqual(new Set(['place']));
    for (const wrong of ['', one.key.slice(0, -1), `${one.key}x`, one.entry.sha256, entryOf().key]) {
      expect(ring.accountOf(wrong)).toBeUndefined();
    }
  });

  it('forgets the keys that are replaced', () => {
    const [one, two] = [entryOf(), entryOf()];
    const ring = createKeyRing([one.entry]);
    ring.replace([two.entry]);
    expect([ring.accountOf(one.key), ring.accountOf(two.key)?.id]).toEqual([undefined, two.entry.id]);
  });
});
