import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService } from './open-service.ts';
import { addressOf, readServiceSettings, type RemoteSettings } from './service-settings.ts';

const choose = (stated: Parameters<typeof readServiceSettings>[0], env: Record<string, string> = {}) =>
  readServiceSettings(stated, { env, starterDir: 'starter' });

describe('readServiceSettings', () => {
  it('chooses the local starter dataset by default', async () => {
    expect(await choose({})).toMatchObject({ kind: 'local', datasetDir: 'starter' });
    expect(await choose({}, { GEOMILL_DATASET: 'env' })).toMatchObject({ kind: 'local', datasetDir: 'env' });
    expect(await choose({ dataset: 'flag' }, { GEOMILL_DATASET: 'env' })).toMatchObject({
      datasetDir: 'flag',
    });
    expect(await choose({ service: 'local' }, { GEOMILL_SERVICE: 'https://a.test/v1' })).toMatchObject({
      kind: 'local',
    });
  });

  it('prefers the command line to the environment', async () => {
    const env = {
      GEOMILL_SERVICE: 'https://a.test/v1',
      GEOMILL_API_KEY: 'key',
      GEOMILL_CACHE: 'cache',
      GEOMILL_IMAGERY_SERVICE: 'https://b.test/v1',
    };
    expect(await choose({ cache: true }, env)).toEqual({
      kind: 'remote',
      baseUrl: 'https://a.test/v1',
      imageryBaseUrl: 'https://b.test/v1',
      apiKey: 'key',
      cacheDir: 'cache',
      allowPrivate: false,
    });
    const other = await choose({ service: 'https://c.test/v1/', cache: false, allowPrivate: true }, env);
    expect(other).toMatchObject({ cacheDir: false, allowPrivate: true });
    expect(addressOf(other as RemoteSettings)).toBe('https://c.test/v1');
    expect(await choose({ service: 'https://c.test/v1' })).toMatchObject({
      cacheDir: join('output', '.cache'),
    });
  });

  it('refuses what is not an address', async () => {
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
      expect(chosen).toMatchObject({ apiKey: 'from-file' });
    });
  });
});

describe('the identity of a run that asks for routes', () => {
  const identities = async (env: Record<string, string>) => {
    const notes: string[] = [];
    const opened = await openService(await choose({ dataset: 'fixtures/starter' }, env), {
      onNote: (note) => notes.push(note),
    });
    const { identity } = opened;
    expect(await opened.identityFor(['geocodeForward'])).toBe(identity);
    expect(notes).toEqual([]);
    const withRoutes = await opened.identityFor(['geocodeForward', 'direction']);
    await opened.close();
    return { identity, withRoutes, notes };
  };

  it('names dataset and router, so that no run mixes the routes of two routers', async () => {
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
