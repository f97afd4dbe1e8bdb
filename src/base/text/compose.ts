/** Normalises a text: NFC, single spaces. */
export function compose(text: string): string {
  return isComposed(text) ? text : text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Reports whether a text has composed Latin letters and single spaces only, as nearly all have: the test is faster than normalising. */
export function isComposed(text: string): boolean {
  let wasSpace = true;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const isSpace = code === 0x20;
    if ((isSpace && wasSpace) || code < 0x20 || code === 0x85 || code === 0xa0) return false;
    if (code >= 0x300 && (code < 0x1e00 || code > 0x1eff)) return false;
    wasSpace = isSpace;
  }
  return !wasSpace || text === '';
}
