import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, chooseService, createNoter, openService } from './services.ts';

const choose = (stated: Parameters<typeof chooseService>[0], env: Record<string, string> = {}) =>
  chooseService(stated, { env, starterDir: 'starter' });

describe('chooseService', () => {
  it('is local with the map that comes along, unless told otherwise', async () => {
    expect(await choose({})).toMatchObject({ kind: 'local', datasetDir: 'starter' });
    expect(await choose({}, { GEOMILL_DATASET: 'env' })).toMatchObject({ kind: 'local', datasetDir: 'env' });
    expect(await choose({ dataset: 'flag' }, { GEOMILL_DATASET: 'env' })).toMatchObject({
      datasetDir: 'flag',
    });
    expect(await choose({ service: 'local' }, { GEOMILL_SERVICE: 'https://a.test/v1' })).toMatchObject({
      kind: 'local',
    });
  });

  it('is the service that the command line names, else the one of the environment', async () => {
    const env = {
      GEOMILL_SERVICE: 'https://a.test/v1',
      GEOMILL_API_KEY: 'key',
      GEOMILL_CACHE: 'cache',
      GEOMILL_IMAGERY_SERVICE: 'https://b.test/v1',
    };
    expect(await choose({ cache: true }, env)).toEqual({
      kind: 'remote',
      options: {
        baseUrl: 'https://a.test/v1',
        imageryBaseUrl: 'https://b.test/v1',
        apiKey: 'key',
        cacheDir: 'cache',
        allowPrivate: false,
      },
    });
    const other = await choose({ service: 'https://c.test/v1/', cache: false, allowPrivate: true }, env);
    expect(other).toMatchObject({ options: { cacheDir: false, allowPrivate: true } });
    expect(addressOf(other as Parameters<typeof addressOf>[0])).toBe('https://c.test/v1');
    expect(await choose({ service: 'https://c.test/v1' })).toMatchObject({
      options: { cacheDir: join('output', '.cache') },
    });
  });

  it('refuses what is no address, before anything is opened', async () => {
    await expect(choose({ service: 'locla' })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(choose({ service: 'https://user:pw@a.test/v1' })).rejects.toMatchObject({ code: 'USAGE' });
  });

  describe('with a key file', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-service-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('takes the key from there rather than from the environment', async () => {
      const apiKeyFile = join(folder, 'key');
      await writeFile(apiKeyFile, 'from-file\n');
      await chmod(apiKeyFile, 0o600);
      const chosen = await choose(
        { service: 'https://a.test/v1', apiKeyFile },
        { GEOMILL_API_KEY: 'from-env' },
      );
      expect(chosen).toMatchObject({ options: { apiKey: 'from-file' } });
    });
  });
});

describe('createNoter', () => {
  it('tells what a person wants to know, of each kind the first few', () => {
    const notes: string[] = [];
    const onEvent = createNoter((note) => notes.push(note));
    for (let i = 1; i <= 8; i += 1) onEvent({ event: 'Throttle:Pause', pauseMs: i * 1000, status: 429 });
    onEvent({ event: 'Throttle:Ceiling', ratePerSecond: 39.4, why: 'throttled' });
    onEvent({ event: 'Throttle:Ceiling', ratePerSecond: 41, why: 'probing' });
    onEvent({ event: 'Service:Stopped', code: 'SERVICE_DOWN', message: 'told as the failure' });
    expect(notes).toEqual([
      ...[1, 2, 3, 4].map((s) => `the service asks for a pause (429): waiting ${s}.0 s`),
      'the service asks for a pause (429): waiting 5.0 s; further notes of this kind are left out',
      'the service allows fewer requests: going on with 39 a second',
    ]);
  });
});

describe('who answers where ways are asked for', () => {
  const identities = async (env: Record<string, string>) => {
    const notes: string[] = [];
    const choice = { kind: 'local', datasetDir: 'fixtures/starter', env } as const;
    const opened = await openService(choice, {}, (note) => notes.push(note));
    const { identity } = opened;
    expect(await opened.identityFor(['geocodeForward'])).toBe(identity);
    expect(notes).toEqual([]);
    const withRoutes = await opened.identityFor(['geocodeForward', 'direction']);
    await opened.close();
    return { identity, withRoutes, notes };
  };

  it('is the dataset and what finds the ways, so that no run mixes the ways of two', async () => {
    const straight = await identities({});
    expect(straight.withRoutes).toBe(`${straight.identity}, routes over straight lines`);
    expect(straight.notes).toEqual([
      'routes are straight lines: the dataset has no road tiles; build one from an OpenStreetMap extract (geomill dataset build --osm)',
    ]);
    const served = await identities({ GEOMILL_VALHALLA_URL: 'http://127.0.0.1:8002' });
    expect(served).toEqual({
      identity: straight.identity,
      withRoutes: `${straight.identity}, routes of 127.0.0.1:8002`,
      notes: [],
    });
  });
});
