import type { DecodedForcode, EncodedForcode } from '../../contract/records/forcode.ts';
import type { GeoServiceHandlers } from '../../contract/service.ts';
import { STATUS } from '../../contract/status.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import { encodeBody } from '../../geo/forcode-codec.ts';
import { decodeForcode } from '../../geo/forcode.ts';
import { cellAt } from '../../geo/h3.ts';
import type { Position } from '../../geo/position.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';

const DEFAULT_RESOLUTION = 13;

/** How far off the coast, or over the border, a point still counts to the nearest province. */
const NEAR_METERS = 5_000;

/**
 * Answers the forcode operations; the admin code comes from the point.
 *
 * Errors: INVALID_REQUEST for a point in no province, which has no admin code and so no forcode.
 * Source: interface document, sections 4.9 and 4.10.
 */
export function createForcodeHandlers(
  dataset: AdminDataset,
): Required<Pick<GeoServiceHandlers, 'encodeForcode' | 'decodeForcode'>> {
  const provinceOf = (ward: number) => dataset.provinces[dataset.wards[ward]?.province ?? -1];
  const provinceNear = (position: Position) =>
    provinceOf(dataset.wardsNear(position, NEAR_METERS)[0]?.ward ?? -1);
  const provinceAt = (position: Position) => provinceOf(dataset.wardAt(position)) ?? provinceNear(position);
  const encode = (lat: number, lng: number, resolution: number): EncodedForcode => {
    const position = { lat, lon: lng };
    const cell = cellAt(position, resolution);
    // A cell as fine as the map is looked up itself: finding the cell of a point is most of the work.
    const inside = resolution >= dataset.finestResolution ? provinceOf(dataset.wardOfCell(cell)) : undefined;
    const province = inside ?? provinceAt(position);
    if (!province) {
      throw new GeomillError(
        'INVALID_REQUEST',
        `${lat},${lng} lies in no province of Vietnam, so no forcode begins with its code`,
      );
    }
    const admin_code = province.forcodePrefix;
    return { forcodes: admin_code + encodeBody(cell), lat, lng, resolution, admin_code, status: STATUS.ok };
  };
  const decode = (forcodes: string): DecodedForcode => {
    const decoded = decodeForcode(forcodes, (position) => provinceAt(position)?.code);
    if (!decoded) return { lat: null, lng: null, resolution: null, forcodes, status: STATUS.invalidForcodes };
    const { position, resolution } = decoded;
    return { lat: position.lat, lng: position.lon, resolution, forcodes, status: STATUS.ok };
  };
  return {
    encodeForcode: {
      only: async ({ lat, lng, resolution }) => encode(lat, lng, resolution ?? DEFAULT_RESOLUTION),
    },
    decodeForcode: { only: async ({ forcodes }) => decode(forcodes) },
  };
}
