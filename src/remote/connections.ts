import type { Operation } from '../contract/operation.ts';
import { failure } from '../base/errors/geomill-error.ts';
import { type Clock, sleep, SYSTEM_CLOCK } from '../base/files/clock.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import type { RemoteServiceOptions } from './options.ts';
import { createTransport, type Transport, type TransportRequest, type TransportResult } from './transport.ts';

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

/** The pause before the first attempt to reconnect; doubled up to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** How long a service may refuse connections. Units: milliseconds. */
export interface ReconnectOptions {
  clock: Clock;
  /** From the first refused connection until refusals are passed on. */
  longestMs: number;
  /** Called when requests begin to wait. */
  onWait: () => void;
}

/** Tells a waiting request that its response is not needed any more. */
export interface Leaving {
  hasLeft(): boolean;
  /** Calls back once; returns a function that removes the callback. */
  onLeave(callback: () => void): () => void;
  /** Resolves when no pause is in force that the service asked for. */
  pauseOver(): Promise<void>;
}

/** A transport that waits while a service restarts. */
export interface ReconnectingTransport extends Pick<Transport, 'destroy'> {
  /** Sends a request; undefined if it was left while it waited, and not sent. */
  send(
    request: TransportRequest,
    onSent: () => void,
    leaving?: Leaving,
  ): Promise<TransportResult | undefined>;
}

const STAYING: Leaving = {
  hasLeft: () => false,
  onLeave: () => () => undefined,
  pauseOver: () => Promise.resolve(),
};

/**
 * Builds a transport that waits while a service restarts: a service that has replied before, and now refuses connections.
 *
 * Shape: one request tries again after growing pauses, all others wait for it. A refused connection costs nothing, since nothing was sent.
 * A request that is left does not wait on; if it was the one that tried again, another takes its place.
 * Guarantee: no request is sent in a pause that began while it waited. Once the service has refused for the longest time, each refusal is passed on at once, until a connection succeeds.
 */
export function createReconnecting(
  transport: Transport,
  { clock, longestMs, onWait }: ReconnectOptions,
): ReconnectingTransport {
  const ended = new AbortController();
  let hasReplied = false;
  let downSinceMs: number | undefined;
  let probe: Promise<unknown> | undefined;

  const noted = (result: TransportResult) => {
    if (isRefused(result)) downSinceMs ??= clock.nowMs();
    else downSinceMs = undefined;
    hasReplied ||= result.kind === 'reply';
    return result;
  };
  const mayWait = () =>
    hasReplied &&
    !ended.signal.aborted &&
    downSinceMs !== undefined &&
    clock.nowMs() - downSinceMs < longestMs;

  /** Sends a request until the service accepts a connection; undefined if it is left before. */
  async function sendAsProbe(
    send: () => Promise<TransportResult>,
    leaving: Leaving,
  ): Promise<TransportResult | undefined> {
    onWait();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      await unlessLeft(
        sleep(clock, pauseMs, ended.signal).then(() => leaving.pauseOver()),
        leaving,
      );
      if (leaving.hasLeft()) return undefined;
      const result = noted(await send());
      if (!isRefused(result) || !mayWait()) return result;
    }
  }

  return {
    async send(request, onSent, leaving = STAYING) {
      for (;;) {
        if (probe) {
          await unlessLeft(
            probe.catch(() => undefined).then(() => leaving.pauseOver()),
            leaving,
          );
          if (leaving.hasLeft()) return undefined;
        }
        const result = noted(await transport.send(request, onSent));
        if (!isRefused(result) || !mayWait()) return result;
        if (probe) continue;
        const probing = sendAsProbe(() => transport.send(request, onSent), leaving);
        probe = probing;
        try {
          return await probing;
        } finally {
          probe = undefined;
        }
      }
    },
    destroy() {
      ended.abort();
      return transport.destroy();
    },
  };
}

function isRefused(result: TransportResult): boolean {
  return result.kind === 'failed' && result.detail === 'ECONNREFUSED';
}

/** Waits for something, whether it succeeds or fails, but no longer than until the request is left. */
function unlessLeft(work: Promise<unknown>, leaving: Leaving): Promise<void> {
  return new Promise((resolve) => {
    const off = leaving.onLeave(resolve);
    const done = () => {
      off();
      resolve();
    };
    work.then(done, done);
  });
}
