import { column, LATITUDE, LONGITUDE, METERS } from './column.ts';
import Type from 'typebox';
import type { ImageryItem } from '../../contract/records/imagery.ts';
import { decimalText, isPosition, type Position } from '../../base/geo/position.ts';
import { bearingDegrees, turnDegrees, distanceMeters } from '../../base/geo/distance.ts';
import { message } from '../../base/messages/message.ts';
import { planAtPosition } from './position-plan.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { notFound, type StageColumn, type StageDefinition, type StageFault } from './stage.ts';
import { optional } from '../../contract/optional.ts';

const DEFAULTS = { minMeters: 3, maxMeters: 15, toleranceDegrees: 30 };
/** Pictures that are compared: of a few the nearest is among the first, the newest may be the last. */
const LIMITS = { nearest: 10, newest: 100 } as const;
const DATE_OR_TIME = '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d))?$';

/** A picture of a place. Units: metres, degrees. */
interface PlacePicture {
  item: ImageryItem;
  /** The position of the row. */
  place: Position;
  position: Position;
  distance: number;
  /** Direction from the picture to the place, clockwise from north. */
  azimuth: number;
  /** Turn from the heading of the picture to the place; null if the heading is unknown. */
  turn: number | null;
}

const COLUMNS: readonly StageColumn<PlacePicture>[] = [
  column('id', 'string', 'column.pictureId', ({ item }) => item.id),
  column(
    'thumb',
    'string',
    'column.pictureThumb',
    ({ item }) => assetHref(item, 'thumb') ?? item.properties['imagery:thumbnail'],
  ),
  column('sd', 'string', 'column.pictureSmall', ({ item }) => assetHref(item, 'sd')),
  column(
    'hd',
    'string',
    'column.pictureFull',
    ({ item }) => assetHref(item, 'hd') ?? item.properties['imagery:image'],
  ),
  column('lat', 'number', 'column.pictureLat', ({ position }) => position.lat, LATITUDE),
  column('lon', 'number', 'column.pictureLon', ({ position }) => position.lon, LONGITUDE),
  column(
    'distance_meters',
    'number',
    'column.pictureDistance',
    ({ distance }) => rounded(distance, 100),
    METERS,
  ),
  column('azimuth', 'number', 'column.pictureAzimuth', ({ azimuth }) => rounded(azimuth, 10) % 360, {
    unit: message('measure.degrees'),
  }),
  column(
    'heading_difference',
    'number',
    'column.pictureTurn',
    ({ turn }) => (turn === null ? null : rounded(turn, 10)),
    { unit: message('measure.degrees') },
  ),
  column('captured_at', 'string', 'column.pictureTime', ({ item }) => item.properties.datetime),
];

/** Returns the column of links that open a page of the viewer at the picture, turned to the row's position. */
function linkColumn(viewerUrl: string): StageColumn<PlacePicture> {
  return column(
    'link',
    'string',
    'column.pictureLink',
    ({ item, place }) =>
      `${viewerUrl}#picture=${encodeURIComponent(item.id)}&lookAt=${decimalText(place.lat)},${decimalText(place.lon)}`,
  );
}

/** Returns the street picture that shows the position of each row. Source: interface document, section 4.11. */
export const imagery: StageDefinition<PlacePicture, ['searchImagery']> = {
  name: 'imagery',
  summary: 'Returns the street picture that is near the position of each row and looks at it.',
  operations: ['searchImagery'],
  options: Type.Object(
    {
      ...positionOptions,
      min_meters: optional.number({
        minimum: 0,
        default: DEFAULTS.minMeters,
        description: 'least distance of a picture; metres',
      }),
      max_meters: optional.number({
        minimum: 0,
        default: DEFAULTS.maxMeters,
        description: 'greatest distance of a picture; metres',
      }),
      tolerance_degrees: optional.integer({
        minimum: 2,
        maximum: 180,
        default: DEFAULTS.toleranceDegrees,
        description:
          'full angle around the heading of a picture in which the position has to be; not for 360-degree pictures',
      }),
      from: optional.string({
        pattern: DATE_OR_TIME,
        description: 'earliest capture time: a day in Vietnam as 2024-05-01, or an RFC 3339 timestamp',
        examples: ['2024-01-01'],
      }),
      to: optional.string({
        pattern: DATE_OR_TIME,
        description: 'latest capture time; a day is included to its end',
        examples: ['2025-12-31'],
      }),
      choose: optional.union([Type.Literal('nearest'), Type.Literal('newest')], {
        default: 'nearest',
        description: 'which one of several pictures: the nearest, or the one with the latest capture time',
      }),
      viewer_url: optional.string({
        pattern: '^https?://[^#\\s]+$',
        description:
          'address of a page with the viewer, such as that of geomill serve; adds the column of links to it',
        examples: ['http://127.0.0.1:8080/viewer/demo.html'],
      }),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const source = positionSource(options, table);
    if ('faults' in source) return source;
    const minMeters = (options.min_meters as number | undefined) ?? DEFAULTS.minMeters;
    const maxMeters = (options.max_meters as number | undefined) ?? DEFAULTS.maxMeters;
    const choose = (options.choose as keyof typeof LIMITS | undefined) ?? 'nearest';
    const viewerUrl = options.viewer_url as string | undefined;
    const time = timeInterval(options);
    const faults: StageFault[] = [];
    if (minMeters > maxMeters) {
      faults.push({
        option: 'min_meters',
        message: message('stage.minAboveMax', { min: minMeters, max: maxMeters }),
      });
    }
    if ('fault' in time) faults.push(time.fault);
    if (faults.length > 0) return { faults };
    const parameters = {
      place_distance: `${decimalText(minMeters)}-${decimalText(maxMeters)}`,
      place_fov_tolerance: (options.tolerance_degrees as number | undefined) ?? DEFAULTS.toleranceDegrees,
      limit: LIMITS[choose],
      ...('datetime' in time ? { datetime: time.datetime } : {}),
    };
    const request = ({ lat, lon }: Position) => ({
      place_position: `${decimalText(lon)},${decimalText(lat)}`,
      ...parameters,
    });

    return planAtPosition(source, {
      columns: viewerUrl === undefined ? COLUMNS : [...COLUMNS, linkColumn(viewerUrl)],
      operation: 'searchImagery',
      request,
      call: (parameters, service, context) => service.searchImagery(parameters, context),
      result({ features }, position) {
        const pictures = features.flatMap((item) => describePicture(item, position));
        const result = best(pictures, choose);
        return result === undefined
          ? notFound(message('stage.noPicture', { min: minMeters, max: maxMeters }))
          : { status: 'ok', result };
      },
    });
  },
};

function describePicture(item: ImageryItem, place: Position): PlacePicture[] {
  const [lon, lat] = item.geometry.coordinates;
  const position = { lat: lat as number, lon: lon as number };
  if (!isPosition(position)) return [];
  const azimuth = bearingDegrees(position, place);
  const heading = item.properties['view:azimuth'];
  const turn = typeof heading === 'number' ? turnDegrees(heading, azimuth) : null;
  return [{ item, place, position, distance: distanceMeters(position, place), azimuth, turn }];
}

/** Returns the nearest or the newest picture; of equal ones the first, in the order of the service. */
function best(pictures: readonly PlacePicture[], choose: keyof typeof LIMITS): PlacePicture | undefined {
  const valueOf = ({ item, distance }: PlacePicture): number => {
    if (choose === 'nearest') return -distance;
    const ms = Date.parse(item.properties.datetime ?? '');
    return Number.isNaN(ms) ? -Infinity : ms;
  };
  let [chosen] = pictures;
  for (const picture of pictures) {
    if (chosen !== undefined && valueOf(picture) > valueOf(chosen)) chosen = picture;
  }
  return chosen;
}

function timeInterval({
  from,
  to,
}: Readonly<Record<string, unknown>>): { datetime: string } | { fault: StageFault } | Record<never, never> {
  if (from === undefined && to === undefined) return {};
  const ends = { from: timestamp(from, '00:00:00'), to: timestamp(to, '23:59:59.999') };
  for (const [option, end] of Object.entries(ends)) {
    if (end !== undefined && Number.isNaN(Date.parse(end)))
      return { fault: { option, message: message('stage.noDate', { option, text: end }) } };
  }
  if (ends.from !== undefined && ends.to !== undefined && Date.parse(ends.from) > Date.parse(ends.to))
    return { fault: { option: 'from', message: message('stage.fromAfterTo') } };
  return { datetime: `${ends.from ?? '..'}/${ends.to ?? '..'}` };
}

/** Completes a day to a timestamp in the time of Vietnam. */
function timestamp(text: unknown, time: string): string | undefined {
  if (typeof text !== 'string') return undefined;
  return text.includes('T') ? text : `${text}T${time}+07:00`;
}

function assetHref({ assets }: ImageryItem, name: string): string | undefined {
  return assets?.[name]?.href;
}

function rounded(value: number, unitsPerOne: number): number {
  return Math.round(value * unitsPerOne) / unitsPerOne;
}
