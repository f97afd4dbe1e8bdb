import type { DecodedForcode, EncodedForcode } from '../contract/records/forcode.ts';
import { STATUS } from '../contract/status.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { decodeForcode, encodeForcode } from '../geo/forcode.ts';
import type { Position } from '../geo/position.ts';
import type { AdminDataset } from './admin/units.ts';

/** How far off the coast, or over the border, a point still counts to the nearest province. */
const NEAR_METERS = 5_000;

/**
 * Answers the forcode operations; the admin code comes from the point.
 *
 * Errors: INVALID_REQUEST for a point in no province, which has no admin code and so no forcode.
 * Source: interface document, sections 4.9 and 4.10.
 */
export function createForcodes(dataset: AdminDataset) {
  const provinceAt = (position: Position) => {
    const inside = dataset.wardAt(position);
    const ward = inside >= 0 ? inside : (dataset.wardsNear(position, NEAR_METERS)[0]?.ward ?? -1);
    return dataset.provinces[dataset.wards[ward]?.province ?? -1];
  };
  return {
    encode(lat: number, lng: number, resolution: number): EncodedForcode {
      const position = { lat, lon: lng };
      const province = provinceAt(position);
      if (!province) {
        throw new GeomillError(
          'INVALID_REQUEST',
          `${lat},${lng} lies in no province of Vietnam, so no forcode begins with its code`,
        );
      }
      const admin_code = province.forcodePrefix;
      return {
        forcodes: encodeForcode(position, resolution, admin_code),
        lat,
        lng,
        resolution,
        admin_code,
        status: STATUS.ok,
      };
    },
    decode(forcodes: string): DecodedForcode {
      const decoded = decodeForcode(forcodes, (position) => provinceAt(position)?.code);
      if (!decoded)
        return { lat: null, lng: null, resolution: null, forcodes, status: STATUS.invalidForcodes };
      const { position, resolution } = decoded;
      return { lat: position.lat, lng: position.lon, resolution, forcodes, status: STATUS.ok };
    },
  };
}
