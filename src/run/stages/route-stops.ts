import type { Position } from '../../base/geo/position.ts';
import { STOP_COLUMNS, type ListedStop } from './route-columns.ts';
import { timeOfDayText, type StopLimits } from './route-limits.ts';
import type { Visit } from './route-timeline.ts';
import type { Tour } from './route-tour.ts';
import type { StageRow, StageTableRow } from './stage.ts';

/** A tour with everything that its stops are listed from. Units: `departSeconds` from midnight. */
export interface ListedTour {
  batch: string;
  number: number;
  tour: Tour;
  visits: readonly Visit[];
  rows: readonly StageRow[];
  limitsOf: (row: number) => StopLimits | undefined;
  departSeconds: number;
  hasDemand: boolean;
}

/** Returns the rows of a tour for drivers, from the departure to the return. */
export function listStops(listed: ListedTour): StageTableRow[] {
  const { batch, number, tour, visits, rows, limitsOf, departSeconds, hasDemand } = listed;
  const last = tour.rows.length - 1;
  const demands = tour.rows.map((row) => limitsOf(row)?.demand ?? 0);
  const timeOf = (seconds: number) => timeOfDayText(departSeconds + seconds);
  let order = -1;
  return tour.rows.flatMap((row, at): StageTableRow[] => {
    const isEnd = at === last;
    // A tour without stops goes through its start again.
    if (row < 0 && at > 0 && !isEnd) return [];
    order += 1;
    const visit = visits[at] as Visit;
    const stop: ListedStop = {
      batch,
      tour: number,
      order,
      event: at === 0 ? 'departure' : !isEnd ? 'stop' : isReturn(tour) ? 'return' : 'end',
      row: rows[row]?.number,
      position: tour.trip.locations[at] as Position,
      visit,
      arrivalTime: at === 0 ? null : timeOf(visit.arrivalSeconds),
      departureTime: isEnd ? null : timeOf(visit.departureSeconds),
      load: hasDemand ? demands.slice(at).reduce((sum, demand) => sum + demand, 0) : null,
    };
    return [{ values: STOP_COLUMNS.map((column) => column.of(stop)), cells: rows[row]?.cells ?? [] }];
  });
}

function isReturn({ trip: { locations } }: Tour): boolean {
  const [first, last] = [locations[0], locations.at(-1)];
  return first?.lat === last?.lat && first?.lon === last?.lon;
}
