import { describe, expect, it } from 'vitest';
import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import { packFailure, threadEnded, unpackFailure } from './thread-failure.ts';

const across = (error: unknown) => unpackFailure(structuredClone(packFailure(error)));

describe('packFailure', () => {
  it('brings a failure of the catalogue across with its code', () => {
    const failure = across(new GeomillError('DATASET_BAD', 'no dataset', { details: { folder: 'x' } }));
    expect(isGeomillError(failure, 'DATASET_BAD')).toBe(true);
    expect(failure.message).toBe('no dataset');
  });

  it('brings others across with what they say, and where they come from', () => {
    const error = new TypeError('undefined is not a function');
    const failure = across(error);
    expect(isGeomillError(failure)).toBe(false);
    expect(failure).toMatchObject({ message: error.message, stack: error.stack });
    expect(across('thrown text').message).toBe('thrown text');
  });
});

describe('threadEnded', () => {
  it('says why, and what to do', () => {
    const memory = Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect(threadEnded(memory)).toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(/ran out of memory.*fewer --workers/) as string,
    });
    expect(threadEnded(new Error('worker exited with code: 7')).message).toMatch(
      /worker exited with code: 7.*the same command to go on from there/,
    );
  });
});
