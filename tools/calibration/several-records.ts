import { distanceMeters } from '../../src/base/geo/distance.ts';
import { fold, foldKey } from '../../src/base/text/fold.ts';
import { streetKey } from '../../src/base/text/street-key.ts';
import type { LabelledAddress } from '../../test/bench/accuracy-data.ts';
import type { RealNoise } from '../../test/bench/accuracy-noise.ts';
import { NEAR_METERS } from './observation.ts';

/** Records of one house number this near to each other are in one street. Units: metres. */
const ONE_STREET_METERS = 3000;
const WARD_WORD = /(?:^|,\s*)(?:phường|xã|thị trấn|p\.|x\.|tt\.)\s*\S/iu;

/**
 * Creates the test whether a question fits several records of its source farther apart than a right answer may be: one number of one street, or one name
 * of a place, at several positions. In the ward of the question if it names one, else within 3 km for a number and anywhere for a place.
 *
 * Guarantee: depends on the records of the source only, never on an answer.
 */
export function createSeveralRecords(
  addresses: readonly LabelledAddress[],
): (address: LabelledAddress, noise: RealNoise) => boolean {
  const byName = new Map<string, LabelledAddress[]>();
  for (const address of addresses) {
    const known = byName.get(nameOf(address));
    if (known === undefined) byName.set(nameOf(address), [address]);
    else known.push(address);
  }
  return (address, noise) => {
    const isWardNamed = noise !== 'missing unit' && WARD_WORD.test(address.text);
    return (byName.get(nameOf(address)) ?? []).some((other) => {
      const meters = distanceMeters(address.position, other.position);
      if (meters <= NEAR_METERS) return false;
      if (isWardNamed) return address.wardCode === other.wardCode;
      return address.house === undefined || meters <= ONE_STREET_METERS;
    });
  };
}

/** Returns the number and street of a house, or the name of a place. */
function nameOf({ house, street, text }: LabelledAddress): string {
  return house === undefined
    ? foldKey(text.split(', ')[0] ?? '')
    : `${foldKey(house.number)} | ${streetKey(fold(street))}`;
}
