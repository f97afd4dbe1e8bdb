import Type from 'typebox';
import type { OsmFeature } from '../contract/records/osm-feature.ts';
import { idOption, idSource } from './id-source.ts';
import { featurePosition } from './place-columns.ts';
import { POI_COLUMNS, poiValues } from './poi-columns.ts';
import { notFound, skipped, type StageColumn, type StageDefinition } from './stage.ts';

const DETAIL_COLUMNS: readonly StageColumn[] = [
  { name: 'house_number', type: 'string', description: 'house number of its address' },
  { name: 'street', type: 'string', description: 'street of its address' },
  { name: 'postcode', type: 'string', description: 'post code' },
  { name: 'phone', type: 'string', description: 'telephone, in international form' },
  { name: 'website', type: 'string', description: 'web page' },
  { name: 'opening_hours', type: 'any', description: 'opening hours, as the service writes them' },
  { name: 'has_child', type: 'boolean', description: 'whether places belong to it' },
];

/** Columns of a place that was asked for by its id: there is no point that it is at a distance from. */
const PLACE_DETAIL_COLUMNS: readonly StageColumn[] = [
  ...POI_COLUMNS.filter(({ name }) => name !== 'distance_meters'),
  ...DETAIL_COLUMNS,
];
const DISTANCE_AT = POI_COLUMNS.findIndex(({ name }) => name === 'distance_meters');

/** Looks up the place whose id each row has. Source: interface document, section 4.2. */
export const place: StageDefinition = {
  name: 'place',
  summary: 'Looks up the place whose id each row has.',
  options: Type.Object(
    {
      ...idOption,
      admin_v2: Type.Optional(
        Type.Boolean({ default: false, description: 'true: labels in the units since July 2025' }),
      ),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = idSource(options.id as string | undefined, table);
    if ('faults' in source) return source;
    const ask = (ids: string) => ({ ids, admin_v2: options.admin_v2 === true });
    return {
      columns: PLACE_DETAIL_COLUMNS,
      givesPosition: true,
      findings: source.finding === undefined ? [] : [source.finding],
      async run({ cells }, service, context) {
        const id = source.template.render(cells);
        if (id === '') return skipped('the row has no place id');
        const answer = await service.place(ask(id), context);
        const feature = answer.features[0];
        if (!feature) return notFound('the service knows no place of this id');
        return { status: 'ok', values: detailValues(feature), position: featurePosition(feature) };
      },
      questions({ cells }) {
        const id = source.template.render(cells);
        return id === '' ? [] : [{ operation: 'place', parameters: ask(id) }];
      },
    };
  },
};

function detailValues(feature: OsmFeature): unknown[] {
  const { properties } = feature;
  return [
    ...poiValues(feature).filter((_, at) => at !== DISTANCE_AT),
    properties.housenumber || null,
    properties.street || null,
    properties.postalcode ?? null,
    properties.phone ?? null,
    properties.website ?? null,
    properties.opening_hours ?? null,
    properties.has_child ?? null,
  ];
}
