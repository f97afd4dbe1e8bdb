import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inputName, inputSource } from './input-source.ts';

describe('inputName', () => {
  it.each([
    ['fixtures/addresses.csv', 'addresses'],
    ['a/b.csv.gz', 'b'],
    ['a/B.NDJSON.GZ', 'B'],
    ['tên có dấu và khoảng trắng.csv', 'tên có dấu và khoảng trắng'],
    ['data.2025.csv', 'data.2025'],
    ['noext', 'noext'],
    ['.hidden.csv', 'hidden'],
    ['.csv', 'csv'],
    ['..gz', 'input'],
    ['output/geocode/x/rejects.ndjson', 'rejects-input'],
    ['manifest.json', 'manifest-input'],
  ])('of %s is %s', (path, name) => expect(inputName(path)).toBe(name));
});

describe('inputSource', () => {
  it('is a file or a stream', () => {
    const stdin = Readable.from([]);
    expect(inputSource('a/b.csv.gz')).toEqual({ name: 'b', fileName: 'b.csv.gz', path: 'a/b.csv.gz' });
    expect(inputSource(stdin)).toEqual({ name: 'stdin', fileName: '', stream: stdin });
  });
});
