import type { Measured } from './subject.ts';
import { USUAL_BOUNDS, type CostBounds } from './table.ts';

/** Returns what is too much about a cost, on a machine that is so many times slower than that of the bounds. */
export function usualFaults(cost: Measured, slower: number, bounds: CostBounds = USUAL_BOUNDS): string[] {
  const faults: string[] = [];
  if (cost.cpuMs > bounds.cpuMs * slower) faults.push(`more than ${bounds.cpuMs} ms x ${slower.toFixed(1)}`);
  for (const name of ['memoryBytes', 'writtenBytes'] as const)
    if (cost[name] > bounds[name]) faults.push(`more than ${bounds[name]} ${name}`);
  if (cost.status === 'failed') faults.push('failed');
  // A code alone tells nobody what to do.
  if (cost.status === 'refused' && cost.sentence.split(' ').length < 4)
    faults.push('refused without a sentence');
  return faults.map((fault) => `${fault}: ${shown(cost)}`);
}

/** Returns costs as a line. */
export function shown({ bytes, cpuMs, memoryBytes, writtenBytes, status, sentence }: Measured): string {
  const mb = (count: number) => (count / (1 << 20)).toFixed(1);
  return `${bytes} bytes, ${cpuMs} ms, ${mb(memoryBytes)} MB memory, ${mb(writtenBytes)} MB written, ${status} ${sentence.slice(0, 120)}`;
}
