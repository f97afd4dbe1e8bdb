import { POLYGON_FAMILY } from '../../gazetteer/spatial/spatial-family.ts';
import type { WardOfPosition } from '../../../contract/records/ward-of-position.ts';
import { STATUS } from '../../../contract/status.ts';
import type { LocalOperation } from '../local-operation.ts';

const NOWHERE: WardOfPosition = Object.freeze({
  ward: null,
  ward_code: null,
  province: null,
  province_code: null,
  postal_code: null,
  status: STATUS.zeroResults,
});

/** Returns the ward of a position exactly where the dataset has the boundaries of wards, else by its map. Shape: equal answers are the same frozen object. Cost: about a microsecond. */
export const wardAt: LocalOperation<'wardAt', 'admin' | 'engine'> = {
  support: 'yes',
  files: [POLYGON_FAMILY.file],
  createHandlers({ admin, engine }) {
    const answers: WardOfPosition[] = [];
    const answerOf = (at: number): WardOfPosition => {
      const ward = admin.wards[at];
      const province = ward && admin.provinces[ward.province];
      if (!ward || !province) return NOWHERE;
      return Object.freeze({
        ward: ward.fullName,
        ward_code: ward.code,
        province: province.fullName,
        province_code: province.code,
        postal_code: admin.codes?.postalCodeOf(ward.code) ?? null,
        status: STATUS.ok,
      });
    };
    return {
      only: ({ lat, lng }) => {
        const at = engine.wardAt({ lat, lon: lng });
        return at < 0 ? NOWHERE : (answers[at] ??= answerOf(at));
      },
    };
  },
};
