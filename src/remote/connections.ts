import type { Operation } from '../contract/operation.ts';
import { failure } from '../base/errors/geomill-error.ts';
import { SYSTEM_CLOCK } from '../base/files/clock.ts';
import { readEndpoint, type Endpoint } from './endpoint.ts';
import type { RemoteServiceOptions } from './options.ts';
import { createReconnecting, type ReconnectingTransport } from './reconnect.ts';
import { createTransport } from './transport.ts';

/** The connections to a service: one endpoint and transport for each root of the interface. */
export interface Connections {
  readonly baseName: string;
  /** Errors: NOT_SUPPORTED if the root of the operation has no address. */
  endpointOf(operation: Operation): Endpoint;
  transportOf(operation: Operation): ReconnectingTransport;
  destroy(): Promise<void>;
}

type ConnectionOptions = Pick<
  RemoteServiceOptions,
  'baseUrl' | 'imageryBaseUrl' | 'apiKey' | 'allowPrivate' | 'clock' | 'reconnectMs' | 'onEvent'
> & { places: number; deadlineMs: number };

/** As long as a restart takes, with room for a large dataset. */
const DEFAULT_RECONNECT_MS = 30_000;

/** Builds the connections. Errors: USAGE for an address that cannot be used. */
export function createConnections(options: ConnectionOptions): Connections {
  const { apiKey, places, deadlineMs, allowPrivate = false } = options;
  const { clock = SYSTEM_CLOCK, reconnectMs = DEFAULT_RECONNECT_MS, onEvent } = options;
  const connect = (url: string) => {
    const endpoint = readEndpoint(url, allowPrivate);
    const transport = createTransport({
      endpoint,
      apiKey,
      connections: places,
      deadlineMs,
      allowPrivate,
    });
    const reconnecting = createReconnecting(transport, {
      clock,
      longestMs: reconnectMs,
      onWait: () => onEvent?.({ event: 'Service:Reconnecting', longestMs: reconnectMs }),
    });
    return { endpoint, transport: reconnecting };
  };
  const base = connect(options.baseUrl);
  const byRoot: Record<Operation['root'], typeof base | undefined> = {
    base,
    imagery: options.imageryBaseUrl ? connect(options.imageryBaseUrl) : undefined,
  };
  const connectionOf = ({ root, name }: Operation) => {
    const connection = byRoot[root];
    if (!connection) throw failure('NOT_SUPPORTED', 'service.addressMissing', { operation: name, root });
    return connection;
  };
  return {
    baseName: base.endpoint.name,
    endpointOf: (operation) => connectionOf(operation).endpoint,
    transportOf: (operation) => connectionOf(operation).transport,
    async destroy() {
      await base.transport.destroy();
      await byRoot.imagery?.transport.destroy();
    },
  };
}
