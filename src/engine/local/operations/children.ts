import { createHash } from 'node:crypto';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import { STATUS } from '../../../contract/status.ts';
import type { LocalOperation } from '../local-operation.ts';
import { readParentId, unitsOf } from '../parameters/search-options.ts';
import { osmCollection, unknownIds } from '../shapes/osm-shape.ts';
import { predictionList } from '../shapes/prediction-shape.ts';
import type { LocalPlace } from '../../geocoder/places/local-place.ts';

// The interface has `has_child` and `sid` in children (section 2.3): 16 digits that stand for a place.
function withSid(feature: OsmFeature): OsmFeature {
  const { properties } = feature;
  const sid = createHash('sha256').update(properties.id).digest('hex').slice(0, SID_DIGITS);
  return { ...feature, properties: { ...properties, sid } };
}

const SID_DIGITS = 16;

/** Lists the places that belong to a place, such as the gates of a market. */
export const children: LocalOperation<'children'> = {
  support: 'yes',
  createHandlers: ({ engine }) => ({
    google: async ({ parent_id, admin_v2 }) => {
      const places = engine.children(readParentId(parent_id), unitsOf(admin_v2));
      return places ? predictionList(places) : { predictions: [], status: STATUS.notFound };
    },
    osm: async ({ parent_id, admin_v2 }) => {
      const id = readParentId(parent_id);
      const found = engine.children(id, unitsOf(admin_v2));
      const places = found ?? [];
      const { features, ...collection } = osmCollection(places);
      const errors = found ? null : unknownIds([id]);
      return { ...collection, features: features.map(withSid), bbox: bboxOf(places), errors };
    },
  }),
};

/** Returns the bounding box of places, `[minLon, minLat, maxLon, maxLat]`; empty without places. Units: degrees WGS84. */
function bboxOf(places: readonly LocalPlace[]): number[] {
  if (places.length === 0) return [];
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { position } of places) {
    box[0] = Math.min(box[0], position.lon);
    box[1] = Math.min(box[1], position.lat);
    box[2] = Math.max(box[2], position.lon);
    box[3] = Math.max(box[3], position.lat);
  }
  return box;
}
