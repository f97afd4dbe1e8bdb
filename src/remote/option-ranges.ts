import { GeomillError } from '../base/errors/geomill-error.ts';
import type { RemoteServiceOptions } from './options.ts';

interface OptionRange {
  readonly option: 'ratePerSecond' | 'concurrency' | 'perDay';
  readonly isAllowed: (value: number) => boolean;
  readonly rule: string;
}

const RANGES: readonly OptionRange[] = [
  {
    option: 'ratePerSecond',
    isAllowed: (value) => value >= 0.1 && value <= 5000,
    rule: 'The rate must be 0.1 to 5000 requests per second',
  },
  {
    option: 'concurrency',
    isAllowed: (value) => Number.isInteger(value) && value >= 1 && value <= 1024,
    rule: 'The concurrency must be a whole number from 1 to 1024',
  },
  {
    option: 'perDay',
    isAllowed: (value) => Number.isInteger(value) && value >= 1,
    rule: 'The requests per day must be a whole number from 1',
  },
];

/** Checks the numbers of the options. Errors: USAGE for the first one out of its range. */
export function checkOptionRanges(options: RemoteServiceOptions): void {
  for (const { option, isAllowed, rule } of RANGES) {
    const value = options[option];
    if (value !== undefined && !isAllowed(value)) throw new GeomillError('USAGE', `${rule}, not ${value}.`);
  }
}
