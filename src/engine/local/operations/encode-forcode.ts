import { STATUS } from '../../../contract/status.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import { encodeBody } from '../../../base/geo/forcode.ts';
import { cellAt } from '../../../base/geo/h3.ts';
import type { LocalOperation } from '../local-operation.ts';
import { createProvinceLookup } from '../province-lookup.ts';

const DEFAULT_RESOLUTION = 13;

/**
 * Encodes a position as a forcode, with the admin code of its province.
 *
 * Errors: INVALID_REQUEST for a position outside all provinces: it has no admin code.
 * Source: interface document, section 4.9.
 */
export const encodeForcode: LocalOperation<'encodeForcode', 'admin'> = {
  support: 'yes',
  createHandlers({ admin }) {
    const provinces = createProvinceLookup(admin);
    return {
      only: ({ lat, lng, resolution = DEFAULT_RESOLUTION }) => {
        const position = { lat, lon: lng };
        const cell = cellAt(position, resolution);
        // The cell is known already, and looking up a cell costs a fraction of looking up a position.
        const province = provinces.ofCell(cell, resolution) ?? provinces.at(position);
        if (!province) throw failure('INVALID_REQUEST', 'place.noForcode');
        const admin_code = province.forcodePrefix;
        const forcodes = admin_code + encodeBody(cell);
        return { forcodes, lat, lng, resolution, admin_code, status: STATUS.ok };
      },
    };
  },
};
