// Scores engines on Vietnamese address texts with known wards: npx tsx test/bench/vietnam-addresses/main.ts --help
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { tableText } from '../table.ts';
import { createEngines } from './create-engines.ts';
import type { EngineAnswer } from './engine.ts';
import { FORMS_USAGE, runForms } from './forms/run-forms.ts';
import { isInOpenHalf, readLabelledTexts, type LabelledText } from './labelled-text.ts';
import { scoreAnswers, scoreTable } from './score.ts';

const USAGE = `npx tsx test/bench/vietnam-addresses/main.ts [options]
  --texts FILE     CSV with address, ward_code_new and class; default the development set beside the project
  --dataset DIR    dataset of Geomill and source of the ward list; default fixtures/starter
  --only NAMES     engines, separated by commas: geomill, minisearch, sqlite; default all that can run
  --command CMD    one more engine: a shell command that reads CSV and writes CSV; {wards} is replaced by the file of the ward list
  --errors FILE    write the wrong answers of Geomill on the open half to a CSV file
  --answers FILE   write all answers of Geomill to a CSV file, for comparing two versions
`;

const [command, ...rest] = process.argv.slice(2);
const { values } = parseArgs({
  args: command === 'forms' ? [] : process.argv.slice(2),
  options: {
    texts: { type: 'string', default: '../shared/data/addresses/dev-ward-labels.csv' },
    dataset: { type: 'string', default: 'fixtures/starter' },
    only: { type: 'string', default: 'geomill,minisearch,sqlite' },
    command: { type: 'string' },
    errors: { type: 'string' },
    answers: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (command === 'forms') await runForms(rest);
else if (values.help) process.stdout.write(`${USAGE}\n${FORMS_USAGE}`);
else await main();

async function main(): Promise<void> {
  const texts = readLabelledTexts(values.texts);
  const folder = await mkdtemp(join(tmpdir(), 'vietnam-addresses-'));
  try {
    const engines = await createEngines({ ...values, folder });
    const answers: EngineAnswer[][] = [];
    for (const engine of engines) {
      const started = process.cpuUsage();
      answers.push(await engine.answer(texts.map(({ text }) => text)));
      const { user, system } = process.cpuUsage(started);
      process.stdout.write(`${engine.name}: ${((user + system) / 1e6).toFixed(2)} CPU s in this process\n`);
    }
    const halves = [
      { title: 'all texts', has: () => true },
      { title: 'open half (causes were looked for here)', has: isInOpenHalf },
      { title: 'closed half', has: (text: LabelledText) => !isInOpenHalf(text) },
    ];
    for (const { title, has } of halves) {
      const chosen = texts.flatMap((text, at) => (has(text) ? [at] : []));
      const table = scoreTable(
        title,
        engines.map(({ name }, nth) => ({
          name,
          scores: scoreAnswers(
            chosen.map((at) => texts[at] as LabelledText),
            chosen.map((at) => answers[nth]?.[at] as EngineAnswer),
          ),
        })),
      );
      process.stdout.write(`\n${tableText(table)}`);
    }
    await writeAnswers(texts, answers[0] ?? []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeAnswers(texts: readonly LabelledText[], answers: readonly EngineAnswer[]): Promise<void> {
  const rows = texts.map((text, at) => ({
    class: text.group,
    address: text.text,
    right: text.ward,
    answer: answers[at]?.ward ?? '',
    candidates: answers[at]?.candidates.join('|') ?? '',
    half: isInOpenHalf(text) ? 'open' : 'closed',
  }));
  if (values.answers !== undefined) await writeFile(values.answers, stringify(rows, { header: true }));
  if (values.errors !== undefined) {
    const wrong = rows.filter(({ half, right, answer }) => half === 'open' && right !== answer);
    await writeFile(values.errors, stringify(wrong, { header: true }));
  }
}
