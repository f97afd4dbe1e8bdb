import type { AddressInfo } from 'node:net';
import type { GeoService } from '../../../src/contract/service.ts';
import { createServer } from '../../../src/server/create-server.ts';
import type { HttpSide } from './world.ts';

/** A server on a free port of the loopback address. */
export interface RunningServer {
  baseUrl: string;
  imageryBaseUrl: string;
  apiKey: string;
  http: HttpSide;
  close(): Promise<void>;
}

/** Serves a service with one key for everything. */
export async function startServer(service: GeoService): Promise<RunningServer> {
  const apiKey = 'key';
  const app = await createServer({ service });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}/v1`,
    imageryBaseUrl: `${origin}/imagery/v1`,
    apiKey,
    http: {
      key: apiKey,
      async send(method, pathAndQuery, headers = { authorization: `Bearer ${apiKey}` }) {
        const given = Object.entries(headers).filter(([, value]) => value !== '');
        const response = await fetch(origin + pathAndQuery, { method, headers: given });
        const type = response.headers.get('content-type') ?? '';
        const body: unknown = type.includes('json') ? await response.json() : await response.text();
        return { status: response.status, type, body };
      },
    },
    close: async () => {
      await app.close();
    },
  };
}
