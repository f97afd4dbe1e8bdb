import { message } from '../../base/messages/message.ts';
import Type from 'typebox';
import type { Position } from '../../base/geo/position.ts';
import { checkerOf, readValue } from '../../contract/parameters.ts';
import { Latitude, Longitude } from '../../contract/schema.ts';
import { badParameter, quoted } from './parameters.ts';

/** A box of positions. Units: degrees WGS84. */
export interface Box {
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

/** The radius of a circle that holds every place. Units: kilometres. */
export const WHOLE_EARTH_KM = 20_100;

/** Returns the position of the parameters `lat` and `lon`; undefined if both are absent. Errors: INVALID_REQUEST if one is absent. */
export function positionOf(values: {
  readonly lat: number | undefined;
  readonly lon: number | undefined;
}): Position | undefined {
  const { lat, lon } = values;
  if (lat === undefined && lon === undefined) return undefined;
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  throw badParameter(
    message('server.halfPosition', { parameter: quoted(lat === undefined ? 'lat' : 'lon') }),
  );
}

const Corners = Type.Array(Type.Number(), { minItems: 4, maxItems: 4 });

/** Returns the box between any two corners, `<lon>,<lat>,<lon>,<lat>`. Errors: INVALID_REQUEST if the text is no box. */
export function boxOf(name: string, text: string | undefined): Box | undefined {
  if (text === undefined) return undefined;
  const corners = readValue(Corners, text);
  if (!isCorners(corners)) {
    throw badParameter(
      message('server.notABox', { parameter: quoted(name), value: quoted(text.slice(0, 60)) }),
    );
  }
  const [lon1, lat1, lon2, lat2] = corners;
  return {
    minLat: Math.min(lat1, lat2),
    maxLat: Math.max(lat1, lat2),
    minLon: Math.min(lon1, lon2),
    maxLon: Math.max(lon1, lon2),
  };
}

function isCorners(values: unknown): values is [number, number, number, number] {
  if (!checkerOf(Corners).check(values)) return false;
  return (values as number[]).every((value, at) =>
    checkerOf(at % 2 === 0 ? Longitude : Latitude).check(value),
  );
}

/** Reports whether a position is in a box, its border included. */
export function isInBox({ lat, lon }: Position, box: Box): boolean {
  return lat >= box.minLat && lat <= box.maxLat && lon >= box.minLon && lon <= box.maxLon;
}
