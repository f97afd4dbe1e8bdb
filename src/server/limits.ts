/** The limits of the server. Units: bytes, milliseconds. */
export const LIMITS = {
  /** Request line and headers together; Node answers 431 above it. */
  headerBytes: 16 << 10,
  /** Path and query; 414 above it. */
  urlBytes: 12 << 10,
  /** Body of a request that is not a stream; 413 above it. */
  bodyBytes: 1 << 20,
  /** From the first byte of the connection to the end of the headers. */
  headersMs: 10_000,
  /** Time in which a byte of a body must come, while the server waits for it. */
  bodySilentMs: 10_000,
  /** The least rate of a body, over this time of waiting for it. Units: bytes a second, ms. */
  bodyBytesPerSecond: 100,
  bodyRateMs: 30_000,
  /** How often bodies are looked at. */
  bodyCheckMs: 1_000,
  /** Bodies that are being received from one address, and for one key; above it the slowest one is ended. */
  bodiesOfAddress: 128,
  bodiesOfKey: 64,
  /** Time to receive a body that is not a stream, and time to compute a response. */
  requestMs: 30_000,
  /** Routes that wait for the router; 429 above it. */
  routesWaiting: 64,
  /** Time that a route may wait; 429 after it. */
  routeWaitMs: 30_000,
  /** Time to wait and to compute a route; through a gateway, that of the server behind it and of the lane in front. */
  routeMs: 120_000,
  gatewayRouteMs: 150_000,
  /** A connection on which nothing moves during a request, a client that does not read its response for example. */
  stalledMs: 60_000,
  keepAliveMs: 72_000,
  connections: 1024,
  /** How often connections are checked for slow headers. */
  checkMs: 2_000,
  /** From the signal to stop until open connections are cut. */
  drainMs: 10_000,
} as const;
