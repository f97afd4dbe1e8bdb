import { isDay } from '../../base/text/day.ts';
import { message, type Message } from '../../base/messages/message.ts';
import type { GeomillExtension, OsmFeature } from '../../contract/records/osm-feature.ts';
import type { StageFault } from './stage.ts';
import { optional } from '../../contract/optional.ts';

/** The day on which the districts ended: since then units are those of `admin_v2`. Source: interface document, section 1. */
const CONSOLIDATION_DAY = '2025-07-01';

/** The option of a stage that chooses the day of the units. */
export const asOfOption = {
  as_of: optional.string({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description:
      'day whose units labels name, as in 2025-06-30; it takes the place of admin_v2. The newest day of the dataset when left out',
    examples: ['2025-06-30'],
  }),
};

/**
 * The units that a stage names.
 *
 * Shape: `isNew` is the generation to request; `findings` say what the option changes that the job may not expect.
 */
export interface NamedUnits {
  isNew: boolean;
  findings: readonly Message[];
  /** Returns a feature with the names of the day. */
  name(feature: OsmFeature): OsmFeature;
  /** Returns the note of a row with a feature; undefined if it has the names of the day. */
  noteOf(feature: OsmFeature | undefined): Message | undefined;
}

/** Reads the options `as_of` and `admin_v2` of a stage. */
export function readNamedUnits(
  options: Readonly<Record<string, unknown>>,
): NamedUnits | { faults: StageFault[] } {
  const day = options.as_of as string | undefined;
  const { admin_v2: adminV2 } = options;
  if (day === undefined) {
    return {
      ...{ isNew: adminV2 !== false, findings: [] },
      name: (feature) => feature,
      noteOf: () => undefined,
    };
  }
  if (!isDay(day)) return { faults: [{ option: 'as_of', message: message('stage.noDay', { day }) }] };
  const isNew = day >= CONSOLIDATION_DAY;
  const isOther = typeof adminV2 === 'boolean' && adminV2 !== isNew;
  return {
    isNew,
    findings: isOther ? [message('stage.asOfReplacesAdmin', { day, value: String(adminV2) })] : [],
    name: isNew ? (feature) => namedOn(feature, day) : (feature) => feature,
    noteOf(feature) {
      if (feature === undefined) return undefined;
      const { geomill, locality } = feature.properties;
      if (isNew) return (geomill?.newest_day ?? '') < day ? message('stage.namesOfDayUnknown') : undefined;
      const { old, new: units } = geomill ?? {};
      return locality && locality === units?.ward && locality !== old?.ward
        ? message('stage.formerWardUnknown')
        : undefined;
    },
  };
}

/** Returns a feature in the units since July 2025 with the names that they had on a day. */
function namedOn(feature: OsmFeature, day: string): OsmFeature {
  const { properties } = feature;
  const { geomill } = properties;
  const names = geomill?.earlier?.find(({ until }) => day < until);
  if (geomill === undefined || names === undefined) return feature;
  const renamed = (text: string | null | undefined): string => {
    if (text && text === geomill.new.ward) return names.ward ?? '';
    if (text && text === geomill.new.province) return names.province ?? '';
    return text ?? '';
  };
  return {
    ...feature,
    properties: {
      ...properties,
      name:
        geomill.level === 'ward' || geomill.level === 'province' ? renamed(properties.name) : properties.name,
      locality: renamed(properties.locality),
      region: renamed(properties.region),
      label: renamedLine(properties.label, geomill, renamed),
      geomill: {
        ...geomill,
        new: {
          ...geomill.new,
          ward: geomill.new.ward === null ? null : names.ward,
          province: names.province,
        },
      },
    },
  };
}

/** Returns an address line with other names of the units at its end; a street or place of that name in front of them keeps it. */
function renamedLine(
  label: string,
  { new: units }: GeomillExtension,
  renamed: (text: string) => string,
): string {
  const end = [units.ward, units.province].filter((unit) => unit !== null).join(', ');
  if (!label.endsWith(end)) return label;
  const line = [units.ward, units.province].map((unit) => renamed(unit ?? '')).filter((unit) => unit !== '');
  return label.slice(0, label.length - end.length) + line.join(', ');
}
