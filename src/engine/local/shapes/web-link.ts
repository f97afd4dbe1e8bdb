/** Returns the address of a web page as a link; null for a text that is none. Shape: `http:` or `https:`, the latter where the source has no scheme. */
export function webLink(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  const link = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!/^https?:\/\/[^\s/?#]+\.[^\s/?#.]{2,}/i.test(link)) return null;
  return URL.canParse(link) ? link : null;
}
