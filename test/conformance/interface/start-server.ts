import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GeoService } from '../../../src/contract/service.ts';
import { createKey, writeKeysFile, type KeyRights } from '../../../src/server/access/keys-file.ts';
import { createServer, type GeomillServer, type ServerOptions } from '../../../src/server/create-server.ts';
import type { HttpSide } from './world.ts';

/** A server on a free port of the loopback address, with a key of each of some rights. */
export interface RunningServer<K extends string = never> {
  origin: string;
  baseUrl: string;
  imageryBaseUrl: string;
  keys: Record<K | 'all', string>;
  http: HttpSide;
  app: GeomillServer['app'];
  close: () => Promise<void>;
}

/** Serves a service to those who have a key: one for everything, and some with fewer rights. */
export async function startServer<K extends string = never>(
  service: GeoService,
  rights: Readonly<Record<K, KeyRights>> = {} as Record<K, KeyRights>,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer<K>> {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-keys-'));
  const keysFile = join(folder, 'keys.yaml');
  const made = Object.entries<KeyRights>({ all: {}, ...rights }).map(
    ([name, each]) => [name, createKey({ name, ...each }, Date.now())] as const,
  );
  await writeKeysFile(
    keysFile,
    made.map(([, { entry }]) => entry),
  );
  const keys = Object.fromEntries(made.map(([name, { key }]) => [name, key])) as Record<K | 'all', string>;
  const server = await createServer({ service, keysFile, ...options });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    imageryBaseUrl: `${origin}/imagery/v1`,
    keys,
    http: httpSide(origin, keys.all),
    app: server.app,
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function httpSide(origin: string, key: string): HttpSide {
  const send: HttpSide['send'] = async (
    method,
    pathAndQuery,
    headers = { authorization: `Bearer ${key}` },
  ) => {
    const given = Object.entries(headers).filter(([, value]) => value !== '');
    const response = await fetch(origin + pathAndQuery, { method, headers: given });
    const type = response.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') ? await response.json() : await response.text();
    return { status: response.status, type, body };
  };
  return {
    key,
    send,
    // What the server tells a key that it owes.
    units: async () => ((await send('GET', '/v1/usage')).body as { billing_units: number }).billing_units,
  };
}
