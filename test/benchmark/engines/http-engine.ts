import type { Position } from '../../../src/base/geo/position.ts';
import type { WardOf } from '../score/score-rows.ts';
import { NO_ANSWER, type EngineAnswer, type ScoredEngine } from './engine.ts';

/** The query of a text in each dialect. Shape: `{query}` is replaced by the encoded text. */
export const DIALECTS: Readonly<Record<string, string>> = {
  nominatim: '/search?q={query}&format=jsonv2&limit=1',
  photon: '/api?q={query}&limit=1',
  pelias: '/v1/search?text={query}&size=1',
  google: '/maps/api/geocode/json?address={query}',
};

/** How to send requests. Units: `perSecond` requests, unlimited by default. */
export interface HttpOptions {
  connections: number;
  perSecond?: number | undefined;
  wardOf: WardOf;
}

/**
 * Creates an engine from the address of a geocoder.
 *
 * Shape: `url` contains `{query}`; its answer is JSON as of Nominatim, Photon, Pelias or Google, or any GeoJSON with points.
 * The ward of an answer is the one that holds its position.
 * Errors: Error for a status other than 200 and 404, which is no match, with the address.
 */
export function createHttpEngine(name: string, url: string, options: HttpOptions): ScoredEngine {
  const { connections, perSecond, wardOf } = options;
  if (!url.includes('{query}')) throw new Error(`${url}: write {query} where the text belongs`);
  return {
    name,
    isCommand: true,
    async answer(texts) {
      const answers: EngineAnswer[] = [];
      const startedMs = performance.now();
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < texts.length) {
          const at = next;
          next += 1;
          if (perSecond !== undefined) await sleepUntil(startedMs + (at * 1000) / perSecond);
          answers[at] = answerOf(
            await request(url.replace('{query}', encodeURIComponent(texts[at] ?? ''))),
            wardOf,
          );
        }
      };
      await Promise.all(Array.from({ length: connections }, work));
      return answers;
    },
  };
}

async function request(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { 'user-agent': 'geomill-benchmark' } });
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw new Error(`${url}: status ${response.status}, ${await response.text()}`);
  return response.json();
}

async function sleepUntil(ms: number): Promise<void> {
  const waitMs = ms - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

function answerOf(json: unknown, wardOf: WardOf): EngineAnswer {
  const first = firstResult(json);
  if (first === undefined) return NO_ANSWER;
  const ward = wardOf(first.position);
  return { ...first, ward, candidates: ward === '' ? [] : [ward], ambiguous: ward === '' };
}

/** What the first result of a response says. */
interface FirstResult {
  position: Position;
  confidence: number | undefined;
}

interface Result {
  lat?: string | number;
  lon?: string | number;
  geometry?: { coordinates?: [number, number]; location?: { lat: number; lng: number } };
  properties?: { confidence?: number };
  geomill?: { confidence?: number };
}

/** Reads the first result: `features` of GeoJSON, `results` of Google, a list of Nominatim. */
export function firstResult(json: unknown): FirstResult | undefined {
  const { features, results } = (json ?? {}) as { features?: Result[]; results?: Result[] };
  const [first] = features ?? results ?? (Array.isArray(json) ? (json as Result[]) : []);
  if (first === undefined) return undefined;
  const { geometry, properties, geomill } = first;
  const [lon, lat] = geometry?.coordinates ?? [
    geometry?.location?.lng ?? first.lon,
    geometry?.location?.lat ?? first.lat,
  ];
  const position = { lat: Number(lat), lon: Number(lon) };
  if (Number.isNaN(position.lat + position.lon)) return undefined;
  return { position, confidence: properties?.confidence ?? geomill?.confidence };
}
