import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { readParameters } from '../../src/contract/parameters.ts';
import type { GeoService } from '../../src/contract/service.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';

/** Serves a port on the loopback address as the interface says, for tests of the remote service against the local one. */
export async function servePort(
  service: GeoService,
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const operations = Object.values(OPERATIONS);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const operation = operations.find(
      ({ path, method }) => url.pathname === `/v1${path}` && request.method === method,
    );
    url.searchParams.delete('apikey');
    const answer = async () => {
      if (!operation) return { status: 404, body: { status: 'ERROR', message: 'no such operation' } };
      try {
        const parameters = readParameters(operation, Object.fromEntries(url.searchParams));
        const call = service[operation.name] as (parameters: unknown) => Promise<unknown>;
        return { status: 200, body: await call(parameters) };
      } catch (error) {
        const status = isGeomillError(error) ? error.traits.httpStatus : 500;
        return { status, body: { status: 'ERROR', message: (error as Error).message } };
      }
    };
    void answer().then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
