import type { Estimate, Spending } from '../run/job/estimate.ts';
import { formatCount, formatDuration } from './format-figures.ts';

/** The figures of `geomill plan`. */
export interface PlanView {
  job: string;
  input: string;
  /** Address of the service; undefined for the local service. */
  service: string | undefined;
  estimate: Estimate;
  spending: Spending;
  limits: { ratePerSecond?: number; perDay?: number; pricePerRequest?: number };
}

/** Returns the estimate of a run as text. */
export function planText({ job, input, service, estimate, spending, limits }: PlanView): string {
  const about = estimate.isExact ? '' : 'about ';
  const lines = [`${job} over ${input}, answered by ${service ?? 'the local dataset'}`];
  const add = (label: string, figure: string, note = '') =>
    lines.push(`  ${label.padEnd(18)}${figure.padStart(12)}${note === '' ? '' : `   ${note}`}`);
  const rejected = estimate.rejected > 0 ? `${formatCount(estimate.rejected)} of them cannot be read` : '';
  add('rows', formatCount(estimate.rows), rejected);
  add('questions', formatCount(estimate.questions));
  add('distinct', formatCount(estimate.distinct + estimate.laterAtMost), about === '' ? '' : 'estimated');
  if (estimate.laterAtMost > 0) {
    add('', '', `at most: ${formatCount(estimate.laterAtMost)} depend on responses of earlier stages`);
  }
  if (service === undefined) {
    lines.push('  The local service sends no requests and costs nothing.');
    return lines.join('\n');
  }
  add('answered already', formatCount(estimate.cached), 'in the cache');
  add('to request', formatCount(spending.requests));
  const { ratePerSecond, perDay, pricePerRequest } = limits;
  if (spending.seconds === undefined) add('time', '?', 'give --rate to know');
  else add('time', formatDuration(spending.seconds), `at ${ratePerSecond} requests a second`);
  if (spending.days !== undefined)
    add('days', formatCount(spending.days), `at ${formatCount(perDay ?? 0)} requests a day`);
  if (spending.cost !== undefined) add('cost', costText(spending.cost), `at ${pricePerRequest} a request`);
  return lines.join('\n');
}

function costText(cost: number): string {
  return cost.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
