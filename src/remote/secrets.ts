/** A filter that removes a secret from text and bytes of the service. */
export interface Scrubber {
  text(value: string): string;
  bytes(value: Buffer): Buffer;
}

const SHORTEST_BARE_SECRET = 8;
const PLACEHOLDER = '<API_KEY>';

/**
 * Builds a filter that keeps a key out of messages and the cache if the service echoes it.
 *
 * Guarantee: removes every `apikey=<key>`, raw or percent-encoded, and the bare key if it has at least 8 characters; a shorter
 * one also occurs in ordinary text.
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
