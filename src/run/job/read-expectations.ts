import { FIGURES } from '../pipeline/expectations.ts';
import type { Bound, Expectations } from '../pipeline/job-spec.ts';

/** Reads the checked member `expect` of a job: numbers, or texts as in `>= 95%`. */
export function readExpectations(written: Readonly<Record<string, unknown>>): Expectations {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]): [string, Bound] => {
      const operator = FIGURES[name]?.operator ?? '>=';
      return [name, { operator, value: typeof value === 'number' ? value : readBound(String(value)) }];
    }),
  );
}

function readBound(text: string): number {
  const [, digits, percent] = /([\d.]+)\s*(%?)\s*$/.exec(text) ?? [];
  // Not divided by 100, which makes 0.9990000000000001 of 99.9%.
  return Number(percent === '%' ? `${digits}e-2` : digits);
}
