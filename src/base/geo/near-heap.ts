const FIRST_CAPACITY = 64;
const KEPT_CAPACITY = 1 << 16;

/**
 * Heap of the nearest results so far, the farthest first; of two at the same distance, the greater place number is farther.
 *
 * Units: metres, and 1e-7 degrees for the position of each result.
 */
export interface NearHeap {
  count: number;
  places: Uint32Array;
  meters: Float64Array;
  lats: Int32Array;
  lons: Int32Array;
}

type Lists = Omit<NearHeap, 'count'>;

/** Creates the lists of an empty heap. */
export function newLists(capacity = FIRST_CAPACITY): Lists {
  return {
    places: new Uint32Array(capacity),
    meters: new Float64Array(capacity),
    lats: new Int32Array(capacity),
    lons: new Int32Array(capacity),
  };
}

/** Empties a heap for the next search. */
export function clear(heap: NearHeap): void {
  heap.count = 0;
  // Releases the memory of a search with very many results.
  if (heap.places.length > KEPT_CAPACITY) Object.assign(heap, newLists());
}

/** Adds a result. */
export function add(heap: NearHeap, place: number, meters: number, lat: number, lon: number): void {
  if (heap.count === heap.places.length) grow(heap);
  heap.count += 1;
  siftUp(heap, heap.count - 1, place, meters, lat, lon);
}

/** Removes the farthest result. */
export function dropFarthest(heap: NearHeap): void {
  const { places, meters, lats, lons } = heap;
  heap.count -= 1;
  const last = heap.count;
  const [place, lat, lon] = [places[last] as number, lats[last] as number, lons[last] as number];
  replace(heap, 0, place, meters[last] as number, lat, lon);
}

/** Reports whether a result of the heap is farther than a place. */
export function isFarther(
  { places, meters }: NearHeap,
  at: number,
  place: number,
  distance: number,
): boolean {
  const other = meters[at] as number;
  return other > distance || (other === distance && (places[at] as number) > place);
}

function grow(heap: NearHeap): void {
  const { places, meters, lats, lons } = heap;
  Object.assign(heap, newLists(places.length * 2));
  heap.places.set(places);
  heap.meters.set(meters);
  heap.lats.set(lats);
  heap.lons.set(lons);
}

function put(
  { places, meters, lats, lons }: NearHeap,
  at: number,
  place: number,
  distance: number,
  lat: number,
  lon: number,
): void {
  places[at] = place;
  meters[at] = distance;
  lats[at] = lat;
  lons[at] = lon;
}

function move(heap: NearHeap, from: number, to: number): void {
  const { places, meters, lats, lons } = heap;
  put(heap, to, places[from] as number, meters[from] as number, lats[from] as number, lons[from] as number);
}

function siftUp(
  heap: NearHeap,
  from: number,
  place: number,
  distance: number,
  lat: number,
  lon: number,
): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    // A place is never in the heap twice, so one of the two is farther.
    if (isFarther(heap, parent, place, distance)) break;
    move(heap, parent, at);
    at = parent;
  }
  put(heap, at, place, distance, lat, lon);
}

/** Replaces a result by another one that is nearer. */
export function replace(
  heap: NearHeap,
  from: number,
  place: number,
  distance: number,
  lat: number,
  lon: number,
): void {
  const { count, places, meters } = heap;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    const right = child + 1;
    if (right < count && isFarther(heap, right, places[child] as number, meters[child] as number))
      child = right;
    if (!isFarther(heap, child, place, distance)) break;
    move(heap, child, at);
    at = child;
  }
  put(heap, at, place, distance, lat, lon);
}
