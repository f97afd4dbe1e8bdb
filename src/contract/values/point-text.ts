import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message } from '../../base/messages/message.ts';
import { isPosition, type Position } from '../../base/geo/position.ts';

const PAIR = /^\s*([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*$/i;
const MAX_SHOWN_CHARACTERS = 60;

/** Parses a point written as `<lat>,<lng>`. Errors: INVALID_REQUEST naming the parameter; says so if the coordinates are swapped. */
export function parseLatLng(parameter: string, text: string): Position {
  const [first, second] = pairOf(text);
  const position = { lat: first, lon: second };
  if (isPosition(position)) return position;
  throw badPoint(parameter, text, '<lat>,<lng>', isPosition({ lat: second, lon: first }));
}

/** Parses a point written as `<lng>,<lat>`. Errors: as those of {@link parseLatLng}. */
export function parseLngLat(parameter: string, text: string): Position {
  const [first, second] = pairOf(text);
  const position = { lat: second, lon: first };
  if (isPosition(position)) return position;
  throw badPoint(parameter, text, '<lng>,<lat>', isPosition({ lat: first, lon: second }));
}

/** Parses points written as `<lat>,<lng>` and separated by `;`. Errors: as those of {@link parseLatLng}. */
export function parseLatLngList(parameter: string, text: string): Position[] {
  return text.split(';').map((part) => parseLatLng(parameter, part));
}

function pairOf(text: string): [first: number, second: number] {
  const match = PAIR.exec(text);
  return [Number(match?.[1] ?? NaN), Number(match?.[2] ?? NaN)];
}

function badPoint(parameter: string, text: string, form: string, isSwapped: boolean): GeomillError {
  const trimmed = text.trim();
  const shown =
    trimmed.length > MAX_SHOWN_CHARACTERS ? `${trimmed.slice(0, MAX_SHOWN_CHARACTERS)}…` : trimmed;
  const code = isSwapped ? 'parameter.swappedPoint' : 'parameter.badPoint';
  return new GeomillError('INVALID_REQUEST', message(code, { parameter, text: shown, form }));
}
