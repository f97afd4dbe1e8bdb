import { describe, expect, it } from 'vitest';
import { englishText } from '../../../base/messages/message.ts';
import { readItem, type SourcePicture } from './read-item.ts';

const ITEM = {
  type: 'Feature',
  id: 'a',
  collection: 'c',
  geometry: { type: 'Point', coordinates: [105.85, 21.03] },
  properties: {},
};

function read(more: object = {}): { picture: SourcePicture; remarks: string[] } {
  const remarks: string[] = [];
  const picture = readItem({ ...ITEM, ...more }, (reason) => remarks.push(englishText(reason)));
  if (typeof picture === 'string') throw new Error(picture);
  return { picture, remarks };
}

describe('readItem', () => {
  it('completes an item that has nothing but a position, and reports what it lacks', () => {
    const { picture, remarks } = read();
    expect(picture).toMatchObject({
      azimuth: -1,
      fieldOfView: -1,
      is360: false,
      status: 'ready',
      timeMs: NaN,
    });
    expect(picture.item).toMatchObject({
      bbox: [105.85, 21.03, 105.85, 21.03],
      assets: {},
      providers: [],
      links: [],
      stac_version: '1.0.0',
      properties: {
        datetime: null,
        start_datetime: '0001-01-01T00:00:00Z',
        end_datetime: '9999-12-31T23:59:59Z',
      },
    });
    expect(remarks).toHaveLength(7);
  });

  it.each([
    ['dataset.notObject', [1]],
    ['imagery.notFeature', { ...ITEM, type: 'Collection' }],
    ['imagery.noId', { ...ITEM, id: ' ' }],
    ['imagery.noPosition', { ...ITEM, geometry: null }],
    ['imagery.noPosition', { ...ITEM, geometry: { type: 'Point', coordinates: [181, 0] } }],
  ])('refuses %s', (reason, value) => {
    expect(readItem(value, () => undefined)).toBe(reason);
  });

  it('takes start_datetime for a missing datetime, in UTC', () => {
    const { picture } = read({ properties: { datetime: null, start_datetime: '2024-05-01T07:00:00+07:00' } });
    expect(picture.timeMs).toBe(Date.UTC(2024, 4, 1));
    expect(picture.item.properties).toMatchObject({
      datetime: '2024-05-01T00:00:00.000Z',
      start_datetime: '2024-05-01T00:00:00.000Z',
      end_datetime: '2024-05-01T00:00:00.000Z',
    });
  });

  it('keeps the digits of a timestamp in UTC, and leaves out one that is none', () => {
    const { picture, remarks } = read({
      properties: {
        datetime: '2022-05-30T17:23:19.423001+00:00',
        created: 'yesterday',
        updated: '2023-02-29T00:00:00Z',
      },
    });
    expect(picture.item.properties.datetime).toBe('2022-05-30T17:23:19.423001+00:00');
    expect(remarks).toContain('created is no timestamp: left out');
    expect(remarks).toContain('updated is no timestamp: left out');
  });

  it('reads the names of the upstream software', () => {
    const { picture } = read({
      properties: {
        'geovisio:status': 'hidden',
        'geovisio:thumbnail': 'https://x/t.jpg',
        'geovisio:producer': 'P',
        'geovisio:rank_in_collection': 4,
      },
    });
    expect(picture.status).toBe('hidden');
    expect(picture.rank).toBe(4);
    expect(picture.item.assets).toEqual({ thumb: { href: 'https://x/t.jpg', roles: ['thumbnail'] } });
    expect(picture.item.providers).toEqual([{ name: 'P', roles: ['producer'] }]);
    expect(picture.item.properties['imagery:status']).toBe('hidden');
  });

  it('takes the collection from a link, and drops links that are derived', () => {
    const links = [
      { rel: 'collection', href: 'https://x/collections/k?y=1' },
      { rel: 'next', href: 'https://x/2', id: 'b' },
      { rel: 'license', href: 'https://x/l', title: 'L' },
    ];
    const { picture } = read({ collection: undefined, links });
    expect(picture.collection).toBe('k');
    expect(picture.next).toBe('b');
    expect(picture.item.links).toEqual([{ rel: 'license', href: 'https://x/l', geometry: null, title: 'L' }]);
  });

  it('leaves out members that STAC or the contract do not allow', () => {
    const { picture, remarks } = read({
      properties: { license: 'CC BY 4.0', width: '5', gsd: 0, 'my:own': [1] },
    });
    expect(Object.keys(picture.item.properties)).not.toContain('license');
    expect(picture.item.properties).toMatchObject({ 'my:own': [1] });
    expect(remarks.filter((reason) => reason.endsWith('is not usable: left out'))).toHaveLength(3);
  });
});
