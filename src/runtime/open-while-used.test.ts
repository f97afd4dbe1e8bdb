import { expect, it } from 'vitest';
import type { GeoService } from '../contract/service.ts';
import { openWhileUsed } from './open-while-used.ts';
import type { OpenedService } from './opened-service.ts';

it('opens a service once for calls that overlap, closes it behind the last one, and opens it anew for the next', async () => {
  const events: string[] = [];
  let finish = () => undefined as void;
  const port = {
    geocodeForward: () => new Promise((resolve) => (finish = () => resolve('found'))),
    nearby: async () => 'near',
  };
  const service = openWhileUsed(async () => {
    events.push('open');
    return {
      service: port as unknown as GeoService,
      close: async () => void events.push('close'),
    } as unknown as OpenedService;
  });
  const slow = service.geocodeForward({ text: 'a' });
  expect(await service.nearby({ 'point.lat': 1, 'point.lon': 2 } as never)).toBe('near');
  expect(events).toEqual(['open']);
  finish();
  expect(await slow).toBe('found');
  expect(events).toEqual(['open', 'close']);
  await service.nearby({} as never);
  expect(events).toEqual(['open', 'close', 'open', 'close']);
});

it('tries again with the next call where opening failed', async () => {
  let tries = 0;
  const service = openWhileUsed(async () => {
    tries += 1;
    if (tries === 1) throw new Error('locked');
    return {
      service: { nearby: async () => 'near' },
      close: async () => undefined,
    } as unknown as OpenedService;
  });
  await expect(service.nearby({} as never)).rejects.toThrow('locked');
  expect(await service.nearby({} as never)).toBe('near');
});
