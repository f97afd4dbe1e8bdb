/**
 * Parts of Node whose calls cost microseconds, of which a seed makes hundreds for a few bytes each.
 *
 * Shape: they take the places of Node's own in the bundle of the simulator, as far as its code uses them.
 */

/** Returns a hash of 52 bits under the name of any other: no fault of the simulation searches for collisions. */
export function createHash(): SimHash {
  return new SimHash(0x811c9dc5, 0x1b873593);
}

/** As {@link createHash}, of one text or buffer. */
export function hash(_algorithm: string, data: string | Uint8Array): string {
  return createHash().update(data).digest();
}

class SimHash {
  #low: number;
  #high: number;

  constructor(low: number, high: number) {
    this.#low = low;
    this.#high = high;
  }
  update(data: string | Uint8Array): this {
    const isText = typeof data === 'string';
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < data.length; at += 1) {
      const value = isText ? data.charCodeAt(at) : (data[at] as number);
      low = Math.imul(low ^ value, 0x01000193);
      high = Math.imul(high ^ value ^ (low >>> 15), 0x5bd1e995);
    }
    this.#low = low;
    this.#high = high;
    return this;
  }
  copy(): SimHash {
    return new SimHash(this.#low, this.#high);
  }
  digest(): string {
    return ((this.#high >>> 0) * 0x100000 + (this.#low >>> 12)).toString(16).padStart(16, '0');
  }
}

let randomCount = 0;

/** Returns bytes that differ at each call, for temporary names. */
export function randomBytes(size: number): { toString(encoding: 'hex'): string } {
  randomCount += 1;
  return { toString: () => randomCount.toString(16).padStart(size * 2, '0') };
}

/** Copies a value of JSON. */
export function structuredClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(structuredClone) as T;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = structuredClone(value[key]);
  return copy as T;
}

/** A signal without events: callbacks, each called once. */
class SimSignal {
  aborted = false;
  readonly callbacks = new Set<() => void>();
  addEventListener(_: 'abort', callback: () => void): void {
    this.callbacks.add(callback);
  }
  removeEventListener(_: 'abort', callback: () => void): void {
    this.callbacks.delete(callback);
  }
}

/** As that of Node. */
export class AbortController {
  readonly signal = new SimSignal();
  abort(): void {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    for (const callback of [...this.signal.callbacks]) callback();
  }
}
