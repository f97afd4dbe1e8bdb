import type { ImageryItem } from '../../../contract/records/imagery.ts';
import type { DateRange, LatLng, VirtualTourNode } from '../public-types.ts';
import { nodeOf } from './item-node.ts';

/** Requests to the imagery search. Source: interface document, section 4.11. */
export interface ImageryClient {
  /** Returns the node of a picture. Errors: ImageryFailure for an unknown id and a failed request. */
  getNode(id: string): Promise<VirtualTourNode>;
  /** Returns the pictures around a position, nearest first. Units: metres. */
  findNear(position: LatLng, radiusMeters: number, limit: number): Promise<VirtualTourNode[]>;
  /** Returns any pictures, newest first. */
  findAny(limit: number): Promise<VirtualTourNode[]>;
  /** Restricts later searches, except those by id, to pictures of some days. */
  setDates(dates: DateRange): void;
  /** Ends requests that are under way. */
  abort(): void;
}

/** Where the imagery service is, and how requests are sent. */
interface ImageryAccess {
  /** Root of the service, without a slash at the end. */
  root: string;
  apiKey: string;
  fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the parameter `datetime` for some days in the time of Viet Nam; nothing for all days. Errors: RangeError for a text that is no day. */
export function dateInterval({ from, to }: DateRange): { datetime?: string } {
  if (!from && !to) return {};
  const end = (day: string | undefined, time: string) => (day ? `${checked(day)}T${time}+07:00` : '..');
  return { datetime: `${end(from, '00:00:00')}/${end(to, '23:59:59')}` };
}

function checked(day: string): string {
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) {
    throw new RangeError(`${day} is no day; write it as 2024-05-01`);
  }
  return day;
}

/** Creates the client of an imagery service. */
export function createImageryClient({ root, apiKey, fetch }: ImageryAccess): ImageryClient {
  let dates: DateRange = {};
  let controller = new AbortController();
  // The key is sent to the service alone, not to other hosts that items may name.
  const withKey = (url: URL) => {
    if (apiKey !== '' && url.origin === new URL(root).origin) url.searchParams.set('apikey', apiKey);
    return url.href;
  };
  const urlOf = (href: string) => {
    // A tile address has braces until it is filled in, which URL would escape; it is filled before.
    const url = new URL(href, `${root}/`);
    return url.protocol === 'https:' || url.protocol === 'http:' ? withKey(url) : '';
  };

  async function search(parameters: Record<string, string>): Promise<VirtualTourNode[]> {
    const url = new URL(`${root}/search`);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const response = await fetch(withKey(url), { signal: controller.signal }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      // Browsers do not tell a page why: no connection, or a server that does not allow the origin of the page.
      throw new ImageryFailure('unreachable', `the imagery search at ${root} does not answer`);
    });
    if (!response.ok) throw failureOf(response.status);
    const { features } = (await response.json()) as { features: ImageryItem[] };
    return features.map((item) => nodeOf(item, urlOf));
  }

  return {
    async getNode(id) {
      const [node] = await search({ ids: id, limit: '1' });
      if (node === undefined) throw new ImageryFailure('unknownPicture', `there is no picture ${id}`);
      return node;
    },
    findNear({ lat, lng }, radiusMeters, limit) {
      return search({
        place_position: `${lng},${lat}`,
        place_distance: `0-${radiusMeters}`,
        limit: String(limit),
        ...dateInterval(dates),
      });
    },
    findAny: (limit) => search({ limit: String(limit), ...dateInterval(dates) }),
    setDates(range) {
      dates = range;
    },
    abort() {
      controller.abort();
      controller = new AbortController();
    },
  };
}

/** Why the imagery service gave no picture. */
type FailureReason = 'unreachable' | 'refused' | 'limited' | 'failed' | 'unknownPicture';

/** A search for pictures that failed. */
export class ImageryFailure extends Error {
  readonly reason: FailureReason;
  /** HTTP status of the response; undefined without one. */
  readonly status: number | undefined;

  /** Creates a failure. */
  constructor(reason: FailureReason, message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** Returns the failure that a status stands for. Source: statuses of `geomill serve`, docs/SERVER.md. */
export function failureOf(status: number): ImageryFailure {
  const reason = status === 401 || status === 403 ? 'refused' : status === 429 ? 'limited' : 'failed';
  return new ImageryFailure(reason, `the imagery search answered ${status}`, status);
}
