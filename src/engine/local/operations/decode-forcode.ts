import { STATUS } from '../../../contract/status.ts';
import { provinceByAdminCode } from '../../../base/geo/admin-codes.ts';
import { decodeForcode as decode, type DecodedForcode } from '../../../base/geo/forcode.ts';
import type { LocalOperation } from '../local-operation.ts';
import { createProvinceLookup } from '../province-lookup.ts';

/** Cells coarser than this reach over whole provinces; of this and finer ones the edge is 1.3 km at most. Units: metres. */
const LEAST_RESOLUTION = 7;
const CELL_METERS = 1300;

/** Decodes a forcode to the centre of its cell. Source: interface document, section 4.10. */
export const decodeForcode: LocalOperation<'decodeForcode', 'admin'> = {
  support: 'yes',
  createHandlers({ admin }) {
    const provinces = createProvinceLookup(admin);
    /** Returns the admin code of the province of a cell if the code names another one, which is not within a cell of it. */
    const provinceElsewhere = ({ adminCode, cell, position, resolution }: DecodedForcode) => {
      if (resolution < LEAST_RESOLUTION) return undefined;
      // Letters of a ward may follow.
      const named = [3, 2].map((length) => provinceByAdminCode(adminCode.slice(0, length))?.provinceCode);
      const home = provinces.ofCell(cell, resolution) ?? provinces.at(position);
      if (home === undefined || named.includes(home.code)) return undefined;
      const near = admin
        .wardsNear(position, CELL_METERS)
        .map(({ ward }) => admin.wards[ward]?.province ?? -1);
      return near.some((at) => named.includes(admin.provinces[at]?.code)) ? undefined : home.forcodePrefix;
    };
    return {
      only: ({ forcodes }) => {
        const decoded = decode(forcodes, (position) => provinces.at(position)?.code);
        if (!decoded)
          return { lat: null, lng: null, resolution: null, forcodes, status: STATUS.invalidForcodes };
        const { position, resolution } = decoded;
        const answer = { lat: position.lat, lng: position.lon, resolution, forcodes, status: STATUS.ok };
        const elsewhere = provinceElsewhere(decoded);
        return elsewhere === undefined ? answer : { ...answer, geomill: { admin_code: elsewhere } };
      },
    };
  },
};
