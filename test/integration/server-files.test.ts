import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { createGeoService } from '../../src/contract/service.ts';
import { createKey, readKeysFile, writeKeysFile } from '../../src/server/access/keys-file.ts';
import { createKeyRing, keysVersionOf, watchKeysFile } from '../../src/server/access/key-ring.ts';
import { createLog } from '../../src/server/log.ts';
import { createServer } from '../../src/server/create-server.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';

const newFolder = useTemporaryFolders('server-files');
const service = createGeoService({
  decodeForcode: {
    only: async ({ forcodes }) => ({ lat: 21, lng: 105, resolution: 13, forcodes, status: 'OK' }),
  },
});

/** Serves with a key that may send 9 requests a day, one request, and stops; returns the log and what is left of the day. */
async function serveOnce(folder: string) {
  const keysFile = join(folder, 'keys.yaml');
  const { key, entry } = createKey({ per_day: 9 }, 0);
  writeFileSync(keysFile, stringify({ keys: [entry] }));
  const lines: string[] = [];
  const log = createLog('info', (line) => void lines.push(line));
  const { app, stop } = await createServer({ service, keysFile, log });
  const response = await app.inject({
    method: 'POST',
    url: `/v1/forcodes/decode?forcodes=HN4TZ&apikey=${key}`,
  });
  await stop();
  return { status: response.statusCode, log: lines.join(''), usageFile: `${keysFile}.usage.json` };
}

describe('the usage file of a server', () => {
  it.each([
    ['cut', '{"day":"2026-'],
    ['of zeros, as after a power cut', '\0'.repeat(80)],
    ['empty', ''],
    ['of another form', '{"day":1}'],
  ])('that is damaged (%s) is set aside and reported, and the server starts', async (_what, text) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'keys.yaml.usage.json'), text);
    const { status, log, usageFile } = await serveOnce(folder);
    expect([status, readFileSync(`${usageFile}.damaged`, 'utf8')]).toEqual([200, text]);
    expect(log).toContain('"event":"Usage:SetAside"');
    expect(log).toContain(`${usageFile}.damaged`);
    expect(readFileSync(usageFile, 'utf8')).toContain('"requests":1');
  });

  it('is written through no planted link, and is readable by its owner only', async () => {
    const folder = newFolder();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'kept');
    for (const name of ['keys.yaml.usage.json.new', '.keys.yaml.usage.json.part'])
      symlinkSync(victim, join(folder, name));
    const { usageFile } = await serveOnce(folder);
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect(lstatSync(usageFile).isFile()).toBe(true);
    expect(statSync(usageFile).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, '.keys.yaml.usage.json.part'))).toBe(false);
  });
});

describe('two servers of one keys file', () => {
  it('lose no counts, and keep one quota of the day together, also after a restart', async () => {
    const keysFile = join(newFolder(), 'keys.yaml');
    const { key, entry } = createKey({ per_day: 9 }, 0);
    writeFileSync(keysFile, stringify({ keys: [entry] }));
    const start = (name: string) => createServer({ service, keysFile, name });
    type Server = Awaited<ReturnType<typeof start>>;
    const send = async ({ app }: Server, count: number): Promise<number[]> => {
      const url = `/v1/forcodes/decode?forcodes=HN4TZ&apikey=${key}`;
      const sent = Array.from({ length: count }, () => app.inject({ method: 'POST', url }));
      return (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    };
    const counted = async ({ app }: Server) => {
      const { requests } = (await app.inject({ url: `/v1/usage?apikey=${key}` })).json<{
        requests: number;
      }>();
      return requests;
    };
    const [one, two] = [await start('host.127.0.0.1.8080'), await start('host.127.0.0.1.8081')];
    expect(await send(one, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(await send(two, 2)).toEqual([200, 200]);
    await expect.poll(() => counted(one)).toBe(7);
    await expect.poll(() => counted(two)).toBe(7);
    // The old server of a swap ends; a new one takes its place.
    await one.stop();
    const three = await start('host.127.0.0.1.8082');
    expect(await counted(three)).toBe(7);
    expect(await send(three, 3)).toEqual([200, 200, 429]);
    await Promise.all([two.stop(), three.stop()]);
    const again = await start('host.127.0.0.1.8080');
    expect([await counted(again), await send(again, 1)]).toEqual([9, [429]]);
    await again.stop();
  });
});

describe('a keys file', () => {
  it.skipIf(process.platform === 'win32')('that is a pipe is refused, and does not wait', async () => {
    const path = join(newFolder(), 'keys.yaml');
    execFileSync('mkfifo', [path]);
    await expect(readKeysFile(path)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('it is a pipe, not a file') as string,
    });
  });

  it.skipIf(process.platform === 'win32')(
    'that becomes a pipe is logged, and read again when it is a file',
    { timeout: 30_000 },
    async () => {
      const path = join(newFolder(), 'keys.yaml');
      const [one, two] = [createKey({}, 0), createKey({}, 0)];
      writeFileSync(path, stringify({ keys: [one.entry] }));
      const keys = createKeyRing([one.entry]);
      const lines: string[] = [];
      const stop = watchKeysFile(
        path,
        keys,
        createLog('info', (line) => void lines.push(line)),
        await keysVersionOf(path),
      );
      rmSync(path);
      execFileSync('mkfifo', [path]);
      await vi.waitUntil(() => lines.join('').includes('Keys:Wrong'), 10_000);
      expect(lines.join('')).toContain('it is a pipe, not a file');
      // The keys that were read before stay in force until there is a file.
      expect(keys.accountOf(one.key)).toBeDefined();
      rmSync(path);
      writeFileSync(path, stringify({ keys: [two.entry] }));
      await vi.waitUntil(() => keys.accountOf(two.key), 10_000);
      expect(keys.accountOf(one.key)).toBeUndefined();
      stop();
    },
  );

  it('is readable by its owner only, and leaves no other file behind', async () => {
    const folder = newFolder();
    const path = join(folder, 'keys.yaml');
    const { entry } = createKey({}, 0);
    await Promise.all([writeKeysFile(path, [entry]), writeKeysFile(path, [entry])]);
    expect([readdirSync(folder), statSync(path).mode & 0o777]).toEqual([['keys.yaml'], 0o600]);
    expect(await readKeysFile(path)).toEqual([entry]);
  });
});
