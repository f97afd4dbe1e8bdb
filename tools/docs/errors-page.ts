import { ERROR_CATALOGUE } from '../../src/errors/catalogue.ts';
import { table } from './marked.ts';

const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'all well',
  1: 'something nobody foresaw; GEOMILL_DEBUG=1 shows where',
  3: 'finished, with more rejected rows than --max-rejects allows',
  64: 'the command line is wrong, or asks for something that is not there yet',
  65: 'the input is bad, or changed since the run began',
  66: 'the input is missing or cannot be read',
  69: 'the service is down; the same command goes on when it is back',
  70: 'an internal check failed: please report it',
  73: 'the output cannot be made',
  74: 'the disk failed or is full; the same command goes on',
  75: 'try again later: throttled, quota spent, or another run is writing there',
  77: 'the key is refused',
  78: 'the job file or the dataset is wrong',
  130: 'stopped by SIGINT; the same command goes on',
  143: 'stopped by SIGTERM; the same command goes on',
};

/** Writes docs/ERRORS.md from the catalogue. Errors: an exit code that the page does not explain. */
export function errorsPage(): string {
  const entries = Object.entries(ERROR_CATALOGUE);
  const unexplained = entries.find(([, { exitCode }]) => EXIT_CODES[exitCode] === undefined);
  if (unexplained) throw new Error(`${unexplained[0]} has an exit code that docs/ERRORS.md does not explain`);
  return `# Failures and exit codes

Generated from \`src/errors/catalogue.ts\` by \`make docs\`.

${table(
  ['exit code', 'meaning'],
  Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning]),
)}

A failure of scope \`row\` makes that row an \`error\` with its reason and the run goes on; one of scope \`run\` ends the run, after everything
answered is committed.

${table(
  ['code', 'scope', 'can be tried again', 'exit code', 'HTTP status of `geomill serve`'],
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
