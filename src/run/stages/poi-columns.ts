import type { OsmFeature } from '../../contract/records/osm-feature.ts';
import { featurePosition } from './place-columns.ts';
import type { StageColumn } from './stage.ts';
import { message } from '../../base/messages/message.ts';

const DISTANCE = 'distance_meters';

/** The columns of a point of interest, the same for every stage that lists some. */
export const POI_COLUMNS: readonly StageColumn<OsmFeature>[] = [
  {
    name: 'name',
    type: 'string',
    description: message('column.placeName'),
    of: ({ properties }) => properties.name,
  },
  {
    name: 'category',
    type: 'string',
    description: message('column.placeCategories'),
    of: ({ properties }) => properties.category?.filter(Boolean).join('|') || null,
  },
  {
    name: 'lat',
    type: 'number',
    unit: message('measure.degreesWgs84'),
    minimum: -90,
    maximum: 90,
    description: message('column.placeLat'),
    of: (feature) => featurePosition(feature)?.lat,
  },
  {
    name: 'lon',
    type: 'number',
    unit: message('measure.degreesWgs84'),
    minimum: -180,
    maximum: 180,
    description: message('column.placeLon'),
    of: (feature) => featurePosition(feature)?.lon,
  },
  {
    name: DISTANCE,
    type: 'number',
    unit: message('measure.metres'),
    description: message('column.distanceToPlace'),
    of: ({ properties }) => properties.distance,
  },
  {
    name: 'label',
    type: 'string',
    description: message('column.placeLabel'),
    of: ({ properties }) => properties.label,
  },
  {
    name: 'ward',
    type: 'string',
    description: message('column.placeWard'),
    of: ({ properties }) => properties.locality || null,
  },
  {
    name: 'district',
    type: 'string',
    description: message('column.placeDistrict'),
    of: ({ properties }) => properties.county || null,
  },
  {
    name: 'province',
    type: 'string',
    description: message('column.placeProvince'),
    of: ({ properties }) => properties.region || null,
  },
  {
    name: 'place_id',
    type: 'string',
    description: message('column.placeId'),
    of: ({ properties }) => properties.id,
  },
];

/** The columns of a point of interest that was looked up by its id, so that there is no distance to it. */
export const POI_COLUMNS_WITHOUT_DISTANCE = POI_COLUMNS.filter(({ name }) => name !== DISTANCE);
