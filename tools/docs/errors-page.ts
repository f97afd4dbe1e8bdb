import { ERROR_CATALOGUE } from '../../src/errors/catalogue.ts';
import { table } from './marked.ts';

const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'unexpected error; GEOMILL_DEBUG=1 prints where',
  3: 'finished, with more rejected rows than --max-rejects allows',
  64: 'wrong command line, or a function that is not available yet',
  65: 'invalid input, or input that changed since the run started',
  66: 'input missing or not readable',
  69: 'service unavailable; repeat the same command later to continue',
  70: 'bug in Geomill, please report',
  73: 'output cannot be created',
  74: 'disk error or disk full; repeat the same command to continue',
  75: 'try again later: rate limit, quota used up, or another run writes to the same output',
  77: 'key refused by the service',
  78: 'invalid job file or dataset',
  130: 'stopped by SIGINT; repeat the same command to continue',
  143: 'stopped by SIGTERM; repeat the same command to continue',
};

/** Returns docs/ERRORS.md from the catalogue. Errors: an exit code without a description here. */
export function errorsPage(): string {
  const entries = Object.entries(ERROR_CATALOGUE);
  const unexplained = entries.find(([, { exitCode }]) => EXIT_CODES[exitCode] === undefined);
  if (unexplained)
    throw new Error(`${unexplained[0]} has an exit code without a description in tools/docs/errors-page.ts`);
  return `# Errors and exit codes

Generated from \`src/errors/catalogue.ts\` by \`make docs\`.

${table(
  ['exit code', 'meaning'],
  Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning]),
)}

An error of scope \`row\` gives that row the status \`error\` with a reason, and the run continues; an error of scope \`run\` ends the run after all
processed rows are committed.

${table(
  ['code', 'scope', 'can be retried', 'exit code', 'HTTP status of `geomill serve`'],
  entries.map(([code, traits]) => [
    `\`${code}\``,
    traits.scope,
    traits.retryable ? 'yes' : 'no',
    `${traits.exitCode}`,
    `${traits.httpStatus}`,
  ]),
)}
`;
}
