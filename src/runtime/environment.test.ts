import { describe, expect, it } from 'vitest';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { readEnvironment } from './environment.ts';

describe('readEnvironment', () => {
  it('reads what is set, and takes empty for not set', () => {
    expect(readEnvironment({ PATH: '/bin', GEOMILL_SERVICE: '', GEOMILL_API_KEY: '  ' })).toEqual({});
    expect(
      readEnvironment({
        GEOMILL_SERVICE: 'https://example.test/v1',
        GEOMILL_IMAGERY_SERVICE: 'http://127.0.0.1:8080/v1',
        GEOMILL_API_KEY: ' abc\n',
        GEOMILL_DATASET: 'dữ liệu/map',
        GEOMILL_CACHE: '/var/cache/x',
        GEOMILL_WORKERS: '3',
        GEOMILL_DEBUG: '1',
      }),
    ).toEqual({
      service: 'https://example.test/v1',
      imageryService: 'http://127.0.0.1:8080/v1',
      apiKey: 'abc',
      datasetDir: 'dữ liệu/map',
      cacheDir: '/var/cache/x',
      workers: 3,
    });
    expect(readEnvironment({ GEOMILL_SERVICE: 'local' })).toEqual({ service: 'local' });
  });

  it('tells every fault in one message, and no key', () => {
    const wrong = () =>
      readEnvironment({
        GEOMILL_SERVICE: 'example.test',
        GEOMILL_API_KEY: 'se cret',
        GEOMILL_API_KY: 'secret',
        GEOMILL_IMAGERY_SERVICE: 'local',
      });
    expect(wrong).toThrow(GeomillError);
    expect(wrong).toThrow(
      /^the environment is wrong:\n {2}GEOMILL_API_KY is unknown: did you mean GEOMILL_API_KEY\?\n {2}GEOMILL_SERVICE must be .*\n {2}GEOMILL_IMAGERY_SERVICE must be .*\n {2}GEOMILL_API_KEY must be one word/,
    );
    expect(wrong).not.toThrow(/cret/);
  });

  it.each(['0', '-1', '2.5', 'all', '1e3', '100000'])('refuses %s workers', (workers) => {
    expect(() => readEnvironment({ GEOMILL_WORKERS: workers })).toThrow(
      /GEOMILL_WORKERS must be a whole number, 1 to 256/,
    );
  });

  it('leaves variables of others alone', () => {
    expect(readEnvironment({ GEOMILL_TEST_ALL: '1' })).toEqual({});
  });
});
