import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startLoopbackProcess } from '../support/loopback-process.ts';
import type { Loopback } from '../support/loopback-service.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { createRandom, type Random } from './random.ts';
import { megabytes, percent, seconds, target, whole } from './table.ts';

const ROWS = 200_000;
const QUICK_ROWS = 5_000;
const NIGHTS = 5;
/** Kills of each night. */
const KILLS = 4;
/** Share of the rows whose address changes, that go, and that are new; each. */
const SHARE = 0.01;
/** Files with times of a run in them. */
const OF_THE_RUN = new Set(['activity.ndjson', '.command.json', 'earlier.json', 'report.html']);

/** A customer of the file of a night. */
interface Customer {
  id: number;
  address: string;
  balance: number;
}

/** One run of the command line. Units: ms; `requests` are those that the service got. */
interface Night {
  ms: number;
  requests: number;
  isKilled: boolean;
}

/**
 * Measures `run --key` over five nights against runs over the whole file, and kills each night at random moments.
 *
 * Shape: balances, which the job does not read, change in every row and night; the cache is off, so that each kept answer comes from the results.
 */
export const nights: Measurement = {
  name: 'nights',
  async run(context) {
    const rows = context.isQuick ? QUICK_ROWS : ROWS;
    const random = createRandom(context.seed);
    const at = (name: string) => join(context.folder, name);
    const service = await startLoopbackProcess({ log: false });
    const run = (output: string, more: readonly string[] = [], killAfterMs?: number) =>
      runOnce(context, service, [output, ...more], killAfterMs);
    const table: string[][] = [];
    const totals = { kills: 0, unequal: 0, requests: [] as number[] };
    try {
      let customers = Array.from({ length: rows }, (_, nth) => newCustomer(nth + 1, random));
      await writeCustomers(at('customers.csv'), customers);
      await run(at('nightly'), ['--key', 'id']);
      for (let night = 1; night <= NIGHTS; night += 1) {
        const next = nextNight(customers, rows * (night + 1), random);
        customers = next.customers;
        await writeCustomers(at('customers.csv'), customers);
        await cp(at('nightly'), at('before'), { recursive: true });
        const update = await run(at('nightly'), ['--key', 'id']);
        const all = await run(at('whole'));
        const wanted = await filesOf(at('whole'));
        const isEqual = await hasFiles(at('nightly'), wanted);
        table.push([
          `night ${night}`,
          whole(next.asked),
          whole(update.requests),
          whole(all.requests),
          seconds(update.ms),
          seconds(all.ms),
          percent(update.ms / all.ms),
          megabytes([...wanted.values()].reduce((sum, bytes) => sum + bytes.length, 0)),
          isEqual ? 'equal' : 'OTHER',
        ]);
        process.stderr.write(`  ${(table.at(-1) as string[]).join(', ')}\n`);
        if (!isEqual || update.requests !== next.asked) totals.unequal += 1;
        await rm(at('whole'), { recursive: true });
        for (let kill = 0; kill < KILLS; kill += 1) {
          await cp(at('before'), at('killed'), { recursive: true });
          const killed = await run(at('killed'), ['--key', 'id'], random() * update.ms);
          const again = await run(at('killed'), ['--key', 'id']);
          totals.kills += killed.isKilled ? 1 : 0;
          totals.requests.push(killed.requests + again.requests - next.asked);
          if (!(await hasFiles(at('killed'), wanted))) totals.unequal += 1;
          await rm(at('killed'), { recursive: true });
        }
        await rm(at('before'), { recursive: true });
      }
    } finally {
      await service.close();
    }
    return {
      title: `nights: run --key over ${whole(rows)} rows, of which ${percent(SHARE, 0)} change, go and come; a service without delay, no cache`,
      columns: [
        '',
        'new and changed',
        'requests',
        'whole run',
        's',
        'whole run s',
        'share',
        'files MB',
        'files to whole run',
      ],
      rows: table,
      notes: [
        `${totals.kills} of ${NIGHTS * KILLS} kills hit a running night; requests sent twice: at most ${Math.max(...totals.requests)}`,
        target(
          'requests are the new and changed rows, and all files those of a whole run, after every kill too',
          totals.unequal === 0,
        ),
      ],
    };
  },
};

const STREETS = ['Lê Lợi', 'Trần Hưng Đạo', 'Nguyễn Huệ', 'Hai Bà Trưng', 'Lý Thường Kiệt'];

function newCustomer(id: number, random: Random): Customer {
  const street = STREETS[Math.floor(random() * STREETS.length)] as string;
  return { id, address: `${id} ${street}, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh`, balance: 0 };
}

/** Changes the customers of a file, and returns how many are to be asked. Shape: new ones have ids from `from` on and stand anywhere. */
function nextNight(
  before: readonly Customer[],
  from: number,
  random: Random,
): { customers: Customer[]; asked: number } {
  let asked = 0;
  let id = from;
  const customers = before.flatMap((customer) => {
    const balance = customer.balance + 1000;
    const roll = random();
    if (roll < SHARE) return [];
    if (roll < 2 * SHARE) {
      asked += 1;
      return [{ ...customer, balance, address: `A${from}-${customer.address}` }];
    }
    if (roll >= 3 * SHARE) return [{ ...customer, balance }];
    asked += 1;
    return [newCustomer((id += 1), random), { ...customer, balance }];
  });
  return { customers, asked };
}

async function writeCustomers(path: string, customers: readonly Customer[]): Promise<void> {
  const lines = customers.map(({ id, address, balance }) => `${id},"${address}",${balance}\n`);
  await writeFile(path, `id,address,balance\n${lines.join('')}`);
}

/** Runs the command line, or kills it after a time. */
async function runOnce(
  { dist, folder }: BenchContext,
  service: Loopback,
  [output = '', ...more]: readonly string[],
  killAfterMs?: number,
): Promise<Night> {
  const before = await service.requests();
  const startMs = performance.now();
  const args = ['run', 'geocode', '--input', join(folder, 'customers.csv'), '--output', output, ...more];
  const child = spawn(
    process.execPath,
    [join(dist, 'cli', 'main.cjs'), ...args, '--service', service.baseUrl, '--no-cache', '--quiet'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the run ended with ${code}`);
  const ms = performance.now() - startMs;
  process.stderr.write(`  ${more[0] ?? 'whole'} ${seconds(ms)} s${signal === null ? '' : ', killed'}\n`);
  return { ms, requests: (await service.requests()) - before, isKilled: signal !== null };
}

/** Reads the files of a run that have no times in them, by name. */
async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => !OF_THE_RUN.has(name));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

async function hasFiles(folder: string, wanted: ReadonlyMap<string, Buffer>): Promise<boolean> {
  const files = await filesOf(folder);
  return files.size === wanted.size && [...wanted].every(([name, bytes]) => files.get(name)?.equals(bytes));
}
