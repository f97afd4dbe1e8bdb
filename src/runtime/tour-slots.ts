import type { FleetRequest } from '../contract/records/fleet.ts';
import { fleetPlanOf } from '../contract/records/optimized-trip.ts';
import type { CallContext, GeoService } from '../contract/service.ts';
import { failure } from '../base/errors/geomill-error.ts';
import type { Position } from '../base/geo/position.ts';
import { readPoint } from '../base/position/read-position.ts';
import { timeOfDayText } from '../run/stages/route-days.ts';
import { type PlannedTours, TOUR_PLAN } from '../run/stages/route-plan.ts';
import { join } from 'node:path';
import { createDurableFs } from '../base/files/durable-fs.ts';
import { checkRun } from '../run/pipeline/check-run.ts';
import type { Manifest } from '../run/pipeline/journal/manifest.ts';
import { readTableFile } from '../run/pipeline/rerun/alias-file.ts';

/** A stop that is not planned yet. Shape: `place` is an address, or a position as in "10.77,106.7". Units: minutes; `demand` of the first unit of the capacity. */
export interface SlotQuestion {
  place: string;
  minutes: number;
  demand: number;
  windowMinutes: number;
}

/** A window that can be promised. Shape: times of day, `+1` for the next day; `tour` null for a vehicle without one. */
export interface OfferedWindow {
  from: string;
  until: string;
  batch: string;
  tour: number | null;
  vehicle: string | null;
  added_minutes: number;
}

/** The windows for a place, in their order. Shape: `label` and `level` of an address. */
export interface OfferedSlots extends Position {
  label: string | null;
  level: string | null;
  windows: OfferedWindow[];
}

/** The operations that slots need. */
type SlotService = Pick<GeoService, 'geocodeForward' | 'optimizedRoute'>;

/**
 * Returns the windows in which a stop more can be served, with all planned stops in time: in each that by the vehicle that it delays least.
 *
 * Errors: INVALID_REQUEST for an address without a match; those of the service.
 */
export async function offeredSlots(
  plans: readonly PlannedTours[],
  { place, minutes, demand, windowMinutes }: SlotQuestion,
  service: SlotService,
  context: CallContext = {},
): Promise<OfferedSlots> {
  const found = await locate(place, service, context);
  const length = windowMinutes * 60;
  const best = new Map<number, OfferedWindow & { added: number }>();
  for (const plan of plans) {
    const { zero, batch, tours } = plan;
    const back = Math.max(...tours.map(({ times }) => times.at(-1)?.reached ?? 0));
    const response = await service.optimizedRoute(
      { json: withStop(plan, found, minutes * 60, demand) },
      context,
    );
    const slots = fleetPlanOf(response)?.slots;
    if (!slots) throw failure('NOT_SUPPORTED', 'again.noSlots');
    for (const { vehicle, from_seconds: from, until_seconds: until, added_seconds: added } of slots) {
      const tour = tours.find((each, at) => vehicleAt(plan, each, at) === vehicle);
      // Vehicles whose shifts have no end are not asked to work longer than they will.
      const last = zero + Math.max(from, until ?? back);
      for (let begin = Math.floor((zero + from) / length) * length; begin <= last; begin += length) {
        if ((best.get(begin)?.added ?? Infinity) <= added) continue;
        best.set(begin, {
          ...{ from: timeOfDayText(begin), until: timeOfDayText(begin + length), batch, added },
          tour: tour?.tour ?? null,
          vehicle: tour?.name ?? null,
          added_minutes: Math.ceil(added / 60),
        });
      }
    }
  }
  const windows = [...best].sort(([a], [b]) => a - b).map(([, { added: _, ...window }]) => window);
  return { ...found, windows };
}

async function locate(
  place: string,
  service: SlotService,
  context: CallContext,
): Promise<Omit<OfferedSlots, 'windows'>> {
  const point = readPoint(place);
  if (!('fault' in point)) return { lat: point.lat, lon: point.lon, label: null, level: null };
  const { features } = await service.geocodeForward({ text: place }, context);
  const [feature] = features;
  if (!feature?.geometry) throw failure('INVALID_REQUEST', 'again.noPlace', { place });
  const [lon = 0, lat = 0] = feature.geometry.coordinates;
  const { label, geomill } = feature.properties;
  return { lat, lon, label, level: geomill?.level ?? null };
}

/** Returns the index of the vehicle of a tour in its request. */
const vehicleAt = ({ geomill, vehicles }: PlannedTours, { vehicle }: { vehicle: number }, at: number) =>
  geomill.fleet ? (vehicles?.indexOf(vehicle) ?? vehicle - 1) : at;

/** Returns the request of a plan with a stop more in front of its last location. */
function withStop(plan: PlannedTours, { lat, lon }: Position, serviceSeconds: number, demand: number) {
  const { locations, geomill, tours, costing } = plan;
  const at = locations.length - 1;
  const amounts = geomill.amounts?.[0] ?? [];
  const free: Partial<Record<keyof FleetRequest, unknown>> = {
    demands: demand,
    amounts: amounts.map((_, unit) => (unit === 0 ? demand : 0)),
    service_seconds: serviceSeconds,
    earliest_seconds: 0,
    latest_seconds: null,
    ...{ windows: [], ranks: 1, priorities: 0, wished_until_seconds: null, fresh_seconds: null },
    ...{ skills: [], together: null, apart: null, aboard: null },
  };
  const lists = Object.entries(free).flatMap(([name, value]) => {
    const list = geomill[name as keyof FleetRequest];
    return Array.isArray(list) ? [[name, (list as unknown[]).toSpliced(at, 0, value)] as const] : [];
  });
  return {
    locations: locations.toSpliced(at, 0, { lat, lon }),
    costing,
    geomill: {
      ...geomill,
      ...(Object.fromEntries(lists) as Partial<FleetRequest>),
      slot: {
        stop: at,
        tours: tours.map((tour, nth) => ({
          vehicle: vehicleAt(plan, tour, nth),
          order: tour.order.map((place) => (place === at ? at + 1 : place)),
          leg_seconds: [...tour.legs],
        })),
      },
    },
  };
}

/** Reads what a finished run planned. Errors: RESULTS_CHANGED where there is no such run; USAGE where it planned no tours. */
export async function readTourPlan(run: string): Promise<{ manifest: Manifest; plans: PlannedTours[] }> {
  const manifest = await checkRun(run);
  const file = manifest.files[TOUR_PLAN.name];
  if (!file) throw failure('USAGE', 'again.noPlan', { run });
  const { rows } = await readTableFile(createDurableFs(), join(run, file.name));
  return { manifest, plans: rows.map(({ cell }) => JSON.parse(cell('plan')) as PlannedTours) };
}
