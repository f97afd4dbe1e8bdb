import { column, LATITUDE, LONGITUDE, METERS } from './column.ts';
import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import { featurePosition } from './place-columns.ts';
import type { StageColumn } from './stage.ts';

const DISTANCE = 'distance_meters';

/** The columns of a point of interest, the same for every stage that lists some. */
export const POI_COLUMNS: readonly StageColumn<OsmFeature>[] = [
  column('name', 'string', 'column.placeName', ({ properties }) => properties.name),
  column(
    'category',
    'string',
    'column.placeCategories',
    ({ properties }) => properties.category?.filter(Boolean).join('|') || null,
  ),
  column('lat', 'number', 'column.placeLat', (feature) => featurePosition(feature)?.lat, LATITUDE),
  column('lon', 'number', 'column.placeLon', (feature) => featurePosition(feature)?.lon, LONGITUDE),
  column(DISTANCE, 'number', 'column.distanceToPlace', ({ properties }) => properties.distance, METERS),
  column('label', 'string', 'column.placeLabel', ({ properties }) => properties.label),
  column('ward', 'string', 'column.placeWard', ({ properties }) => properties.locality || null),
  column('district', 'string', 'column.placeDistrict', ({ properties }) => properties.county || null),
  column('province', 'string', 'column.placeProvince', ({ properties }) => properties.region || null),
  column('place_id', 'string', 'column.placeId', ({ properties }) => properties.id),
];

/** The columns of a point of interest that was looked up by its id, so that there is no distance to it. */
export const POI_COLUMNS_WITHOUT_DISTANCE = POI_COLUMNS.filter(({ name }) => name !== DISTANCE);
