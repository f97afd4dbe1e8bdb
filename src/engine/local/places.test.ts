import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSmallCity } from '../../../test/conformance/small-city.ts';
import type { PoiFeature } from '../../dataset/features.ts';
import { placeId } from '../gazetteer/place-id.ts';
import { createLocalService, type LocalService } from './local-service.ts';

const HERE = { lat: 21.0, lon: 105.9 };

function poi(key: string, name: string, northMeters: number, more: Partial<PoiFeature> = {}): PoiFeature {
  return {
    ...{ kind: 'poi', key, name, otherNames: [], categories: ['hospital'], units: {}, importance: 100 },
    position: { lat: HERE.lat + northMeters / 111_195, lon: HERE.lon },
    ...more,
  };
}

/** A hospital three times, once as a child of itself, with a gate; a second hospital; names in other scripts. */
const FEATURES: PoiFeature[] = [
  poi('h1', 'Bệnh viện Sông Hồng', 0),
  poi('h2', 'Bệnh Viện Sông Hồng', 60, { parentKey: 'h1' }),
  poi('h3', 'Bệnh viện Sông Hồng', 120, { number: '40', street: 'Phố Sông' }),
  poi('h-gate', 'Cổng 3', 10, { parentKey: 'h1', categories: ['gate'] }),
  poi('h-other', 'Bệnh viện Sông Đà', 130),
  poi('lonely', 'Bệnh viện Sông Lô', 900),
  poi('lonely-2', 'Bệnh viện Sông Lô', 910, { parentKey: 'lonely' }),
  poi('korean', '서울식당', 0, {
    categories: ['restaurant'],
    otherNames: ['Seoul Restaurant', 'Quán Hàn Seoul'],
  }),
  poi('mixed', '北京饭店 - Nhà hàng Bắc Kinh', 30, { categories: ['restaurant'] }),
];

let city: LocalService;
let remove: () => Promise<void>;
beforeAll(async () => {
  const built = await buildSmallCity({ features: FEATURES });
  remove = built.remove;
  city = await createLocalService({ datasetDir: built.dir });
}, 60_000);
afterAll(() => remove());

const near = async (categories: string, size = 5) =>
  (
    await city.service.nearby({ categories, size, 'point.lat': HERE.lat, 'point.lon': HERE.lon })
  ).features.map(({ properties }) => properties);

describe('places that sources have more than once', () => {
  it('are listed once, and others take their places', async () => {
    const names = (await near('hospital', 3)).map(({ name }) => name);
    expect(names).toEqual(['Bệnh viện Sông Hồng', 'Bệnh viện Sông Đà', 'Bệnh viện Sông Lô']);
  });

  it('are suggested once', async () => {
    const { predictions } = await city.service.autocomplete({ input: 'bệnh viện sông hồng' });
    const ids = predictions.map(({ place_id }) => place_id);
    expect(ids.filter((id) => ['h1', 'h2', 'h3'].map(placeId).includes(id))).toHaveLength(1);
  });

  it('are no children of themselves, and have none if there are no others', async () => {
    const { predictions } = await city.service.children({ parent_id: placeId('h1') });
    expect(predictions.map(({ place_id }) => place_id)).toEqual([placeId('h-gate')]);
    expect((await city.service.children({ parent_id: placeId('lonely') })).status).toBe('ZERO_RESULTS');
    const { features } = await city.service.place({ ids: `${placeId('h1')},${placeId('lonely')}` });
    expect(features.map(({ properties }) => properties.has_child)).toEqual([true, false]);
  });
});

describe('names in other scripts', () => {
  it('are not shown where there is another name in Vietnamese, whole where there is none, and are found', async () => {
    const names = (await near('restaurant')).map(({ name }) => name);
    expect(names).toEqual(['Quán Hàn Seoul', '北京饭店 - Nhà hàng Bắc Kinh']);
    const { features } = await city.service.geocodeForward({ text: '서울식당' });
    expect(features[0]?.properties).toMatchObject({ id: placeId('korean'), name: 'Quán Hàn Seoul' });
    expect(features[0]?.properties.label).not.toMatch(/\p{Script=Hangul}/u);
  });
});

describe('a list of places with labels of former units', () => {
  it.each(['trần phú', 'nguyễn huệ', 'bệnh viện đa khoa'])(
    'marks those of %s that have a ward in force',
    async (text) => {
      const starter = fileURLToPath(new URL('../../../fixtures/starter', import.meta.url));
      const { service } = await createLocalService({ datasetDir: starter });
      const { features } = await service.geocodeForward({ text, size: 10 });
      const marks = features.map(({ properties: { geomill } }) => geomill?.label_units === 'new');
      expect(marks).toEqual(features.map(({ properties: { county } }) => county === ''));
      expect(new Set(marks).size).toBe(2);
      const { features: present } = await service.geocodeForward({ text, size: 10, admin_v2: true });
      expect(present.some(({ properties: { geomill } }) => geomill?.label_units !== undefined)).toBe(false);
    },
  );
});

describe('a list of suggestions', () => {
  it.each(['vinhomes', 'vincom', 'ben', 'nguyen'])('has labels of one period for %s', async (text) => {
    const starter = fileURLToPath(new URL('../../../fixtures/starter', import.meta.url));
    const { service } = await createLocalService({ datasetDir: starter });
    const { features } = await service.autocomplete({ text });
    // The former names of these cities are labels with a district.
    const isOld = features.map(({ properties: { label, county, geomill } }) =>
      geomill?.level === 'province' ? 'any' : (county ?? '') !== '' && label.includes(county ?? ''),
    );
    expect(new Set(isOld.filter((each) => each !== 'any')).size).toBe(1);
  });
});
