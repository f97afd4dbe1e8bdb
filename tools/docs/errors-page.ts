import { ERROR_CATALOGUE } from '../../src/base/errors/catalogue.ts';
import { ENGLISH } from '../../src/base/messages/message.ts';
import { table } from './marked.ts';

const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'unexpected error: a bug in Geomill, please report it; GEOMILL_DEBUG=1 prints the stack trace',
  3: 'finished, but with more rejected rows than --max-rejects or more errors of a stage than --max-errors allows',
  64: 'usage error: wrong options, or an operation that is not supported',
  65: 'the input is invalid, probably read wrongly, or has changed since the run started; or results were changed',
  66: 'the input is missing or cannot be read',
  69: 'the service is down; run the same command again when it is back',
  70: 'an internal check failed: a bug in Geomill, please report it',
  73: 'the output cannot be created',
  74: 'I/O error, or the disk is full; the same command resumes the run',
  75: 'try again later: throttled, daily quota spent, or another run writes to the same folder',
  77: 'the service refused the API key, or a path is outside the folders that geomill mcp may use',
  78: 'the job file or the dataset is invalid, or geomill doctor found a fault',
  130: 'stopped by SIGINT; the same command resumes the run',
  129: 'stopped by SIGHUP: the terminal was closed; the same command resumes the run',
  143: 'stopped by SIGTERM; the same command resumes the run',
};

/** The sections of the catalogue of texts whose codes rows and the sample of an input have. */
const SECTIONS = ['row', 'stage', 'unserved', 'verdict', 'convert', 'sample'];

/** Returns the table of the codes of some sections of the catalogue. */
function codeTable(): string {
  const codes = SECTIONS.flatMap((section) =>
    Object.entries(ENGLISH.texts[section] ?? {}).map(([name, text]) => [
      `\`${section}.${name}\``,
      `\`${text.replaceAll('\n', ' ')}\``,
    ]),
  );
  return table(['code', 'English text'], codes);
}

/** Returns the text of docs/ERRORS.md. Errors: Error for an exit code of the catalogue that the page does not explain. */
export function errorsPage(): string {
  const entries = Object.entries(ERROR_CATALOGUE);
  const unexplained = entries.find(([, { exitCode }]) => EXIT_CODES[exitCode] === undefined);
  if (unexplained) throw new Error(`${unexplained[0]} has an exit code that docs/ERRORS.md does not explain`);
  return `# Errors and exit codes

Generated from \`src/base/errors/catalogue.ts\` and \`src/locales/en.json\` by \`make docs\`.

${table(
  ['exit code', 'meaning'],
  Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning]),
)}

An error of scope \`row\` gives that row the status \`error\` with a reason, and the run continues. An error of scope \`run\` ends the run after
all finished rows in front of it are committed.

${table(
  ['code', 'scope', 'retry makes sense', 'exit code', 'HTTP status of `geomill serve`'],
  entries.map(([code, traits]) => [
    `\`${code}\``,
    traits.scope,
    traits.retryable ? 'yes' : 'no',
    `${traits.exitCode}`,
    `${traits.httpStatus}`,
  ]),
)}

## Codes of reasons, findings and the sample

The reason of a row (\`<stage>_reason\`), a finding and what the sample says are texts in the results and on the terminal. \`--json\` of \`run\`, \`status\`, \`check\` and
\`merge\` has them as \`{ "code", "values", "text" }\`, in \`errors\` and \`notes\` with the number of \`rows\`; a value that differs between these rows is left out, and is
\`...\` in the text. \`manifest.json\` and \`activity.ndjson\` have code and values. Codes of the same form in other sections (\`csv\`, \`input\`, \`workbook\`, \`run\` ...) are in
\`src/locales/en.json\`, texts in Vietnamese in \`vi.json\` beside it.

${codeTable()}
`;
}
