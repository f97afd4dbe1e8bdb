/** An address without its units. Shape: `kept` is what is in front of them, as written; `tail` what is behind them: the country, a note. */
export interface SplitLine {
  kept: string;
  tail: string;
  /** Whether a postal code stood behind the units. */
  hasPostalCode: boolean;
}

/** A range of a text. Shape: `end` exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

const LEADING_SIGNS = /^[\s,;.:|)\]\-–—]+/;
const TRAILING_SIGNS = /(?<![\s,;:|([\-–—])[\s,;:|([\-–—]+$/;
const POSTAL_CODE = /(^|[\s,;.(])(\d{5,6})(?=$|[\s,;.)])/;

/** Returns an address without the units at some ranges, in their order. What is between them is kept too. */
export function splitLine(text: string, ranges: readonly TextRange[]): SplitLine {
  const first = ranges[0];
  if (first === undefined) return { kept: text.trim(), tail: '', hasPostalCode: false };
  const sections = [text.slice(0, first.start).replace(TRAILING_SIGNS, '').trimStart()];
  ranges.forEach(({ end }, at) => {
    const next = ranges[at + 1];
    if (next !== undefined) sections.push(trimSigns(text.slice(end, next.start)));
  });
  const behind = text.slice((ranges.at(-1) as TextRange).end);
  const hasPostalCode = POSTAL_CODE.test(behind);
  const tail = trimSigns(hasPostalCode ? behind.replace(POSTAL_CODE, '$1') : behind);
  return { kept: sections.filter((section) => section !== '').join(', '), tail, hasPostalCode };
}

/** Joins an address again: what was in front, the units, the postal code if there was one, and what was behind. */
export function joinLine(
  { kept, tail, hasPostalCode }: SplitLine,
  units: string,
  postalCode: string,
): string {
  const placed = hasPostalCode && postalCode !== '' ? `${units} ${postalCode}` : units;
  const line = kept === '' ? placed : placed === '' ? kept : `${kept}, ${placed}`;
  return tail === '' ? line : `${line}, ${tail}`;
}

function trimSigns(text: string): string {
  return text.replace(LEADING_SIGNS, '').replace(TRAILING_SIGNS, '').trim();
}
