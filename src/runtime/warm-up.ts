import type { GeoService } from '../contract/service.ts';

/** Hoan Kiem Lake; any position of Vietnam would do. */
const POSITION = { lat: 21.0285, lon: 105.8542 };

/** Opens the indexes of a local service, which the first request of each kind does otherwise. Failures are left to that request. */
export async function warmUp(service: GeoService): Promise<void> {
  const point = { 'point.lat': POSITION.lat, 'point.lon': POSITION.lon };
  const calls = [
    () => service.geocodeForward({ text: '12 Hàng Bài, Hoàn Kiếm, Hà Nội' }),
    () => service.geocodeReverse(point),
    () => service.autocomplete({ text: 'hoan kiem' }),
    () => service.nearby({ categories: 'cafe', ...point }),
    () => service.encodeForcode({ lat: POSITION.lat, lng: POSITION.lon }),
  ];
  for (const call of calls) await call().catch(() => undefined);
}
