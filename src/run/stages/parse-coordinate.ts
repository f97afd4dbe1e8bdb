/** A coordinate, with the axis that its letter states. Units: degrees. */
export interface Coordinate {
  degrees: number;
  axis?: 'lat' | 'lon';
  /** Written in degrees and minutes. */
  isSexagesimal?: boolean;
}

// Spreadsheets with Vietnamese settings write numbers with a decimal comma.
const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;

/** Degrees, minutes and seconds with their signs in many writings, or with blanks or colons between them. */
const SEXAGESIMAL =
  /^([-+])?\s*(\d{1,3})\s*(?:[°º˚:d]|\s)\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:['′’‘´`:m]|$|\s)\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”“]|['′’‘´`]{2})?)?$/i;
const WHOLE_DEGREES = /^([-+]?\d+(?:[.,]\d+)?)\s*[°º˚]$/;

/** Letters of the directions, in English and in Vietnamese (Bắc, Đông); N is north, as in English. */
const LETTERS: Readonly<Record<string, { axis: 'lat' | 'lon'; sign: 1 | -1 }>> = {
  N: { axis: 'lat', sign: 1 },
  B: { axis: 'lat', sign: 1 },
  S: { axis: 'lat', sign: -1 },
  E: { axis: 'lon', sign: 1 },
  Đ: { axis: 'lon', sign: 1 },
  W: { axis: 'lon', sign: -1 },
};

/**
 * Parses a coordinate: a number with a decimal point or comma, or degrees, minutes and seconds such as 20°59'25"N, N20 59.417 or 20:59:25.
 *
 * Shape: undefined for any other text.
 */
export function parseCoordinate(cell: unknown): Coordinate | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? { degrees: cell } : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (NUMBER.test(text)) return { degrees: Number(text.replace(',', '.')) };
  const [, before = '', body = '', after = ''] =
    /^([NSEWBĐ]?)\s*(.*?)\s*([NSEWBĐ]?)$/iu.exec(text.normalize('NFC')) ?? [];
  const letters = before + after;
  const direction = letters === '' ? undefined : LETTERS[letters.toUpperCase()];
  if (letters !== '' && direction === undefined) return undefined;
  const parsed = parseDegrees(body);
  if (parsed === undefined || (direction && /^[-+]/.test(body))) return undefined;
  if (direction === undefined) return parsed;
  return { ...parsed, degrees: parsed.degrees * direction.sign, axis: direction.axis };
}

function parseDegrees(text: string): Coordinate | undefined {
  const whole = WHOLE_DEGREES.exec(text)?.[1] ?? (NUMBER.test(text) ? text : undefined);
  if (whole !== undefined) return { degrees: Number(whole.replace(',', '.')) };
  const match = SEXAGESIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, ...parts] = match;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part = '0') => Number(part.replace(',', '.')));
  const isWhole = Number.isInteger(minutes) || parts[2] === undefined;
  if (minutes >= 60 || seconds >= 60 || !isWhole) return undefined;
  // Ten decimals are a hundredth of a millimetre: sixtieths have no shorter decimals.
  const value = Number((degrees + minutes / 60 + seconds / 3600).toFixed(10));
  return { degrees: sign === '-' ? -value : value, isSexagesimal: true };
}
