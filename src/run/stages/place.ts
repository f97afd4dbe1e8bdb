import { column } from './column.ts';
import { message } from '../../base/messages/message.ts';
import Type from 'typebox';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import { adminOption, idOption, idSource } from './id-source.ts';
import { asOfOption, readNamedUnits } from './as-of.ts';
import { featurePlacement, featurePosition, POI_COLUMNS_WITHOUT_DISTANCE } from './place-columns.ts';
import { faulty, notFound, skipped, type StageColumn, type StageDefinition, withNote } from './stage.ts';

const COLUMNS: readonly StageColumn<OsmFeature>[] = [
  ...POI_COLUMNS_WITHOUT_DISTANCE,
  column(
    'house_number',
    'string',
    'column.addressHouseNumber',
    ({ properties }) => properties.housenumber || null,
  ),
  column('street', 'string', 'column.addressStreet', ({ properties }) => properties.street || null),
  column('postcode', 'string', 'column.postCode', ({ properties }) => properties.postalcode),
  column('phone', 'string', 'column.phone', ({ properties }) => properties.phone),
  column('website', 'string', 'column.website', ({ properties }) => properties.website),
  column('opening_hours', 'any', 'column.openingHours', ({ properties }) => hoursOf(properties)),
  column('has_child', 'boolean', 'column.hasChildren', ({ properties }) => properties.has_child),
];

/** Services have the hours in either member, and leave the other one null or empty. */
function hoursOf({ opening_hours, opening_hours_v2 }: OsmFeature['properties']): unknown {
  const isFilled = Array.isArray(opening_hours) ? opening_hours.length > 0 : Boolean(opening_hours);
  return isFilled ? opening_hours : opening_hours_v2;
}

/** Looks up the place whose id each row has. Source: interface document, section 4.2. */
export const place: StageDefinition<OsmFeature, ['place']> = {
  name: 'place',
  summary: 'Looks up the place whose id each row has.',
  operations: ['place'],
  options: Type.Object({ ...idOption, ...adminOption, ...asOfOption }, { additionalProperties: false }),
  plan(options, table) {
    const source = idSource(options.id as string | undefined, table);
    if ('faults' in source) return source;
    const units = readNamedUnits(options);
    if ('faults' in units) return units;
    const request = (ids: string) => ({ ids, admin_v2: units.isNew });
    return {
      columns: COLUMNS,
      givesPosition: true,
      findings: [...(source.finding === undefined ? [] : [source.finding]), ...units.findings],
      async run({ cells }, service, context) {
        const id = source.template.render(cells);
        if (id === '') return skipped(message('stage.noPlaceId'));
        const { features } = await service.place(request(id), context);
        const [feature] = features;
        if (!feature) return notFound(message('stage.unknownPlaceId'));
        const position = featurePosition(feature);
        if (position === null) return faulty(message('stage.matchWithoutPosition'));
        const placement = featurePlacement(feature);
        return withNote(
          { status: 'ok', result: units.name(feature), position, placement },
          units.noteOf(feature),
        );
      },
      questions({ cells }) {
        const id = source.template.render(cells);
        return id === '' ? [] : [{ operation: 'place', parameters: request(id) }];
      },
    };
  },
};
