import { describeMatch } from '../../../contract/match.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { ChosenFeature } from './aliases.ts';

/** The parameters of a conversion, as far as a decision about its text depends on them. */
export interface ConvertQuestion {
  text?: string;
  ward?: string;
  district?: string;
  province?: string;
  from?: string;
  to?: string;
}

/** The first day without districts: codes of wards from before it are those of former wards. */
const REFORM_DAY = '2025-07-01';

/** Reports whether units of before July 2025 are wanted. */
export const wantsFormer = ({ to }: ConvertQuestion): boolean => to !== undefined && to < REFORM_DAY;

/** Returns the text of a conversion, which a decision is about: the address with the units of its columns. */
export const convertedText = ({ text, ward, district, province }: ConvertQuestion): string =>
  [text, ward, district, province].filter(Boolean).join(', ');

/** Returns the code of the unit that a person chose by a decision, on the day `to`; null where it stands for none. */
export function chosenUnit(feature: ChosenFeature | undefined, to: string | undefined): string | null {
  if (feature === undefined) return null;
  const match = describeMatch(feature as OsmFeature, 'new');
  const units = wantsFormer({ ...(to !== undefined && { to }) }) ? match.old : match.new;
  const level = match.level === 'district' || match.level === 'province' ? match.level : 'ward';
  return units?.[`${level}_code`] ?? null;
}
