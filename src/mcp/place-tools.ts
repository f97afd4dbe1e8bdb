import Type, { type Static } from 'typebox';
import { LEVELS, type OsmFeature, type OsmFeatureCollection } from '../contract/records/osm-feature.ts';
import { Latitude, Longitude, MAX_RADIUS_KM } from '../contract/schema.ts';
import type { GeoService } from '../contract/service.ts';
import { defineTool, type McpTool } from './tool.ts';
import { optional } from '../contract/optional.ts';

/** Matches that one call of a tool returns at most: an answer must stay small. */
const MOST_MATCHES = 10;
const MOST_PLACES = 20;

const words = (description: string) => optional.string({ description });

/** A place as the tools return it: what a person would say of it. Shape: members that are not known are absent. */
const Place = Type.Object({
  label: Type.String({ description: 'name or address with its units' }),
  lat: optional.number({ description: 'degrees' }),
  lon: optional.number({ description: 'degrees' }),
  level: optional.enum(LEVELS, { description: 'what the position stands for' }),
  confidence: optional.number({ description: '0 to 1: probability that the match is right' }),
  accuracy_radius_meters: optional.number({
    description: 'the true position is within it for 90 % of such matches',
  }),
  ambiguity: words('why several matches fit equally'),
  ward: words('ward of today'),
  ward_code: words('official code of the ward of today'),
  province: words('province of today'),
  province_code: words('official code of the province of today'),
  former_ward: words('ward before July 2025'),
  former_district: words('district before July 2025'),
  former_province: words('province before July 2025'),
  category: words('kind of place'),
  distance_meters: optional.number({ description: 'from the point of the call' }),
  id: Type.String(),
});

const Places = Type.Object({
  places: Type.Array(Place, { description: 'best or nearest first; empty if there is no match' }),
});

/** Returns the tools that find places. Shape: `service` is opened with the first call. */
export function placeTools(service: () => Promise<GeoService>): McpTool[] {
  return [
    defineTool({
      name: 'geocode',
      title: 'Find an address',
      description:
        'Finds the position, ward and province of one Vietnamese address or place name, with former or new units. For a file of addresses use run_job.',
      operation: 'geocodeForward',
      usesFiles: false,
      isReadOnly: true,
      input: Type.Object({
        text: Type.String({ minLength: 1, description: 'the address, or the name of a place' }),
        size: optional.integer({
          minimum: 1,
          maximum: MOST_MATCHES,
          default: 1,
          description: 'matches at most',
        }),
      }),
      output: Places,
      call: async ({ text, size = 1 }, { signal }) => {
        const parameters = { text, size, admin_v2: true };
        return placesOf(await (await service()).geocodeForward(parameters, { signal }), size);
      },
    }),
    defineTool({
      name: 'reverse',
      title: 'Find what is at a point',
      description: 'Finds the streets, houses and places at a point in Vietnam, with ward and province.',
      operation: 'geocodeReverse',
      usesFiles: false,
      isReadOnly: true,
      input: Type.Object({
        lat: Latitude,
        lon: Longitude,
        size: optional.integer({
          minimum: 1,
          maximum: MOST_MATCHES,
          default: 1,
          description: 'matches at most',
        }),
      }),
      output: Places,
      call: async ({ lat, lon, size = 1 }, { signal }) => {
        const parameters = { 'point.lat': lat, 'point.lon': lon, size, admin_v2: true };
        return placesOf(await (await service()).geocodeReverse(parameters, { signal }), size);
      },
    }),
    defineTool({
      name: 'nearby',
      title: 'Find places near a point',
      description: 'Finds the nearest places of some categories around a point, nearest first.',
      operation: 'nearby',
      usesFiles: false,
      isReadOnly: true,
      input: Type.Object({
        categories: Type.String({
          minLength: 1,
          description: 'such as atm, hospital, pharmacy, or Vietnamese words; several between commas',
        }),
        lat: Latitude,
        lon: Longitude,
        radius_km: optional.integer({
          minimum: 1,
          maximum: MAX_RADIUS_KM,
          default: 5,
          description: 'kilometres',
        }),
        size: optional.integer({
          minimum: 1,
          maximum: MOST_PLACES,
          default: 5,
          description: 'places at most',
        }),
      }),
      output: Places,
      call: async ({ categories, lat, lon, radius_km: radius = 5, size = 5 }, { signal }) => {
        const parameters = {
          categories,
          'point.lat': lat,
          'point.lon': lon,
          'boundary.circle.radius': radius,
          size,
          admin_v2: true,
        };
        return placesOf(await (await service()).nearby(parameters, { signal }), size);
      },
    }),
  ];
}

function placesOf(response: unknown, size: number): Static<typeof Places> {
  // The parameters select the OSM shape. Another service may send more than was asked for.
  const { features } = response as OsmFeatureCollection;
  return { places: features.slice(0, size).map(placeOf) };
}

/** Shortens a feature. Shape: of a service without the member `geomill` the units are those of the interface. */
function placeOf({ geometry, properties }: OsmFeature): Static<typeof Place> {
  const { label, id, distance, category, locality, region, geomill } = properties;
  const [lon, lat] = geometry?.coordinates ?? [];
  return withoutEmpty({
    label,
    lat,
    lon,
    level: geomill?.level,
    confidence: geomill?.confidence,
    accuracy_radius_meters: geomill?.accuracy_radius_meters,
    ambiguity: geomill?.ambiguity,
    ward: geomill ? geomill.new.ward : locality,
    ward_code: geomill?.new.ward_code,
    province: geomill ? geomill.new.province : region,
    province_code: geomill?.new.province_code,
    former_ward: geomill?.old.ward,
    former_district: geomill?.old.district,
    former_province: geomill?.old.province,
    category: category?.join(', '),
    distance_meters: distance,
    id,
  }) as Static<typeof Place>;
}

/** Leaves out members that are null, undefined or an empty text. */
export function withoutEmpty(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== null && each !== undefined && each !== ''),
  );
}
