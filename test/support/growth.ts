import type { HostileCase } from './hostile-table.ts';
import { textOf } from './hostile-table.ts';

/** How the time of a function grows with its text. Units: nanoseconds of CPU per character, by the length of the text. */
export interface Growth {
  place: string;
  family: number;
  nsPerCharacter: Record<number, number>;
  /** The lengths at which a character costs more than a bounded number of times what it costs in the shortest text. */
  slow: number[];
  /** The codes of refusals. */
  refused: string[];
  /** Failures that the table does not state. */
  faults: string[];
}

/** Most times that a character of a long text costs more than one of a short text. A quadratic time has 24 and more. */
const FACTOR = 8;
/** The same for texts that no cache holds, of which a busy machine pages and collects the memory: up to 12 were measured. A quadratic time has 2,000 at a million characters. */
const FACTOR_OF_HUGE = 24;
const HUGE = 200_000;
/** What a character may cost whatever the short text costs. Units: nanoseconds. */
const FREE_NS = 50;
/** A try that a busy machine spoils is repeated. */
const TRIES = 5;

/** Measures a case with one of its families at rising lengths; the first is the measure of the others. Shape: ends at the first length that is slow. */
export async function growthOf(
  { place, call, families, refuses = [] }: HostileCase,
  family: number,
  lengths: readonly number[],
): Promise<Growth> {
  const growth: Growth = { place, family, nsPerCharacter: {}, slow: [], refused: [], faults: [] };
  const tried = async (text: string): Promise<void> => {
    try {
      await call(text);
    } catch (error) {
      const { code, name } = error as { code?: string; name: string };
      const kind = code ?? name;
      if (!growth.refused.includes(kind)) growth.refused.push(kind);
      const fault = String(error).slice(0, 200);
      if (!refuses.includes(kind) && !growth.faults.includes(fault)) growth.faults.push(fault);
    }
  };
  const [shortest = 0, ...longer] = lengths;
  const base = await bestOf(
    () => nsPerCharacter(tried, textOf(families[family] ?? 'word', shortest), longer[0]),
    0,
  );
  growth.nsPerCharacter[shortest] = base;
  for (const length of longer) {
    const most = (length >= HUGE ? FACTOR_OF_HUGE : FACTOR) * base + FREE_NS;
    const text = textOf(families[family] ?? 'word', length);
    const best = await bestOf(() => nsPerCharacter(tried, text), most);
    growth.nsPerCharacter[length] = best;
    if (best > most) {
      growth.slow.push(length);
      break;
    }
  }
  return growth;
}

/** Returns the least of several measurements, or the first one that is enough. */
async function bestOf(measure: () => Promise<number>, enough: number): Promise<number> {
  let best = Infinity;
  for (let nth = 0; nth < TRIES && best > enough; nth += 1) best = Math.min(best, await measure());
  return best;
}

/** Measures calls with a text, as many as have some characters together. */
async function nsPerCharacter(
  call: (text: string) => Promise<void>,
  text: string,
  characters = text.length,
): Promise<number> {
  const calls = Math.ceil(characters / text.length);
  const start = process.cpuUsage();
  for (let nth = 0; nth < calls; nth += 1) await call(text);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1_000) / (calls * text.length);
}
