import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { UnitClues } from './evidence.ts';
import type { AddressParts, Ambiguity } from '../../../contract/records/address-parts.ts';
import type { OldUnits } from '../../gazetteer/unit-table/units.ts';
import type { StatedRange } from './understand.ts';
import type { UsedWords } from './roles.ts';
import type { Position } from '../../../base/geo/position.ts';

/**
 * A match of the search for administrative units.
 *
 * Shape: `newUnits` are indexes into the dataset, `ward` is absent if only a district or province is known; for a divided former ward it is the
 * likeliest successor, and `candidates` are all successors; `oldUnits` are full former names, present if the question uses them or if they follow
 * for certain; `unexplained` and `contradicted` are parts of the question as written.
 * Units: `accuracyRadiusMeters` around `position`; `score` and `margin` to the next different match 0 to 1.
 * Cost: each match has all members, in this order: V8 compiles again what meets an object of another shape, and makes a shape of its own for each `{ ...match, added }`.
 */
export interface AdminMatch {
  unitId: string;
  level: 'ward' | 'district' | 'province';
  position: Position;
  accuracyRadiusMeters: number;
  /** Distance from `position` to the farthest point of the unit, and of the wards that a divided one can mean. */
  reachMeters: number;
  newUnits: NewUnits;
  oldUnits: OldUnits;
  candidates: WardCandidate[] | undefined;
  /** Former wards that the text fits equally and that became one ward; undefined where one is meant. `oldUnits` then have no ward. */
  formers: readonly OldUnits[] | undefined;
  score: number;
  margin: number;
  /** Number of places that match equally well, this one included, if no unit contains all of them. */
  tied: number | undefined;
  /** Number of other units elsewhere that the same words can mean; undefined if the match is not that of a text. */
  namesakes: number | undefined;
  /** Undefined if the match is not that of a text. */
  unitClues: UnitClues | undefined;
  /** The verdict of each part of the text, the postal code as missing; undefined if the match is not that of a text. */
  parts: AddressParts | undefined;
  /** The words that the match uses; undefined if the match is not that of a text. */
  used: UsedWords | undefined;
  /** Undefined if the text prefers one match. */
  ambiguity: Ambiguity | undefined;
  unexplained: string[];
  contradicted: string[];
}

/** Units in force, as indexes into the dataset. */
export interface NewUnits {
  province: number;
  ward: number | undefined;
}

/** A successor of a divided former ward. Units: `share` of the addresses of the former ward, estimated, 0 to 1; 1 and 0 are by law. */
export interface WardCandidate {
  ward: number;
  share: number;
  /** True if by law the successor got area without population. */
  areaOnly: boolean;
}

/** The part of a match that depends on the units only. */
export type UnitsOfMatch = Pick<
  AdminMatch,
  | 'unitId'
  | 'level'
  | 'position'
  | 'accuracyRadiusMeters'
  | 'reachMeters'
  | 'newUnits'
  | 'oldUnits'
  | 'candidates'
  | 'formers'
>;

/** Returns the match of some units, of which nothing else is known. */
export function createAdminMatch(units: UnitsOfMatch, score: number, margin: number): AdminMatch {
  return {
    unitId: units.unitId,
    level: units.level,
    position: units.position,
    accuracyRadiusMeters: units.accuracyRadiusMeters,
    reachMeters: units.reachMeters,
    newUnits: units.newUnits,
    oldUnits: units.oldUnits,
    candidates: units.candidates,
    formers: units.formers,
    score,
    margin,
    tied: undefined,
    namesakes: undefined,
    unitClues: undefined,
    parts: undefined,
    used: undefined,
    ambiguity: undefined,
    unexplained: [],
    contradicted: [],
  };
}

/** Most matches of a search, the position near which matches are preferred, and the ranges of the text that columns of units gave. */
export interface SearchOptions {
  size: number;
  focus?: Position | undefined;
  stated?: readonly StatedRange[] | undefined;
}

/** Parts of an address line in old or new units; unknown parts are empty. */
export interface AdminLabel {
  ward: string;
  district: string;
  province: string;
  label: string;
}

/**
 * Returns the parts of a match in old or new units, and joins them to an address line.
 *
 * Shape: `Phường Ba Đình, Thành phố Hà Nội`, or old: `Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội`. A ward whose former ward is unknown has
 * its name of today in both, so that the label identifies it and never puts a ward of today into a former district; old, it is in the former province where
 * that is known. An empty former ward is left out.
 */
export function labelMatch(
  dataset: AdminDataset,
  match: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
  admin: 'old' | 'new',
): AdminLabel {
  const { level, oldUnits } = match;
  const isInForce = admin === 'new' || (level === 'ward' && oldUnits.ward === undefined);
  const parts = isInForce ? partsInForce(dataset, match) : formerParts(dataset, match);
  const { ward, district } = parts;
  const province = (admin === 'old' && oldUnits.province) || parts.province;
  return {
    ward,
    district,
    province,
    label: [ward, district, province].filter((part) => part !== '').join(', '),
  };
}

type Parts = Omit<AdminLabel, 'label'>;

function partsInForce(dataset: AdminDataset, { newUnits }: Pick<AdminMatch, 'newUnits'>): Parts {
  const ward = newUnits.ward === undefined ? '' : dataset.wards[newUnits.ward].fullName;
  return { ward, district: '', province: dataset.provinces[newUnits.province].fullName };
}

function formerParts(
  dataset: AdminDataset,
  { level, newUnits, oldUnits }: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
): Parts {
  return {
    ward: level === 'ward' ? (oldUnits.ward ?? '') : '',
    district: oldUnits.district ?? '',
    province: oldUnits.province ?? dataset.provinces[newUnits.province].fullName,
  };
}
