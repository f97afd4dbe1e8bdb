import { afterEach, expect, it } from 'vitest';
import { createGeoService } from '../../src/contract/service.ts';
import { createServer, type GeomillServer, type GeomillServerOptions } from '../../src/server/load-server.ts';

let server: GeomillServer | undefined;
afterEach(() => server?.stop());

async function allowedOrigin(options: Omit<GeomillServerOptions, 'service'>): Promise<string | null> {
  server = await createServer({ service: createGeoService({}), ...options });
  const address = await server.listen({ port: 0 });
  const response = await fetch(`${address}/healthz`, { headers: { origin: 'https://shop.example' } });
  return response.headers.get('access-control-allow-origin');
}

it.each([
  [{}, null],
  [{ origins: ['https://other.example'] }, null],
  [{ origins: ['https://other.example', 'https://shop.example'] }, 'https://shop.example'],
  [{ origins: ['*'] }, '*'],
])('the server of the library lets pages of other origins call it as %j says', async (options, expected) => {
  expect(await allowedOrigin(options)).toBe(expected);
});
