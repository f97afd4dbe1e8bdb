import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import { featurePosition } from './place-columns.ts';
import type { StageColumn } from './stage.ts';

const DISTANCE = 'distance_meters';

/** The columns of a point of interest, the same for every stage that lists some. */
export const POI_COLUMNS: readonly StageColumn<OsmFeature>[] = [
  { name: 'name', type: 'string', description: 'name of the place', of: ({ properties }) => properties.name },
  {
    name: 'category',
    type: 'string',
    description: 'categories of the place, slugs and words, separated by |',
    of: ({ properties }) => properties.category?.filter(Boolean).join('|') || null,
  },
  {
    name: 'lat',
    type: 'number',
    unit: 'degrees WGS84',
    minimum: -90,
    maximum: 90,
    description: 'latitude of the place',
    of: (feature) => featurePosition(feature)?.lat,
  },
  {
    name: 'lon',
    type: 'number',
    unit: 'degrees WGS84',
    minimum: -180,
    maximum: 180,
    description: 'longitude of the place',
    of: (feature) => featurePosition(feature)?.lon,
  },
  {
    name: DISTANCE,
    type: 'number',
    unit: 'metres',
    description: 'straight-line distance from the row’s position',
    of: ({ properties }) => properties.distance,
  },
  {
    name: 'label',
    type: 'string',
    description: 'full address line of the place',
    of: ({ properties }) => properties.label,
  },
  {
    name: 'ward',
    type: 'string',
    description: 'ward, in the units that were requested',
    of: ({ properties }) => properties.locality || null,
  },
  {
    name: 'district',
    type: 'string',
    description: 'district; empty in the units since July 2025',
    of: ({ properties }) => properties.county || null,
  },
  {
    name: 'province',
    type: 'string',
    description: 'province, in the units that were requested',
    of: ({ properties }) => properties.region || null,
  },
  {
    name: 'place_id',
    type: 'string',
    description: 'opaque id of the place',
    of: ({ properties }) => properties.id,
  },
];

/** The columns of a point of interest that was looked up by its id, so that there is no distance to it. */
export const POI_COLUMNS_WITHOUT_DISTANCE = POI_COLUMNS.filter(({ name }) => name !== DISTANCE);
