import { cityOf } from './address-parts.ts';
import type { DialectPlace } from './dialect-place.ts';

/** The kind of a place in the words of Photon and of GeocodeJSON. */
export type PlaceType = 'house' | 'street' | 'district' | 'county' | 'city' | 'state';

/** Returns the type of a place. Shape: points of interest are houses; a ward is a district, as in the cities of other countries. */
export function placeType({ level, address }: Pick<DialectPlace, 'level' | 'address'>): PlaceType {
  switch (level) {
    case 'street':
    case 'alley':
      return 'street';
    case 'ward':
      return 'district';
    case 'district':
      return cityOf(address) === address.district?.name ? 'city' : 'county';
    case 'province':
      return 'state';
    default:
      return 'house';
  }
}
