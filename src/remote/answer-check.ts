import { message, type Message } from '../base/messages/message.ts';
import { decodePolyline, type PolylinePrecision } from '../base/geo/polyline.ts';
import { isPosition } from '../base/geo/position.ts';
import { STATUS } from '../contract/status.ts';
import { plainExcerpt } from './secrets.ts';

const MAX_SHOWN = 60;

/** The members of a response that hold lines, with the precision of each. Source: interface document, sections 2.4 and 2.5. */
const LINES: Readonly<Record<string, PolylinePrecision>> = { points: 5, shape: 6 };

/** Data of the camera, which stages do not use and which is often wrong. */
const UNCHECKED = new Set(['exif']);

const KNOWN_STATUS = new Set<unknown>([
  STATUS.ok,
  STATUS.zeroResults,
  STATUS.notFound,
  STATUS.invalidForcodes,
]);
const PAYLOAD = ['results', 'result', 'predictions', 'routes', 'features', 'trip'];

/**
 * Returns what a schema does not show to be wrong in a response: positions off the earth, as of swapped coordinates, lines that cannot
 * be decoded, an unknown status without any result. Undefined if nothing is.
 *
 * Cost: one pass over the values.
 */
export function faultOfAnswer(answer: unknown): Message | undefined {
  return faultOfStatus(answer) ?? faultOfMember(answer);
}

function faultOfStatus(answer: unknown): Message | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const members = answer as Record<string, unknown>;
  const { status } = members;
  if (typeof status !== 'string' || KNOWN_STATUS.has(status)) return undefined;
  const hasPayload = PAYLOAD.some((name) => {
    const value = members[name];
    return Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;
  });
  return hasPayload ? undefined : message('response.unknownStatus', { status: shown(status) });
}

function faultOfMember(value: unknown): Message | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (const each of value) {
      const fault = typeof each === 'object' ? faultOfMember(each) : undefined;
      if (fault) return fault;
    }
    return undefined;
  }
  const members = value as Record<string, unknown>;
  const own = faultOfPosition(members) ?? faultOfGeometry(members);
  if (own) return own;
  for (const name in members) {
    const member = members[name];
    const precision = typeof member === 'string' ? LINES[name] : undefined;
    const fault = precision
      ? faultOfLine(name, member as string, precision)
      : typeof member === 'object' && !UNCHECKED.has(name)
        ? faultOfMember(member)
        : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function faultOfPosition({ lat, lng, lon }: Record<string, unknown>): Message | undefined {
  const east = typeof lng === 'number' ? lng : lon;
  if (typeof lat !== 'number' || typeof east !== 'number') return undefined;
  return offEarth(lat, east);
}

function faultOfGeometry({ type, coordinates }: Record<string, unknown>): Message | undefined {
  return typeof type === 'string' && Array.isArray(coordinates) ? faultOfCoordinates(coordinates) : undefined;
}

function faultOfCoordinates(coordinates: readonly unknown[]): Message | undefined {
  const [lon, lat] = coordinates;
  if (typeof lon === 'number' && typeof lat === 'number') return offEarth(lat, lon);
  for (const each of coordinates) {
    const fault = Array.isArray(each) ? faultOfCoordinates(each) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function faultOfLine(name: string, line: string, precision: PolylinePrecision): Message | undefined {
  try {
    decodePolyline(line, precision);
    return undefined;
  } catch (error) {
    return message('response.lineUnreadable', { name, cause: plainExcerpt((error as Error).message) });
  }
}

function offEarth(lat: number, lon: number): Message | undefined {
  return isPosition({ lat, lon })
    ? undefined
    : message('response.offEarth', { latitude: lat, longitude: lon });
}

const shown = (text: string) => JSON.stringify(text.slice(0, MAX_SHOWN));
