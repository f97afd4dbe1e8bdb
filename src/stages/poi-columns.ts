import type { OsmFeature } from '../contract/records/osm-feature.ts';
import { featurePosition } from './place-columns.ts';
import type { StageColumn } from './stage.ts';

/** Lists the columns that tell of a point of interest, the same for every stage that lists some. */
export const POI_COLUMNS: readonly StageColumn[] = [
  { name: 'name', type: 'string', description: 'name of the place' },
  { name: 'category', type: 'string', description: 'its categories, slugs and words, separated by |' },
  { name: 'lat', type: 'number', description: 'latitude of the place; degrees WGS84' },
  { name: 'lon', type: 'number', description: 'longitude of the place; degrees WGS84' },
  {
    name: 'distance_meters',
    type: 'number',
    description: 'from the row’s position, straight; metres',
  },
  { name: 'label', type: 'string', description: 'full address line of the place' },
  { name: 'ward', type: 'string', description: 'ward, in the units asked for' },
  { name: 'district', type: 'string', description: 'district; empty in the units since July 2025' },
  { name: 'province', type: 'string', description: 'province, in the units asked for' },
  { name: 'place_id', type: 'string', description: 'opaque id of the place' },
];

/** Returns the values of {@link POI_COLUMNS} for a feature. */
export function poiValues(feature: OsmFeature): unknown[] {
  const { properties } = feature;
  const position = featurePosition(feature);
  return [
    properties.name,
    properties.category.filter(Boolean).join('|') || null,
    position?.lat ?? null,
    position?.lon ?? null,
    properties.distance ?? null,
    properties.label,
    properties.locality || null,
    properties.county || null,
    properties.region || null,
    properties.id,
  ];
}
