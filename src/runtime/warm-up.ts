import { setImmediate } from 'node:timers/promises';
import type { OperationName } from '../contract/catalogue.ts';
import type { AnyPort, GeoService } from '../contract/service.ts';

type Parameters = Record<string, unknown>;

/** Hoan Kiem Lake; any position of Vietnam would do. */
const [LAT, LON] = [21.0285, 105.8542];
const POINT = { 'point.lat': LAT, 'point.lon': LON };

const REQUESTS: readonly (readonly [OperationName, Parameters])[] = [
  ['geocodeForward', { text: '12 Hàng Bài, Hoàn Kiếm, Hà Nội' }],
  ['geocodeReverse', POINT],
  ['autocomplete', { text: 'hoan kiem' }],
  ['nearby', { categories: 'cafe', ...POINT }],
  ['encodeForcode', { lat: LAT, lng: LON }],
];

/**
 * Opens the indexes of a local service, which the first request of each kind does otherwise. Failures are left to that request.
 *
 * Shape: `isWanted` reports whether this thread answers such a request; other work of the thread goes on between two of them.
 */
export async function warmUp(
  service: GeoService,
  isWanted: (name: OperationName, parameters: Parameters) => boolean = () => true,
): Promise<void> {
  const port = service as unknown as AnyPort;
  for (const [name, parameters] of REQUESTS) {
    if (!isWanted(name, parameters)) continue;
    await port[name](parameters).catch(() => undefined);
    await setImmediate();
  }
}
