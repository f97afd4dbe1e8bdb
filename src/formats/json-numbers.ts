const RISKY = /\d{16}|[eE]\+?\d{3}/;
/** A string without an end, which is no JSON, reaches to the end of the text: each of its quotes would be tried else. */
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"?|-?\d+(\.\d+)?([eE][+-]?\d+)?/g;

const STRINGS_AND_NAN = /"(?:[^"\\]|\\.)*"?|\bNaN\b|-?\bInfinity\b/g;

/** Returns a JSON text with null in place of `NaN` and `Infinity`, which programs of Python write. */
export function withoutNaN(json: string): string {
  return json.replace(STRINGS_AND_NAN, (token) => (token.startsWith('"') ? token : 'null'));
}

/**
 * Quotes the numbers of a JSON text that JSON.parse would change: whole numbers beyond 2^53, and those too large for a double.
 *
 * Shape: they are read as text of exactly the digits written. Decimals with more digits than a double has are left to be
 * rounded to the nearest one.
 */
export function keepExactNumbers(json: string): string {
  if (!RISKY.test(json)) return json;
  return json.replace(STRINGS_AND_NUMBERS, (token, fraction?: string, exponent?: string) => {
    if (token.startsWith('"')) return token;
    const value = Number(token);
    const isWhole = fraction === undefined && exponent === undefined;
    return Number.isFinite(value) && (!isWhole || Number.isSafeInteger(value)) ? token : `"${token}"`;
  });
}
