// node summary.js FILE: writes the summary of a run, which `geomill run --json` wrote, as a table of Markdown.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const summary = JSON.parse(readFileSync(process.argv[2], 'utf8').trim().split('\n').at(-1) || '{}');
const cell = (value) => String(value).replaceAll('|', '\\|').replaceAll('\n', ' ');
const { job, outcome, message, exit_code: exitCode = 0, rows, stages = {}, files = {} } = summary;
const lines = [`### Geomill: ${cell(job ?? 'no run')}, ${cell(outcome ?? 'failed')}`, ''];
if (message) lines.push(`${cell(message)} (exit code ${exitCode})`, '');
if (rows !== undefined) {
  lines.push(`${rows} rows`, '', '| stage | status | rows |', '| --- | --- | ---: |');
  for (const [stage, counts] of Object.entries(stages))
    for (const [status, count] of Object.entries(counts))
      if (count > 0) lines.push(`| ${cell(stage)} | ${cell(status)} | ${count} |`);
  lines.push('', ...Object.values(files).map((file) => `- \`${cell(file)}\``));
}
process.stdout.write(`${lines.join('\n')}\n`);
