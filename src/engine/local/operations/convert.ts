import { POLYGON_FAMILY, SPATIAL_FAMILY } from '../../gazetteer/spatial/spatial-family.ts';
import type { LocalOperation } from '../local-operation.ts';

/** Writes an address with the units of another day. Errors: DATASET_BAD for a dataset without dated units. */
export const convert: LocalOperation<'convert', 'engine'> = {
  support: 'yes, for the days since the units of June 2025',
  files: [SPATIAL_FAMILY.file, POLYGON_FAMILY.file],
  texts: ['text', 'ward', 'district', 'province'],
  createHandlers: ({ engine }) => ({
    only: async ({ text = '', ward, district, province, from, to, lat, lon, choice, ...style }) => {
      const { diacritics, order, language } = style;
      const converter = engine.converter();
      const conversion = converter.convert({
        text,
        ...(ward === undefined && district === undefined && province === undefined
          ? {}
          : { columns: { ward, district, province } }),
        ...{
          from,
          to,
          choice,
          diacritics: diacritics ?? true,
          order: order ?? 'vietnamese',
          language: language ?? 'en',
        },
        position: lat === undefined || lon === undefined ? undefined : { lat, lon },
      });
      const history = style.history === true ? converter.lineOf(conversion) : undefined;
      return history === undefined ? conversion : { ...conversion, history };
    },
  }),
};
