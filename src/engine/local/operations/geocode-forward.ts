import type { LocalOperation } from '../local-operation.ts';
import { columnsOf } from '../../geocoder/reader/columns.ts';
import { optionsOf } from '../parameters/search-options.ts';
import { googleList } from '../shapes/google-shape.ts';
import { osmCollection } from '../shapes/osm-shape.ts';

/** Geocodes an address or place name. */
export const geocodeForward: LocalOperation<'geocodeForward'> = {
  support: 'yes, as fine as the dataset: house, street or place, else ward, district or province',
  texts: ['text', 'address', 'ward', 'district', 'province'],
  createHandlers: ({ engine }) => ({
    google: async ({ address, admin_v2 }) => googleList(engine.forward(address, optionsOf(1, admin_v2))),
    osm: async ({ text, size, admin_v2, ward, district, province, explain }) =>
      osmCollection(
        engine.forward(text, {
          ...optionsOf(size ?? 1, admin_v2),
          columns: columnsOf({ ward, district, province }),
          isExplained: explain === true,
        }),
      ),
  }),
};
