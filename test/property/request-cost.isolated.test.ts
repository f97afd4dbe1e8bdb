import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsRouter, OPERATION_NAMES, type OperationName } from '../../src/contract/catalogue.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import type { TourPlanner } from '../../src/engine/routing/optimized/tour-planner.ts';
import { starterDataset } from '../../src/runtime/package-files.ts';
import { isOwnRequest } from '../../src/runtime/answer-threads.ts';
import { startStepCounter, type StepCounter } from '../support/count-steps.ts';
import { effort } from '../support/effort.ts';
import { searchImagery } from '../../src/engine/imagery/search-imagery.ts';
import { dearFleets } from '../support/dear-fleets.ts';
import { dearGeometries } from '../support/dear-imagery.ts';
import { generateItems, indexOf } from '../support/generated-pictures.ts';
import { createStraightRouter } from '../../src/engine/routing/straight/straight-router.ts';
import { computeOptimizedRoute } from '../../src/engine/routing/optimized/optimized-route.ts';
import { findSlowest, type Costly } from '../support/slowest-requests.ts';

/** Executed blocks: what the search finds is below a third of it, and a scan of all wards has 59 million. */
const MOST_STEPS = 5_000_000;
const MOST_OWN_STEPS = 100_000;
/** The matrix of 200 stops without roads has 40,000 distances. */
const MOST_ROUTER_STEPS = 500_000;
/** For each place; without a bound they are above ten million. */
const MOST_FLEET_STEPS = 5_000_000;
const FLEET_PLACES = 12;
const PICTURES = 6000;
const POSITIONS = 2000;
/** A comparison of each picture with each edge has twelve million. */
const MOST_GEOMETRY_STEPS = 6_000_000;

type AnyCall = (parameters: Record<string, unknown>) => Promise<unknown>;

/** Returns tours that cost nothing, so that what is left is counted: a server computes them in other threads. */
const ELSEWHERE: TourPlanner = {
  order: async ({ count }) => ({ order: Int32Array.from({ length: count }, (_, at) => at), cost: 1 }),
  plan: async ({ count }) => {
    const places = [0, 1, count - 1];
    const times = places.map(() => ({ reached: 0, begin: 0, end: 0 }));
    return { tours: [{ vehicle: 0, places, times }], unserved: [], cost: 1 };
  },
};

describe('the cost of a request', () => {
  let counter: StepCounter;
  let port: Record<OperationName, AnyCall>;
  beforeAll(async () => {
    const loaded = await loadDataset(starterDataset());
    const { service } = await createLocalService({ loaded, planner: ELSEWHERE });
    port = service as unknown as Record<OperationName, AnyCall>;
    // What is opened once is no cost of a request.
    await port.geocodeForward({ text: '86 Bát Đàn, Hà Nội' });
    await port.autocomplete({ text: 'bat dan' });
    await port.nearby({ 'point.lat': 21, 'point.lon': 105.8, categories: 'atm', size: 2 });
    for (const lat of [9, 10.77, 12.24, 16, 21, 22.5, 90]) {
      await port.geocodeReverse({ 'point.lat': lat, 'point.lon': 106, 'boundary.circle.radius': 20_000 });
    }
    counter = await startStepCounter();
  });
  afterAll(() => counter.close());

  it.each(OPERATION_NAMES)(
    '%s: stays within its budget, whatever is requested',
    { timeout: 600_000 },
    async (operation) => {
      const stepsOf = ({ parameters }: Pick<Costly, 'parameters'>) =>
        counter.stepsOf(() => port[operation](parameters));
      const own: Costly[] = [];
      const visit = (request: Costly) => {
        if (isOwnRequest(operation, request.parameters)) own.push(request);
      };
      const search = { seed: 20_261_125, starts: effort(12, 25), changes: effort(20, 60) };
      const slowest = await findSlowest(operation, stepsOf, visit, search);
      expect(slowest.steps, shown(slowest)).toBeGreaterThan(0);
      expect(slowest.steps, shown(slowest)).toBeLessThan(MOST_STEPS);
      const slowestOwn = own.sort((a, b) => b.steps - a.steps)[0];
      const mostOwn = needsRouter([operation]) ? MOST_ROUTER_STEPS : MOST_OWN_STEPS;
      if (slowestOwn) expect(slowestOwn.steps, shown(slowestOwn)).toBeLessThan(mostOwn);
    },
  );
});

describe('the cost of a fleet request', () => {
  let counter: StepCounter;
  beforeAll(async () => void (counter = await startStepCounter()));
  afterAll(() => counter.close());

  it.each(['idle vehicles that share work', 'shared work and breaks'])(
    'grows with its places, whatever it asks for: %s',
    async (name) => {
      const { geomill: fleet, ...request } = dearFleets(FLEET_PLACES)[name]!;
      const steps = await counter.stepsOf(() =>
        computeOptimizedRoute({ ...request, units: 'km', fleet }, createStraightRouter(), {
          isBounded: true,
        }),
      );
      expect(steps / FLEET_PLACES).toBeGreaterThan(0);
      expect(steps / FLEET_PLACES).toBeLessThan(MOST_FLEET_STEPS);
    },
    600_000,
  );
});

describe('the cost of a geometry', () => {
  let counter: StepCounter;
  beforeAll(async () => void (counter = await startStepCounter()));
  afterAll(() => counter.close());

  it('grows less than with its positions times the pictures, however its edges cross', async () => {
    const index = indexOf(generateItems(PICTURES, 7));
    for (const [name, geometry] of Object.entries(dearGeometries(POSITIONS))) {
      const intersects = JSON.stringify(geometry);
      const steps = await counter.stepsOf(async () => searchImagery(index, { intersects, limit: 1 }));
      expect(steps, name).toBeGreaterThan(POSITIONS);
      expect(steps, name).toBeLessThan(MOST_GEOMETRY_STEPS);
    }
  }, 600_000);
});

function shown({ operation, steps, parameters }: Costly): string {
  return `${operation}: ${steps} steps for ${JSON.stringify(parameters).slice(0, 300)}`;
}
