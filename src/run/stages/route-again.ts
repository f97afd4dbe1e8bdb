import type { Position } from '../../base/geo/position.ts';
import type { RouteOptions } from './route-options.ts';
import type { PlannedTours } from './route-plan.ts';

/** What a driver has done at a row. Shape: `words` as in "yes 09:12"; `position` of the vehicle, where it is known. Units: `seconds` from the zero of the plan, where the time is known. */
export interface DoneRow {
  words: string;
  seconds: number | undefined;
  position: Position | undefined;
}

type AgainVehicle = NonNullable<RouteOptions['again']>['vehicles'][number];

/** What is known of a day that is under way. Shape: `vehicleOf` is the number of the vehicle that has the goods of a row on board; `endsOf` start and end of the tours of a batch. */
interface DayUnderWay {
  vehicles: AgainVehicle[];
  vehicleOf: ReadonlyMap<number, number>;
  endsOf: ReadonlyMap<string, { start: string; end: string }>;
}

/**
 * Derives where each vehicle is, and what it has on board, from a plan and what was done.
 *
 * Shape: a vehicle has left when something was done, or when the plan says so; it is at the last stop that was done, with the goods of the other stops
 * of that trip. `before` are the vehicles of the plan itself where it was made again, too.
 */
export function dayUnderWay(
  plans: readonly PlannedTours[],
  done: ReadonlyMap<number, DoneRow>,
  nowSeconds: number,
  before: readonly AgainVehicle[] = [],
): DayUnderWay {
  const vehicles: AgainVehicle[] = [];
  const vehicleOf = new Map<number, number>();
  const endsOf = new Map<string, { start: string; end: string }>();
  for (const { batch, depot, end, locations, rows, tours } of plans) {
    endsOf.set(batch, { start: depot, end });
    for (const { vehicle, order, times } of tours) {
      const earlier = before.find(
        (each) => each.batch === batch && each.depot === depot && each.vehicle === vehicle,
      );
      const doneAt = order.map((place) => (rows[place] ?? []).flatMap((row) => done.get(row) ?? []));
      const isOpen = (at: number) => (rows[order[at] as number] ?? []).some((row) => !done.has(row));
      const last = lastDone(doneAt);
      const hasLeft = earlier?.at !== undefined || last >= 0 || (times[0]?.left ?? Infinity) <= nowSeconds;
      // Visits of the depot, where a trip ends and the next one is loaded.
      const loads = order.flatMap((place, at) =>
        place === 0 && at > 0 && at < order.length - 1 ? [at] : [],
      );
      const ends = [...loads, order.length - 1];
      let trip = loads.filter((at) => at < last).length;
      const tripEnd = () => ends[trip] as number;
      const tripStart = () => (trip === 0 ? 0 : (loads[trip - 1] as number));
      const isOver = () =>
        !Array.from({ length: tripEnd() - tripStart() - 1 }, (_, nth) => tripStart() + 1 + nth).some(isOpen);
      while (trip < loads.length && isOver() && (times[tripEnd()]?.left ?? Infinity) <= nowSeconds) trip += 1;
      const from = Math.max(last, tripStart());
      const reported =
        from === last ? doneAt[last]?.findLast(({ position }) => position)?.position : undefined;
      const here = reported ?? locations[order[from] ?? 0];
      vehicles.push({
        batch,
        depot,
        vehicle,
        ...(hasLeft && here && { at: `${here.lat},${here.lon}` }),
        loaded: (earlier?.loaded ?? 0) + trip,
      });
      if (!hasLeft) continue;
      for (const place of order.slice(tripStart() + 1, tripEnd() + 1))
        for (const row of place === 0 ? [] : (rows[place] ?? []))
          if (!done.has(row)) vehicleOf.set(row, vehicle);
    }
  }
  return { vehicles, vehicleOf, endsOf };
}

/** Returns the place of a tour that was done last, by its time where drivers say it, else by the order; -1 for none. */
function lastDone(doneAt: readonly (readonly DoneRow[])[]): number {
  let last = -1;
  let latest = -Infinity;
  doneAt.forEach((list, at) => {
    if (list.length === 0) return;
    const seconds = Math.max(...list.map((each) => each.seconds ?? -Infinity));
    if (last >= 0 && seconds < latest) return;
    [last, latest] = [at, Math.max(latest, seconds)];
  });
  return last;
}
