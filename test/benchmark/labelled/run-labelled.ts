import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { recordTable } from '../../bench/record.ts';
import { tableText } from '../../bench/table.ts';
import { createEngines } from '../engines/create-engines.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import { isInOpenHalf, readLabelledTexts, type LabelledText } from './labelled-text.ts';
import { scoreAnswers, scoreTable } from './score.ts';

/** Usage of the command `labelled`. */
export const LABELLED_USAGE = `npx tsx test/benchmark/main.ts labelled [options]
  --texts FILE     CSV with address, ward_code_new and class; default the development set beside the project
  --dataset DIR    dataset of Geomill and source of the ward list; default fixtures/starter
  --only NAMES     engines, separated by commas: geomill, minisearch, sqlite; default all that can run
  --command CMD    one more engine: a shell command that reads CSV and writes CSV; {wards} is replaced by the file of the ward list
  --errors FILE    write the wrong answers of Geomill on the open half to a CSV file
  --answers FILE   write all answers of Geomill to a CSV file, for comparing two versions
  --record FILE    write the table of all texts into a file of figures; docs/figures.json is what README and docs show
`;

/** Scores engines on real address texts with known wards. */
export async function runLabelled(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      texts: { type: 'string', default: '../shared/data/addresses/dev-ward-labels.csv' },
      dataset: { type: 'string', default: 'fixtures/starter' },
      only: { type: 'string', default: 'geomill,minisearch,sqlite' },
      command: { type: 'string' },
      errors: { type: 'string' },
      answers: { type: 'string' },
      record: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(LABELLED_USAGE);
    return;
  }
  if (!existsSync(values.texts)) {
    process.stderr.write(
      `${values.texts} is not there: the labelled addresses are not part of the repository. Name a file of your own by --texts: a CSV with the columns address, ward_code_new and class.\n`,
    );
    process.exitCode = 66;
    return;
  }
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
      if (values.record !== undefined && title === 'all texts')
        recordTable(
          values.record,
          'labelled',
          `npx tsx test/benchmark/main.ts labelled --only ${values.only}`,
          table,
        );
    }
    await writeAnswers(values, texts, answers[0] ?? []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeAnswers(
  files: { answers?: string | undefined; errors?: string | undefined },
  texts: readonly LabelledText[],
  answers: readonly EngineAnswer[],
): Promise<void> {
  const rows = texts.map((text, at) => ({
    class: text.group,
    address: text.text,
    right: text.ward,
    answer: answers[at]?.ward ?? '',
    candidates: answers[at]?.candidates.join('|') ?? '',
    half: isInOpenHalf(text) ? 'open' : 'closed',
  }));
  if (files.answers !== undefined) await writeFile(files.answers, stringify(rows, { header: true }));
  if (files.errors !== undefined) {
    const wrong = rows.filter(({ half, right, answer }) => half === 'open' && right !== answer);
    await writeFile(files.errors, stringify(wrong, { header: true }));
  }
}
