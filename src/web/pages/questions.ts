import type { Position } from '../../base/geo/position.ts';
import { isLink, readMapLink } from '../../base/position/map-link.ts';
import { isInVietnam, readPoint } from '../../base/position/read-position.ts';
import type { PageState } from './page-state.ts';

/** What a text asks for. Shape: `link` is one without a position. */
export type Question =
  | { kind: 'position'; position: Position }
  | { kind: 'forcode'; code: string }
  | { kind: 'place'; id: string }
  | { kind: 'link' }
  | { kind: 'text'; text: string };

/** Words in capitals may be forcodes; the server tells them apart. */
const FORCODE = /^[A-Z]{2}[0-9A-Z]{4,17}$/;
/** Two decimal numbers, or a sign of degrees: nobody writes an address so. */
const EXACT = /\d[.,]\d+\D+\d+[.,]\d|[°º˚]/;

/** The id of a place, as `url` of a place detail has it. No address is one word that long. */
const PLACE_ID = /^[\w-]{40,200}$/;

/** Reads what a text asks for: a position in any writing, a link of a map, a forcode, the id of a place, or a name or address. */
export function readQuestion(given: string): Question {
  const text = given.trim();
  if (isLink(text)) {
    const read = readMapLink(text);
    return read ? { kind: 'position', position: read.position } : { kind: 'link' };
  }
  const point = readPoint(text);
  if (!('fault' in point)) {
    const { lat, lon } = point;
    if (isInVietnam(point) || EXACT.test(text)) return { kind: 'position', position: { lat, lon } };
  }
  if (PLACE_ID.test(text)) return { kind: 'place', id: text };
  return FORCODE.test(text) ? { kind: 'forcode', code: text } : { kind: 'text', text };
}

/** A request of the page to its server. */
export interface PageRequest {
  method: 'GET' | 'POST';
  path: string;
  parameters: Readonly<Record<string, string>>;
  /** What a POST sends in place of its parameters, which are in its address then. */
  file?: Blob;
}

/** Matches of an answer at most. */
const MATCHES = '5';

type Options = Pick<PageState, 'isNewUnits' | 'shape' | 'to' | 'isEnglish'>;

const get = (
  path: string,
  parameters: Readonly<Record<string, string>>,
  isNewUnits = false,
): PageRequest => ({
  method: 'GET',
  path,
  parameters: isNewUnits ? { ...parameters, admin_v2: 'true' } : parameters,
});

/** Returns the request for the matches of a text. */
export function forwardRequest(text: string, { isNewUnits, shape }: Options): PageRequest {
  const parameters: Record<string, string> = shape === 'google' ? { address: text } : { text, size: MATCHES };
  return get('/v1/geocode/forward', parameters, isNewUnits);
}

/** Returns the request for a place by its id. */
export function placeRequest(id: string, { isNewUnits, shape }: Options): PageRequest {
  return get('/v1/place', shape === 'google' ? { ids: id, format: 'google' } : { ids: id }, isNewUnits);
}

/** Returns the request for what is near a position. */
export function reverseRequest(position: Position, { isNewUnits, shape }: Options): PageRequest {
  const [lat, lon] = positionTexts(position);
  const parameters: Record<string, string> =
    shape === 'google' ? { latlng: `${lat},${lon}` } : { 'point.lat': lat, 'point.lon': lon, size: MATCHES };
  return get('/v1/geocode/reverse', parameters, isNewUnits);
}

/** Returns the request for the position of a forcode. */
export function forcodeRequest(code: string): PageRequest {
  return { method: 'POST', path: '/v1/forcodes/decode', parameters: { forcodes: code } };
}

/** Returns the request for an address with the units of another day. */
export function convertRequest(text: string, { to, isEnglish }: Options, language: string): PageRequest {
  const parameters: Record<string, string> = { text, language };
  if (to !== '') parameters['to'] = to;
  if (isEnglish) parameters['order'] = 'english';
  return get('/v1/convert', parameters);
}

/** Writes a position as the page shows and asks it: five decimals are a metre. */
export function positionText(position: Position): string {
  return positionTexts(position).join(', ');
}

function positionTexts({ lat, lon }: Position): [string, string] {
  return [lat.toFixed(5), lon.toFixed(5)];
}
