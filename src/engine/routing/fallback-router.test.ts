import { describe, expect, it } from 'vitest';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';
import { createFallbackRouter, createUnavailableRouter } from './fallback-router.ts';
import { createStraightRouter, STRAIGHT_NOTICE } from './straight/straight-router.ts';

const places = [
  { lat: 10, lon: 105 },
  { lat: 10.1, lon: 105 },
];

function failing(code: 'NOT_SUPPORTED' | 'TIMEOUT') {
  const fail = () => Promise.reject(new GeomillError(code, 'install libbsd0'));
  return { notice: undefined, roadDistances: fail, matrix: fail, route: fail, close: async () => {} };
}

describe('createFallbackRouter', () => {
  it('goes straight where Valhalla is not installed, and says so once, however many ask at first', async () => {
    const told: string[] = [];
    const router = createFallbackRouter(failing('NOT_SUPPORTED'), (why) => told.push(englishText(why)));
    expect(router.notice).toBeUndefined();
    const answers = await Promise.all([1, 2, 3].map(() => router.matrix(places, 'auto')));
    const straight = await createStraightRouter().matrix(places, 'auto');
    expect(answers).toEqual([straight, straight, straight]);
    expect(router.notice).toBe(STRAIGHT_NOTICE);
    expect(await router.roadDistances(places, 'auto')).toEqual([0, 0]);
    expect(told).toEqual(['install libbsd0']);
  });

  it('reports why roads are not available', async () => {
    const reasons: Message[] = [];
    const router = createFallbackRouter(createUnavailableRouter(message('routing.noTiles')), (why) =>
      reasons.push(why),
    );
    expect(reasons).toEqual([]);
    expect(await router.roadDistances(places, 'auto')).toEqual([0, 0]);
    expect([reasons, router.notice]).toEqual([[message('routing.noTiles')], STRAIGHT_NOTICE]);
    await router.close();
  });

  it('stays on the roads once it has been there', async () => {
    const roads = { ...failing('NOT_SUPPORTED'), roadDistances: () => Promise.resolve([3]) };
    const router = createFallbackRouter(roads, () => expect.fail());
    expect(await router.roadDistances(places, 'auto')).toEqual([3]);
    await expect(router.matrix(places, 'auto')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  });

  it('hides no other failure', async () => {
    const router = createFallbackRouter(failing('TIMEOUT'), () => expect.fail());
    await expect(router.matrix(places, 'auto')).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(router.notice).toBeUndefined();
  });
});
