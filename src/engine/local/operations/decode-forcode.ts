import { STATUS } from '../../../contract/status.ts';
import { decodeForcode as decode } from '../../../base/geo/forcode.ts';
import type { LocalOperation } from '../local-operation.ts';
import { createProvinceLookup } from '../province-lookup.ts';

/** Decodes a forcode to the centre of its cell. Source: interface document, section 4.10. */
export const decodeForcode: LocalOperation<'decodeForcode', 'admin'> = {
  support: 'yes',
  createHandlers({ admin }) {
    const provinces = createProvinceLookup(admin);
    return {
      only: ({ forcodes }) => {
        const decoded = decode(forcodes, (position) => provinces.at(position)?.code);
        if (!decoded)
          return { lat: null, lng: null, resolution: null, forcodes, status: STATUS.invalidForcodes };
        const { position, resolution } = decoded;
        return { lat: position.lat, lng: position.lon, resolution, forcodes, status: STATUS.ok };
      },
    };
  },
};
