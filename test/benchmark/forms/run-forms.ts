import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { openAdminDataset } from '../../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { tableText } from '../../bench/table.ts';
import { createEngines } from '../engines/create-engines.ts';
import type { ScoredEngine } from '../engines/engine.ts';
import { scoreByClass, scoreTogether, type FormReader } from './answer-forms.ts';
import { confidenceTable, createConfidenceReader } from './form-confidence.ts';
import { writeFormsCsv } from './forms-csv.ts';
import { generateForms, type GenerateFormsOptions } from './generate-forms.ts';
import { formTable, isRight, peerTable, type EngineScores } from './score-forms.ts';
import { readStreets } from './streets.ts';
import { listUnitRows } from './unit-rows.ts';

/** Usage of the command `forms`. */
export const FORMS_USAGE = `npx tsx test/benchmark/main.ts forms [options]
  --texts N        number of texts, the 21 classes in turn; default 21000
  --seed N         1 is open (causes of errors are looked for in it), 2 is for reporting; default 1
  --streets FILE   gzip CSV with street, district, province; default the file beside the project; common names without it
  --dataset DIR    dataset of Geomill and source of the unit tables; default fixtures/starter
  --write FILE     write the labelled texts as CSV and stop; - for standard output
  --only NAMES     engines, separated by commas: geomill, minisearch, sqlite; default all that can run
  --command CMD    one more engine: a shell command that reads CSV and writes CSV; {wards} is replaced by the file of the ward list
  --sample N       number of texts that the peers answer; default 4200
  --wrong DIR      write the wrong answers of the first engine, a file per class
`;

/** Generates address forms and scores engines on them, or writes them as CSV. */
export async function runForms(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      texts: { type: 'string', default: '21000' },
      seed: { type: 'string', default: '1' },
      streets: { type: 'string', default: '../shared/data/addresses/streets-in-districts-2019.csv.gz' },
      dataset: { type: 'string', default: 'fixtures/starter' },
      write: { type: 'string' },
      only: { type: 'string', default: 'geomill,minisearch,sqlite' },
      command: { type: 'string' },
      sample: { type: 'string', default: '4200' },
      wrong: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(FORMS_USAGE);
    return;
  }
  const options: GenerateFormsOptions = {
    rows: listUnitRows(await openAdminDataset(values.dataset)),
    streets: readStreets(values.streets),
    texts: Number(values.texts),
    seed: Number(values.seed),
  };
  if (values.write !== undefined) {
    const forms = generateForms(options);
    await writeFormsCsv(forms, values.write === '-' ? process.stdout : createWriteStream(values.write));
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'vietnam-addresses-'));
  try {
    const engines = await createEngines({ ...values, folder });
    await scoreEngines(options, engines, Number(values.sample), values.wrong);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function scoreEngines(
  options: GenerateFormsOptions,
  [first, ...peers]: readonly ScoredEngine[],
  sample: number,
  wrong: string | undefined,
): Promise<void> {
  if (first === undefined) throw new Error('no engine: name one in --only, or give a --command');
  if (wrong !== undefined) await mkdir(wrong, { recursive: true });
  const score = first.isCommand ? scoreTogether : scoreByClass;
  const confidence = createConfidenceReader();
  const readers = [confidence.read, ...(wrong === undefined ? [] : [createWrongWriter(wrong)])];
  const own = await score(first, options, async (...of) => {
    for (const read of readers) await read(...of);
  });
  const title = `${first.name}, seed ${options.seed}`;
  process.stdout.write(`${tableText(formTable(title, own))}\n`);
  const quality = confidenceTable(`confidence of ${title}`, confidence);
  if (quality !== undefined) process.stdout.write(`${tableText(quality)}\n`);
  if (peers.length === 0) return;
  const some = { ...options, texts: Math.min(sample, options.texts) };
  const scores: EngineScores[] = [];
  for (const engine of [first, ...peers]) scores.push(await scoreTogether(engine, some));
  process.stdout.write(
    tableText(peerTable(`right ward of decidable texts, sample, seed ${options.seed}`, scores)),
  );
}

/** Creates the function that writes the decidable texts of a class that were answered wrongly. */
function createWrongWriter(dir: string): FormReader {
  return async (group, forms, answers) => {
    const rows = forms.flatMap((form, at) => {
      const answer = answers[at];
      if (!form.decidable || answer === undefined || isRight(form, answer)) return [];
      return [{ id: form.id, address: form.text, expected: form.wards[0], given: answer.ward }];
    });
    const columns = ['id', 'address', 'expected', 'given'];
    await writeFile(
      join(dir, `${group.replaceAll(' ', '-')}.csv`),
      stringify(rows, { header: true, columns }),
    );
  };
}
