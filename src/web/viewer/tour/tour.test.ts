import { describe, expect, it } from 'vitest';
import type { ImageryClient } from '../imagery/imagery-client.ts';
import { onMap, spotOf } from '../plan/connect-plan.ts';
import type { VirtualTourNode } from '../public-types.ts';
import { KEPT_NODES } from './kept-nodes.ts';
import { createNodeSource } from './node-source.ts';
import { otherDates } from './other-dates.ts';
import { safeNode, transition } from './tour-config.ts';

const panorama = { width: 2048, cols: 4, rows: 2, tileUrl: () => null };
const node = (id: string, lng: number, capturedAt?: string): VirtualTourNode => ({
  id,
  panorama,
  gps: [lng, 0],
  ...(capturedAt && { data: { capturedAt } }),
});
/** A hundred-thousandth of a degree at the equator is 1.1 m. */
const nodes = [node('a', 0), node('b', 0.00002), node('c', 0.01)];

describe('nodes by hand', () => {
  const source = createNodeSource({ nodes }, {} as ImageryClient);

  it('are found by id and by position', async () => {
    expect(await source.first()).toBe('a');
    expect((await source.get('c')).id).toBe('c');
    await expect(source.get('x')).rejects.toThrow('the tour has no node x');
    expect((await source.nearest({ lat: 0, lng: 0.000018 }))?.id).toBe('b');
    expect(await source.nearest({ lat: 1, lng: 0 })).toBeUndefined();
    expect((await source.samePlace(nodes[0]!)).map(({ id }) => id)).toEqual(['b']);
  });
});

describe('nodes of the search', () => {
  it('are requested once', async () => {
    const asked: string[] = [];
    const client = {
      async getNode(id: string) {
        asked.push(id);
        return node(id, 0);
      },
      findAny: async () => [node('first', 0)],
    } as unknown as ImageryClient;
    const source = createNodeSource({ dataMode: 'server' }, client);
    expect(await source.first()).toBe('first');
    await source.get('first');
    await source.get('z');
    await source.get('z');
    expect(asked).toEqual(['z']);
  });

  it.each([
    ['gps', [0.01, 0]],
    ['manual', undefined],
  ] as const)('give links without a position that of their node, by %s', async (positionMode, expected) => {
    const asked: string[] = [];
    const linked = (id: string) => {
      asked.push(id);
      if (id === 'x') throw new Error('no node x');
      return { ...nodes.find((one) => one.id === id)!, links: [{ nodeId: id === 'a' ? 'c' : 'x' }] };
    };
    const source = createNodeSource(
      { dataMode: 'server', positionMode, getNode: async (id) => linked(id) },
      {} as ImageryClient,
    );
    expect((await source.get('a')).links).toEqual([{ nodeId: 'c', ...(expected && { gps: expected }) }]);
    // Photo Sphere Viewer names the link that stays without.
    expect((await source.get('c')).links).toEqual([{ nodeId: 'x' }]);
    expect(asked).toEqual(positionMode === 'gps' ? ['a', 'c', 'x'] : ['a', 'c']);
  });

  it('are forgotten when many others were used since', async () => {
    const asked: string[] = [];
    const source = createNodeSource(
      { dataMode: 'server', getNode: (id) => (asked.push(id), node(id, 0)) },
      {} as ImageryClient,
    );
    for (let at = 0; at < KEPT_NODES; at++) await source.get(String(at));
    await source.get('0');
    await source.get('new');
    expect(source.known()).toHaveLength(KEPT_NODES);
    asked.length = 0;
    await source.get('0');
    await source.get('1');
    expect(asked).toEqual(['1']);
  });
});

describe('other dates', () => {
  it('are one picture a day, the nearest, newest first', () => {
    const current = node('now', 0, '2025-10-07T00:00:00Z');
    const others = [
      node('far', 0.00005, '2023-04-18T00:00:00Z'),
      node('near', 0.00001, '2023-04-18T09:00:00Z'),
      node('new', 0.00005, '2026-01-01T00:00:00Z'),
      node('same day', 0, '2025-10-07T09:00:00Z'),
      node('undated', 0),
    ];
    expect(otherDates(current, others).map(({ id }) => id)).toEqual(['new', 'near']);
  });
});

describe('a transition', () => {
  it('has the defaults of the interface', () => {
    expect(transition({})).toEqual({ showLoader: true, speed: '20rpm', effect: 'fade', rotation: true });
  });

  it('is still where less motion is wanted, and has no loader over a loaded picture', () => {
    expect(transition({ zoomTo: 0, speed: 5 }, '9rpm', true, true)).toEqual({
      showLoader: false,
      speed: 5,
      effect: 'none',
      rotation: false,
      zoomTo: 0,
    });
  });
});

describe('a safe node', () => {
  it('has its texts escaped, and the offset of markers added', () => {
    const safe = safeNode(
      { ...nodes[0]!, name: '<b>', caption: '&', links: [{ nodeId: 'b', linkOffset: { yaw: 1, pitch: 1 } }] },
      -0.5,
    );
    expect(safe).toMatchObject({ name: '&lt;b&gt;', caption: '&amp;' });
    expect(safe.links).toEqual([{ nodeId: 'b', linkOffset: { yaw: 1, pitch: 0.5 } }]);
  });
});

describe('a spot on the plan', () => {
  const map = { imageUrl: 'x', size: { width: 100, height: 50 }, extent: [10, 20, 12, 21] } as const;

  it('lies at the position, else at the place on the map picture', () => {
    expect(spotOf(nodes[1]!)).toMatchObject({ id: 'node:b', coordinates: [0.00002, 0] });
    expect(onMap({ x: 50, y: 0 }, { ...map, extent: [10, 20, 12, 21] })).toEqual([11, 21]);
    expect(onMap({ x: 0, y: 0 }, { imageUrl: 'x' })).toBeUndefined();
  });

  it('is missing where the node wants none', () => {
    expect(spotOf({ id: 'a', gps: [0, 0], plan: false })).toBeUndefined();
    expect(spotOf({ id: 'a' })).toBeUndefined();
  });
});
