/** A body of an optimized route. */
export interface FleetBody {
  locations: { lat: number; lon: number }[];
  costing: 'auto';
  geomill: Record<string, unknown>;
}

const breaks = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from_seconds: 9 * at, until_seconds: 9 * at + 1 }));
const hours = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from_seconds: 9 * at, factor: 1 + (at % 2) }));

/** The options of fleets that cost most for their size, by what costs. */
const DEAR: Readonly<Record<string, Record<string, unknown>>> = {
  'one vehicle': { vehicles: 1 },
  'idle vehicles that share work': { vehicles: 200, balance: 1 },
  'shared work and breaks': {
    vehicles: 200,
    balance: 1,
    breaks: breaks(25),
    wait_cost: 1,
    leaves_later: true,
  },
  breaks: { vehicles: 2, breaks: breaks(50), wait_cost: 1, leaves_later: true, balance: 1 },
  'speeds by the hour': { vehicles: 2, speed: { hours: hours(50) }, wait_cost: 1, leaves_later: true },
};

/** Returns the dearest fleet requests that are known for a number of places. Shape: values of the parameter `json`, by what costs; 2.7 kB for 60 places, 8 kB for 200. */
export function dearFleets(places: number): Record<string, FleetBody> {
  const locations = Array.from({ length: places }, (_, at) => ({
    lat: 10 + ((at * 37) % places) / places / 10,
    lon: 106 + ((at * 53) % places) / places / 10,
  }));
  return Object.fromEntries(
    Object.entries(DEAR).map(([name, geomill]) => [name, { locations, costing: 'auto', geomill }]),
  );
}
