import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { createRandom, pick } from '../bench/random.ts';
import { shown, usualFaults } from './bounds.ts';
import { mutate } from './mutate.ts';
import { slowness } from './process-cost.ts';
import { SEARCH_TARGETS, type SearchTarget } from './search-targets.ts';
import { openSubject, type Measured, type Subject } from './subject.ts';
import { USUAL_BOUNDS } from './table.ts';

/** An input that was found, as the text that its target reads. */
export interface Found {
  text: string;
  cost: Measured;
}

/** How long is searched: so many tries, or so many seconds. */
export interface SearchEffort {
  seed: number;
  tries: number;
  seconds?: number;
}

/** Of the tries, those that begin anew. */
const STARTS = 0.2;
const KILL_AFTER_CPU_MS = 10_000;

/**
 * Searches the dearest input of a target by hill climbing: texts are mixed, repeated and cut, and what costs more CPU time is changed next.
 *
 * Guarantee: the same seed tries the same texts, where they cost the same.
 */
export async function findDearest(
  subject: Subject,
  { read, form, seeds, words, longest }: SearchTarget,
  { seed, tries, seconds = Infinity }: SearchEffort,
): Promise<Found> {
  const random = createRandom(seed);
  // What is loaded and compiled for the first inputs is no cost of theirs.
  for (const text of seeds) await subject.costOf(await read(text));
  const until = performance.now() + seconds * 1000;
  let best: Found | undefined;
  for (let round = 0; round < tries && performance.now() < until; round += 1) {
    let text = seeds[round] ?? (!best || random() < STARTS ? pick(random, seeds) : best.text);
    const changes = round < seeds.length ? 0 : 1 + Math.floor(3 * random());
    for (let change = 0; change < changes; change += 1) text = mutate(text, form, words, random);
    // Half of a JSON text is none.
    if (text.length > longest && form === 'json') continue;
    text = text.slice(0, longest);
    const cost = await subject.costOf(await read(text));
    if (!best || scoreOf(cost) > scoreOf(best.cost)) best = { text, cost };
    // Nothing is dearer.
    if (scoreOf(cost) === Infinity) break;
  }
  return best!;
}

/** Returns how dear an input is, in ms: memory and bytes count as a second of CPU time where they reach their bounds. */
function scoreOf({ status, cpuMs, memoryBytes, writtenBytes }: Measured): number {
  if (status === 'failed') return Infinity;
  const { memoryBytes: mostMemory, writtenBytes: mostWritten } = USUAL_BOUNDS;
  return cpuMs + 1000 * (memoryBytes / mostMemory + writtenBytes / mostWritten);
}

/** Searches by hand: `npx tsx test/cost/search.ts --target csv --seconds 60 --seed 1`. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  });
  const targets = SEARCH_TARGETS.filter(({ name }) => values.target?.includes(name) ?? true);
  if (targets.length === 0)
    throw new Error(`--target: one of ${SEARCH_TARGETS.map(({ name }) => name).join(', ')}`);
  const subject = openSubject(KILL_AFTER_CPU_MS);
  try {
    for (const target of targets) {
      const effort = { seed: Number(values.seed), tries: Infinity, seconds: Number(values.seconds) };
      const { text, cost } = await findDearest(subject, target, effort);
      const faults = usualFaults(cost, slowness());
      console.log(
        `${faults.length > 0 ? 'TOO DEAR ' : ''}${target.name}: ${shown(cost)}\n  ${JSON.stringify(text).slice(0, 1500)}`,
      );
    }
  } finally {
    await subject.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
