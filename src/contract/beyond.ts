/** How certain it is that another service of the interface does as ours, best first. */
export const CERTAINTIES = {
  stated: "the provider's description of its API says so",
  seen: 'a published example or a live response shows it',
  upstream: 'the software that the service is evidently built on does so',
  open: 'nobody knows; Geomill chose',
  ours: 'an addition of Geomill: other services do not have it',
} as const;

/** How certain it is that another service does as ours. */
export type Certainty = keyof typeof CERTAINTIES;

/** What of an operation the interface document does not have. `meaning`: it has the member, but not what it says. */
export type BeyondKind =
  'operation' | 'parameter' | 'member' | 'values' | 'default' | 'limit' | 'refusal' | 'meaning';

/** A mark on what the interface document does not have. Shape: `reason` says what it is and why; `isLocalOnly` where a request to another service leaves it out. */
export interface BeyondMark {
  readonly kind: BeyondKind;
  readonly certainty: Certainty;
  readonly reason: string;
  readonly isLocalOnly?: true;
}

/** A mark as its parts. */
export type Mark = readonly [kind: BeyondKind, certainty: Certainty, reason: string];

/** The keyword of the marks in schemas, and so in `/openapi.json`. */
export const BEYOND = 'x-beyond-interface';

/** Marks a schema, as a part of its options: what of it the interface document does not have. Shape: what is inside of a marked parameter or member is covered by its mark. */
export function beyond(...marks: readonly Mark[]): { [BEYOND]: readonly BeyondMark[] } {
  return { [BEYOND]: marks.map(([kind, certainty, reason]) => ({ kind, certainty, reason })) };
}

/** Marks a parameter that the interface does not have, and that a request to another service leaves out. */
export function localOnly(reason: string): { [BEYOND]: readonly BeyondMark[] } {
  return { [BEYOND]: [{ kind: 'parameter', certainty: 'ours', reason, isLocalOnly: true }] };
}

/** Returns the marks of a schema. */
export function marksOf(schema: object): readonly BeyondMark[] {
  return (schema as { [BEYOND]?: readonly BeyondMark[] })[BEYOND] ?? [];
}

/** Reports whether a parameter is only for our own engine. */
export function isLocalOnly(parameter: object): boolean {
  return marksOf(parameter).some((mark) => mark.isLocalOnly);
}

/** The marks of what all operations have in common. Shape: by what they are of. */
export const OF_ALL_OPERATIONS: Readonly<Record<string, readonly BeyondMark[]>> = {
  parameters: beyond(
    ['refusal', 'open', 'a parameter that is given twice is 400: neither value is meant for certain'],
    [
      'refusal',
      'open',
      'an unknown parameter is 400 with the name that is meant: a misspelt one would be ignored',
    ],
    [
      'values',
      'ours',
      'parameters that libraries send to every service (`language`, `region` ...) are ignored, and named in the header `geomill-ignored`',
    ],
  )[BEYOND],
  key: beyond(
    [
      'values',
      'ours',
      'the key is also read from the headers `X-Api-Key` and `Authorization: Bearer`, which no log of addresses has',
    ],
    ['refusal', 'stated', 'a missing or wrong key is 401, a key without the operation 403'],
    [
      'meaning',
      'open',
      'of several keys of one request the valid one counts, and `geomill-ignored-keys` names where the others were; two valid keys of different accounts are 400: either could be billed',
    ],
  )[BEYOND],
  failures: beyond(
    [
      'member',
      'stated',
      '`{"status":"ERROR","message":"..."}`; of the imagery search `{"message":"...","status_code":400}`',
    ],
    [
      'values',
      'stated',
      '`status` is also `ZERO_RESULTS` and `NOT_FOUND`, with HTTP 200; `errors` of the osm shape names ids that no place has',
    ],
    ['limit', 'stated', '429 with `Retry-After` above the rate or the daily quota of a key'],
    [
      'limit',
      'ours',
      'a request that computes too long is 503 with `TOOK_TOO_LONG`: no request stops the others',
    ],
    ['limit', 'ours', 'path and query 12 KiB, a body 1 MiB; 414 and 413 above them'],
  )[BEYOND],
};
