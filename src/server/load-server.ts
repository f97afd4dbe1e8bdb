import { message } from '../base/messages/message.ts';
import type { GeoService } from '../contract/service.ts';

/** The service behind a server, and how it is served. */
export interface GeomillServerOptions {
  service: GeoService;
  /** Folder of the dataset of a local service. */
  datasetDir?: string;
  /** Origin of the data, to be shown with it. */
  attribution?: string;
  version?: string;
  /** Keys file, as made by `geomill keys add`; without it no request needs a key, and only this machine may be served. */
  keysFile?: string;
  /** Origins whose pages may call the server (`https://shop.example`), or `*` for all; none when left out. Source: Fetch standard, CORS protocol. */
  origins?: readonly string[];
  /** Further names of a server without keys: requests with another name in `Host` are refused, as pages send them whose name leads to this machine. `*` for all. */
  hosts?: readonly string[];
}

/** An HTTP server of a service. */
export interface GeomillServer {
  /** Listens, and returns the address. Errors: USAGE for an address of other machines without a keys file. */
  listen(address: { host?: string; port: number }): Promise<string>;
  /** Ends open requests within ten seconds, then closes all connections. */
  stop: () => Promise<void>;
}

/**
 * Builds the HTTP server of a service: all operations of the contract, under `/v1` and `/imagery/v1`.
 *
 * Errors: USAGE when the keys file is missing or wrong.
 * Cost: loads the HTTP framework with the first call.
 */
export async function createServer(options: GeomillServerOptions): Promise<GeomillServer> {
  const [{ createServer: create }, { GeomillError }, { isLoopback }] = await Promise.all([
    import('./create-server.ts'),
    import('../base/errors/geomill-error.ts'),
    import('../remote/endpoint.ts'),
  ]);
  const { app, stop } = await create(options);
  return {
    async listen({ host = '127.0.0.1', port }) {
      if (options.keysFile === undefined && !isLoopback(host)) {
        throw new GeomillError('USAGE', message('server.hostNeedsKeys', { host }));
      }
      return app.listen({ host, port });
    },
    stop,
  };
}
