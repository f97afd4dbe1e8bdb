/** Characters of a text in the page, where there is no other limit. */
export const TEXT_LIMIT = 400;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const DELETE = 0x7f;
const PICTURES = 0x2400;
const DELETE_PICTURE = '\u2421';

/** Returns the identity of a service for the page. Shape: the identity of a dataset is a sha256; its first digits are enough to compare. */
export function serviceText(service: string): string {
  return shownText(service.replace(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, '$1…'));
}

/**
 * Returns a text for the page: one line, at most 400 characters, its control characters as pictures of them.
 *
 * Shape: what is left out is named by the number of characters.
 */
export function shownText(text: string, limit = TEXT_LIMIT): string {
  if (text === '') return text;
  const cut = text.length > limit ? `${text.slice(0, limit)} … (${text.length} characters)` : text;
  if (cut.search(CONTROL) < 0) return cut;
  return cut.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(PICTURES + code) : code === DELETE ? DELETE_PICTURE : '\ufffd';
  });
}
