/** Takes a secret out of text and bytes that came from elsewhere. */
export interface Scrubber {
  text(value: string): string;
  bytes(value: Buffer): Buffer;
}

const SHORTEST_BARE_SECRET = 8;
const PLACEHOLDER = '<API_KEY>';

/**
 * Builds what keeps a key out of messages and of the cache when a service echoes it.
 *
 * Guarantee: every `apikey=<key>` goes, raw or percent-encoded, and the bare key too when it has at least 8 characters; a shorter
 * one would take innocent text with it.
 */
export function createScrubber(apiKey: string | undefined): Scrubber {
  if (!apiKey) return { text: (value) => value, bytes: (value) => value };
  const asFormText = new URLSearchParams({ k: apiKey }).toString().slice(2);
  // Some services escape slashes in JSON.
  const forms = [...new Set([apiKey, encodeURIComponent(apiKey), asFormText, apiKey.replaceAll('/', '\\/')])];
  const needles = apiKey.length >= SHORTEST_BARE_SECRET ? forms : forms.map((form) => `apikey=${form}`);
  const placeholder = apiKey.length >= SHORTEST_BARE_SECRET ? PLACEHOLDER : `apikey=${PLACEHOLDER}`;
  const text = (value: string) =>
    needles.reduce((scrubbed, needle) => scrubbed.replaceAll(needle, placeholder), value);
  return {
    text,
    bytes: (value) =>
      needles.some((needle) => value.includes(needle)) ? Buffer.from(text(value.toString('utf8'))) : value,
  };
}

/** Shortens text from a service to something that fits in a message: one line, no control characters. */
export function plainExcerpt(value: string, maxLength = 200): string {
  const line = value
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
