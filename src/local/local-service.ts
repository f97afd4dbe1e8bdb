import { createGeoService, type GeoService } from '../contract/service.ts';
import { openAdminDataset } from './admin/open-admin-dataset.ts';
import type { AdminDataset, Ward } from './admin/units.ts';
import { createAdminPlaces } from './admin-places.ts';
import { createForcodes } from './forcodes.ts';
import { googleList, googleResult } from './google-shape.ts';
import type { AdminUnits, LocalPlace } from './local-place.ts';
import { osmCollection } from './osm-shape.ts';
import { createPlaceIdTable } from './place-id.ts';
import { readLatLng } from './lat-lng.ts';
import type { Position } from '../geo/position.ts';
import { createAdminSearch, type AdminSearch } from './search/admin-search.ts';

const METERS_PER_KM = 1000;
const REVERSE_RADIUS_KM = 1;
const FORCODE_RESOLUTION = 13;

/** Holds the local engine: the port, and who answers, as a run remembers it. */
export interface LocalService {
  service: GeoService;
  identity: string;
  attribution: string;
}

/**
 * Opens a dataset and answers the interface from it, without network.
 *
 * Errors: DATASET_BAD when the dataset is missing, damaged or of another version.
 * Cost: half a second and about 100 MB for the starter dataset.
 */
export async function createLocalService({ datasetDir }: { datasetDir: string }): Promise<LocalService> {
  const dataset = await openAdminDataset(datasetDir);
  return { service: answerFrom(dataset), identity: `local ${dataset.id}`, attribution: dataset.attribution };
}

/** Answers from a dataset in memory what it can; NOT_SUPPORTED for the operations it has no data for. */
export function answerFrom(dataset: AdminDataset): GeoService {
  // Built when it is first asked: a forcode job needs none.
  let built: { search: AdminSearch; placeOf: ReturnType<typeof createAdminPlaces> } | undefined;
  const engine = () => {
    if (!built) {
      const search = createAdminSearch(dataset);
      built = { search, placeOf: createAdminPlaces(dataset, search) };
    }
    return built;
  };
  const forcodes = createForcodes(dataset);
  const keyOf = createPlaceIdTable(() => engine().search.unitIds());
  const unitsOf = (adminV2: boolean | undefined): AdminUnits => (adminV2 ? 'new' : 'old');

  const forward = (text: string, size: number, units: AdminUnits): LocalPlace[] => {
    const { search, placeOf } = engine();
    return search.search(text, { size }).map((match) => placeOf(match, units));
  };

  const wardPlace = (ward: number, units: AdminUnits, distanceMeters: number): LocalPlace[] => {
    const { search, placeOf } = engine();
    const match = search.lookupUnit(`ward:${(dataset.wards[ward] as Ward).code}`);
    return match ? [placeOf(match, units, Math.round(distanceMeters))] : [];
  };

  const reverse = (position: Position, radiusKm: number, size: number, units: AdminUnits): LocalPlace[] => {
    // Nearly every question is for the one ward around the point, and that is a walk down a tree instead of a search.
    const inside = size === 1 ? dataset.wardAt(position) : -1;
    if (inside >= 0) return wardPlace(inside, units, 0);
    const near = dataset.wardsNear(position, radiusKm * METERS_PER_KM).slice(0, size);
    return near.flatMap(({ ward, distanceMeters }) => wardPlace(ward, units, distanceMeters));
  };

  const byIds = (ids: string, units: AdminUnits): LocalPlace[] => {
    const { search, placeOf } = engine();
    return ids.split(',').flatMap((id) => {
      const match = search.lookupUnit(keyOf(id.trim()) ?? '');
      return match ? [placeOf(match, units)] : [];
    });
  };

  return createGeoService({
    geocodeForward: {
      google: async ({ address, admin_v2 }) => googleList(forward(address, 1, unitsOf(admin_v2))),
      osm: async ({ text, size, admin_v2 }) => osmCollection(forward(text, size ?? 1, unitsOf(admin_v2))),
    },
    geocodeReverse: {
      google: async ({ latlng, admin_v2 }) =>
        googleList(reverse(readLatLng('latlng', latlng), REVERSE_RADIUS_KM, 1, unitsOf(admin_v2))),
      osm: async (parameters) => {
        const position = { lat: parameters['point.lat'], lon: parameters['point.lon'] };
        const radiusKm = parameters['boundary.circle.radius'] ?? REVERSE_RADIUS_KM;
        return osmCollection(reverse(position, radiusKm, parameters.size ?? 1, unitsOf(parameters.admin_v2)));
      },
    },
    place: {
      google: async ({ ids, admin_v2 }) => googleResult(byIds(ids, unitsOf(admin_v2))[0]),
      osm: async ({ ids, admin_v2 }) => osmCollection(byIds(ids, unitsOf(admin_v2))),
    },
    encodeForcode: {
      only: async ({ lat, lng, resolution }) => forcodes.encode(lat, lng, resolution ?? FORCODE_RESOLUTION),
    },
    decodeForcode: {
      only: async ({ forcodes: code }) => forcodes.decode(code),
    },
  });
}
