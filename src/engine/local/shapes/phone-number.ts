/** Digits after the country code: numbers with an area code, mobile numbers, hotlines. */
const NATIONAL = /^\d{7,10}$/;
const HOTLINE = /^1[89]00\d{4,6}$/;

/**
 * Converts a phone number of Vietnam to its international form, `+84 ...` without spaces; null for one that cannot be dialled from elsewhere.
 *
 * Shape: the first number of a list; area codes are kept as the source has them; numbers of other countries stay as they are.
 */
export function internationalPhone(text: string): string | null {
  const first = text.split(/[;,/]/, 1)[0];
  const digits = first.replaceAll(/\D/g, '');
  if (/^\s*(\+|00)(?!84)\d/.test(first.replaceAll(/[\s()-]/g, ''))) return first.trim();
  if (HOTLINE.test(digits)) return `+84${digits}`;
  const national = /^(?:00)?84(?<rest>\d{7,11})$/.exec(digits)?.groups?.rest ?? /^0\d+$/.exec(digits)?.[0];
  const significant = national?.replace(/^0/, '');
  return significant !== undefined && NATIONAL.test(significant) ? `+84${significant}` : null;
}
