import type { AddressParts } from '../../contract/records/address-parts.ts';
import type { ProvinceOf } from '../../base/geo/forcode.ts';
import { readWrittenPosition, type ExactPosition } from '../../base/position/written-position.ts';
import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import { roundShare } from './places/answered-units.ts';
import { joinLine, type AdminUnits, type LocalPlace } from './places/local-place.ts';

/** Confidence in a position that the words of its text agree with, that stands alone, and whose words name another ward. */
const CONFIDENCE = { agreed: 0.99, alone: 0.98, otherWard: 0.7, otherProvince: 0.4 };

const UNIT_LEVELS: ReadonlySet<string> = new Set(['ward', 'district', 'province']);

/** Options of a text: the units of its label, and units in columns beside it. */
interface TextOptions {
  units: AdminUnits;
  columns?: readonly unknown[];
}

/** What answers from written positions need. */
export interface PositionAnswersOptions<O extends TextOptions> {
  admin: AdminDataset;
  wardAt: (position: Position) => number;
  /** Returns the ward of a position, as `UnitEngine` has it. */
  wardNear: (position: Position, radiusMeters: number, units: AdminUnits) => LocalPlace | undefined;
  /** Geocodes the words beside the position. */
  search: (text: string, options: O) => LocalPlace | undefined;
}

/**
 * Creates the function that answers a text which states a position: at that position, in its ward, with the street and house of the words beside it; undefined for a text
 * without one.
 *
 * Shape: `near` is the reference of a short Plus Code without words; a code far from what its words name is none. A ward or province of the words that the position is not in is contradicted.
 */
export function createPositionAnswers<O extends TextOptions>({
  admin,
  wardAt,
  wardNear,
  search,
}: PositionAnswersOptions<O>) {
  const { wards, provinces } = admin;
  const provinceOf: ProvinceOf = (position) => provinces[wards[wardAt(position)]?.province ?? -1]?.code;
  return (text: string, options: O, near?: Position): LocalPlace | undefined => {
    const { units, columns = [] } = options;
    const written = readWrittenPosition(text, provinceOf);
    if (written === undefined) return undefined;
    const hasWords = /\p{L}/u.test(written.rest) || columns.length > 0;
    const words = hasWords ? search(written.rest, options) : undefined;
    const reference = words?.position ?? near;
    if (reference === undefined && written.isRelative) return undefined;
    const province = words?.extension.new.ward_code === null ? words.extension.new.province_code : undefined;
    const exact = written.locate(
      reference ?? { lat: 0, lon: 0 },
      // A province is wider than the area of a short code.
      province === undefined || province === null
        ? undefined
        : (position) => provinceOf(position) === province,
    );
    const home = exact && wardNear(exact.position, exact.accuracyMeters, units);
    if (exact === undefined || home === undefined) return undefined;
    // A wide ward reaches farther than the radius of its answer.
    if (written.isRelative && words !== undefined && !isInWard(words, home) && isFar(exact, words))
      return undefined;
    return placeAt(exact, written.name, home, words);
  };
}

function placeAt(
  { position, accuracyMeters, among }: ExactPosition,
  name: string,
  home: LocalPlace,
  words?: LocalPlace,
): LocalPlace {
  // The words may name the former ward of a ward in force, which the position alone does not.
  const isSameWard = words?.parts.ward && words.extension.new.ward_code === home.extension.new.ward_code;
  const base = isSameWard ? words : home;
  const units = UNIT_LEVELS.has(base.level) ? base.label : base.address;
  const { houseNumber = '', street = '', streetLine = '' } = words ?? {};
  return {
    ...base,
    // A position has no id of its own.
    ...{ name, level: 'position', position, houseNumber, street, streetLine, address: units },
    label: joinLine(name, words?.level === 'poi' ? words.name : '', streetLine, units),
    ...{ categories: ['position'], record: words?.record, hasChild: false, distanceMeters: null },
    extension: {
      ...base.extension,
      level: 'position',
      accuracy_radius_meters: accuracyMeters,
      confidence: roundShare(confidenceOf(home, words) / among),
      ...{ score: 1, margin: 1, ward_candidates: undefined, ambiguity: undefined },
      parts: verdictsOf(home, words),
      account: words?.extension.account,
    },
  };
}

/** A short code is written beside a place near it: one farther outside of what the words name is no reading of it. */
const FAR_METERS = 3000;

const isFar = ({ position }: ExactPosition, { position: named, extension }: LocalPlace): boolean =>
  distanceMeters(position, named) > extension.accuracy_radius_meters + FAR_METERS;

const isInProvince = (words: LocalPlace, home: LocalPlace): boolean =>
  words.extension.new.province_code === home.extension.new.province_code;

/** Reports whether words that name a ward, or one that was divided, mean the ward of the position. */
function isInWard({ extension }: LocalPlace, home: LocalPlace): boolean {
  const code = home.extension.new.ward_code;
  return (
    extension.new.ward_code === code ||
    (extension.ward_candidates ?? []).some((candidate) => candidate.ward_code === code)
  );
}

function confidenceOf(home: LocalPlace, words: LocalPlace | undefined): number {
  if (words === undefined) return CONFIDENCE.alone;
  if (!isInProvince(words, home)) return CONFIDENCE.otherProvince;
  const isOther = words.extension.new.ward_code !== null && !isInWard(words, home);
  return isOther ? CONFIDENCE.otherWard : CONFIDENCE.agreed;
}

function verdictsOf(home: LocalPlace, words: LocalPlace | undefined): AddressParts {
  const parts = words?.extension.parts;
  if (words === undefined || parts === undefined) {
    return {
      house: 'missing',
      street: 'missing',
      ward: 'completed',
      district: 'missing',
      province: 'completed',
      postal_code: 'completed',
    };
  }
  const isThere = isInProvince(words, home);
  const isOther = words.extension.new.ward_code !== null && !isInWard(words, home);
  const isNamed = parts.ward !== 'missing' && parts.ward !== 'completed';
  return {
    ...parts,
    ward: isOther && isNamed ? 'contradicted' : parts.ward === 'missing' ? 'completed' : parts.ward,
    district: isThere || parts.district === 'missing' ? parts.district : 'contradicted',
    province: isThere ? parts.province : 'contradicted',
  };
}
