import { OPERATION_NAMES, type OperationName } from '../../src/contract/catalogue.ts';
import { isOwnRequest } from '../../src/runtime/answer-threads.ts';
import { findSlowest, type Costly, type Request } from '../support/slowest-requests.ts';
import type { Measurement } from './measurement.ts';

const REQUESTS = 2_000;
const QUICK_REQUESTS = 100;
/** Of a request, the run with the least time counts: the others also collect garbage. */
const RUNS = 3;
const LAST_RUNS = 15;
const LONGEST_SHOWN = 90;

type AnyCall = (parameters: Record<string, unknown>) => Promise<unknown>;

/** Searches the slowest request of each operation, as `test/property/request-cost.isolated.test.ts` does, by its CPU time. */
export const requestCost: Measurement = {
  name: 'request-cost',
  async run({ isQuick, datasetDir, seed, internals }) {
    const { createLocalService, loadDataset } = await internals();
    const { service } = await createLocalService({
      loaded: await loadDataset(datasetDir),
      // The server computes tours in threads of their own, within a budget of steps.
      planner: {
        order: async ({ count }) => ({ order: Int32Array.from({ length: count }, (_, at) => at), cost: 1 }),
        plan: async ({ count }) => {
          const places = [0, 1, count - 1];
          const times = places.map(() => ({ reached: 0, begin: 0, end: 0 }));
          return { tours: [{ vehicle: 0, places, times }], unserved: [], cost: 1 };
        },
      },
    });
    const port = service as unknown as Record<OperationName, AnyCall>;
    const cpuMs = async ({ operation, parameters }: Request, runs: number) => {
      let least = Infinity;
      for (let run = 0; run < runs; run += 1) {
        const before = process.cpuUsage();
        await port[operation](parameters).catch(() => undefined);
        const { user, system } = process.cpuUsage(before);
        least = Math.min(least, (user + system) / 1000);
      }
      return least;
    };
    const requests = isQuick ? QUICK_REQUESTS : REQUESTS;
    const rows: string[][] = [];
    for (const operation of OPERATION_NAMES) {
      const slowest: Record<'thread' | 'main', Costly | undefined> = { thread: undefined, main: undefined };
      const visit = (request: Costly) => {
        const where = isOwnRequest(operation, request.parameters) ? 'main' : 'thread';
        if (request.steps > (slowest[where]?.steps ?? 0)) slowest[where] = request;
      };
      await findSlowest(operation, (request) => cpuMs(request, RUNS), visit, {
        seed,
        starts: requests / 5,
        changes: (4 * requests) / 5,
      });
      for (const [where, found] of Object.entries(slowest))
        if (found)
          rows.push([
            `\`${operation}\``,
            where === 'main' ? 'the main thread' : 'a thread',
            (await cpuMs(found, LAST_RUNS)).toFixed(2),
            `\`${shown(found.parameters)}\``,
          ]);
    }
    return {
      title: `request-cost: the slowest of ${requests} requests of each operation, which a search makes slower and slower`,
      columns: ['operation', 'computed in', 'CPU ms', 'request, in short'],
      rows,
    };
  },
};

/** Returns the parameters on one line; of long texts the beginning and the length. */
function shown(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const short =
        text.length > LONGEST_SHOWN ? `${text.slice(0, 30)}... (${text.length} characters)` : text;
      return `${name}=${short.replaceAll('|', ' ').replaceAll('`', '')}`;
    })
    .join('&');
}
