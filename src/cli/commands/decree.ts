import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { errnoOf, failure } from '../../base/errors/geomill-error.ts';
import { printable, printableJson } from '../../base/text/printable.ts';
import { applyDecree } from '../../dataset/decrees/apply-decree.ts';
import {
  type AddedDecree,
  addedDecrees,
  fileNameOf,
  requireDays,
  setDecrees,
} from '../../dataset/decrees/decree-folder.ts';
import { readBoundaries } from '../../dataset/decrees/boundaries.ts';
import { type DecreeFile, readDecree } from '../../dataset/decrees/read-decree.ts';
import { readAdminBytes } from '../../dataset/compile/admin-tables.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';
import { openResults } from '../../report/read/result-rows.ts';
import { readManifest as readRunManifest } from '../../run/pipeline/journal/manifest.ts';
import { manifestPath } from '../../run/pipeline/journal/run-paths.ts';
import { formatCounted } from '../format-figures.ts';
import type { CliIo } from '../io.ts';
import { addOptions, option, type OptionsOf } from '../options.ts';
import { SERVICE_OPTIONS } from '../run-options.ts';
import { printLine } from '../terminal.ts';

const EXAMPLES = `
A decree is a YAML file:

  decree: 999/NQ-UBTVQH16
  effective: 2027-03-01
  items:
    - code: "07294"
      from: Phường Bố Hạ
      to: Phường Cầu Gồ

    - code: "07306"
      from: Xã Đồng Kỳ
      into: "07294"
      to: Phường Cầu Gồ
      share: 0.6
    - code: "07306"
      from: Xã Đồng Kỳ
      into: "07330"
      to: Xã Xuân Lương
      share: 0.4

into is the code of the unit that another one is in then, share the part of its addresses; 1 where it is left out.
A ward that is made anew has its code in the list new; boundary is a GeoJSON file, beside the decree, of a part:

  new: ["99007"]
  items:
    - code: "07306"
      from: Xã Đồng Kỳ
      to: Xã Đồng Kỳ
      share: 0.7
    - code: "07306"
      from: Xã Đồng Kỳ
      into: "99007"
      to: Xã Đồng Tâm
      share: 0.3
      boundary: dong-tam.geojson

Codes of provinces have two digits, and level: province beside them. Merged provinces need another map: build the
dataset anew with its boundaries.

Examples:
  $ geomill decree check new.yaml --input output/last-run
      tells what would change: units, and rows of a run
  $ geomill decree add new.yaml --dataset data/vietnam
      changes the dataset: commands, servers and Python have the new names from their next start
  $ geomill decree remove 999/NQ-UBTVQH16
      restores the dataset; without any decree it has the bytes of before

Exit codes: 0 success, 65 the decree is wrong or does not fit the units of its day, 66 no such file or decree, 73 or 74 the dataset cannot be written.`;

const OPTIONS = { dataset: SERVICE_OPTIONS.dataset };
const CHECK_OPTIONS = {
  ...OPTIONS,
  input: option('--input <DIR>', 'folder of a run: counts its rows in the units that change'),
};
const LIST_OPTIONS = { ...OPTIONS, json: option('--json', 'write JSON') };
type Options = OptionsOf<typeof OPTIONS>;

/** Adds `geomill decree add`, `check`, `list` and `remove`. */
export function addCommand(program: Command, io: CliIo): void {
  const decree = program
    .command('decree')
    .description(
      'Adds decrees that rename, merge, divide or make units to a dataset, checks, lists or removes them.',
    )
    .addHelpText('after', EXAMPLES);
  const add = decree
    .command('add')
    .summary('add a decree to a dataset')
    .description('Adds a decree to a dataset, which is written anew with it.')
    .argument('<FILE>', 'decree, YAML');
  addOptions(add, OPTIONS).action((file: string, options: Options) => addDecree(file, options, io));
  const check = decree
    .command('check')
    .summary('tell what a decree would change')
    .description('Checks a decree against the units of a dataset, and tells what it would change.')
    .argument('<FILE>', 'decree, YAML');
  addOptions(check, CHECK_OPTIONS).action((file: string, options: OptionsOf<typeof CHECK_OPTIONS>) =>
    checkDecree(file, options, io),
  );
  const list = decree
    .command('list')
    .summary('list the decrees that were added')
    .description('Lists the decrees that were added to a dataset.');
  addOptions(list, LIST_OPTIONS).action((options: OptionsOf<typeof LIST_OPTIONS>) =>
    listDecrees(options, io),
  );
  const remove = decree
    .command('remove')
    .summary('remove a decree')
    .description('Removes a decree that was added from a dataset.')
    .argument('<ID>', 'number of the decree, as geomill decree list shows it');
  addOptions(remove, OPTIONS).action((id: string, options: Options) => removeDecree(id, options, io));
}

function datasetOf({ dataset }: Options, { env, starterDir }: CliIo): string {
  return dataset ?? (env.GEOMILL_DATASET?.trim() || starterDir);
}

async function readFileOf(file: string): Promise<AddedDecree> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw failure('INPUT_MISSING', 'decree.unreadable', { file, cause: errnoOf(cause) ?? '' });
  });
  const decree = readDecree(text, file);
  return { file: fileNameOf(decree), text, decree, boundaries: await readBoundaries(decree, dirname(file)) };
}

async function addDecree(file: string, options: Options, io: CliIo): Promise<void> {
  const dir = datasetOf(options, io);
  const added = await readFileOf(file);
  requireDays(await readManifest(dir), added.decree);
  // First against the dataset as it is, whose decrees are known by their numbers.
  applyDecree(await readAdminBytes(dir), added.decree, added.boundaries);
  const all = [...(await addedDecrees(dir)), added].sort((a, b) =>
    a.decree.effective < b.decree.effective ? -1 : 1,
  );
  const { id } = await setDecrees(dir, all);
  const { items, effective } = added.decree;
  printLine(
    io.stdout,
    `${added.decree.id} is in ${dir}: ${formatCounted(unitsOf(items), 'unit')} from ${effective} on, id ${id.slice(0, 12)}.`,
  );
}

async function checkDecree(file: string, options: OptionsOf<typeof CHECK_OPTIONS>, io: CliIo): Promise<void> {
  const dir = datasetOf(options, io);
  const { decree, boundaries } = await readFileOf(file);
  requireDays(await readManifest(dir), decree);
  applyDecree(await readAdminBytes(dir), decree, boundaries);
  const lines = decree.items.map(({ code, from, into, to, share, boundary }) => {
    const part = share === 1 ? '' : ` (${Math.round(100 * share)} %${boundary && `, ${boundary}`})`;
    const target = into === code ? '' : `${decree.created.includes(into) ? 'new ' : ''}${into}  `;
    return `  ${code}  ${from} -> ${target}${to}${part}`;
  });
  const rows = options.input === undefined ? '' : await rowsOfRun(options.input, decree);
  printLine(
    io.stdout,
    `${decree.id} of ${decree.effective} fits ${dir}: ${formatCounted(unitsOf(decree.items), 'unit')} would change.${rows}\n${lines.join('\n')}`,
  );
}

/** Returns the number of units that end or change. */
const unitsOf = (items: DecreeFile['items']): number =>
  new Set(items.map(({ level, code }) => `${level} ${code}`)).size;

/** Rows of a run that are named at most. */
const NAMED_ROWS = 10;

/** The columns of results that have the code of a ward or province in force, without the prefix of their stage. */
const CODE_COLUMN = /(?:^|_)(?:(?:ward|province)_code_new|to_(?:ward|province)_code)$/;

/** Returns how many rows of a run are in units that a decree changes. */
async function rowsOfRun(folder: string, { items }: DecreeFile): Promise<string> {
  const fs = createDurableFs();
  const run = await readRunManifest(fs, { manifest: manifestPath(folder) });
  if (run === undefined) throw failure('INPUT_MISSING', 'decree.noRun', { folder });
  const changed = {
    ward: new Set(items.filter(({ level }) => level === 'ward').flatMap(({ code, into }) => [code, into])),
    province: new Set(items.filter(({ level }) => level === 'province').map(({ code }) => code)),
  };
  let rows = 0;
  const hits: number[] = [];
  let levels: (keyof typeof changed)[] = [];
  const read = await openResults(fs, folder, run);
  await read(
    (header) => {
      const chosen = header.flatMap((name, at) => (CODE_COLUMN.test(name) ? [at] : []));
      levels = chosen.map((at) => (/ward_code/.test(header[at] ?? '') ? 'ward' : 'province'));
      return chosen;
    },
    (row) => {
      rows += 1;
      // A spreadsheet drops the zeros in front.
      if (
        levels.some((level, at) => changed[level].has(row.text(at).padStart(level === 'ward' ? 5 : 2, '0')))
      )
        hits.push(rows);
    },
  );
  const named = hits.slice(0, NAMED_ROWS).join(', ');
  const more = hits.length > NAMED_ROWS ? ', ...' : '';
  const which = hits.length === 0 ? '' : `: ${hits.length === 1 ? 'row' : 'rows'} ${named}${more}`;
  return ` Of ${formatCounted(rows, 'row')} in ${folder}, ${hits.length} are in them${which}.`;
}

async function listDecrees(options: OptionsOf<typeof LIST_OPTIONS>, io: CliIo): Promise<void> {
  const dir = datasetOf(options, io);
  await readManifest(dir);
  const decrees = (await addedDecrees(dir)).map(({ decree }) => decree);
  if (options.json) {
    io.stdout.write(`${printableJson(decrees)}\n`);
    return;
  }
  const lines = decrees.map(
    ({ id, effective, items }) => `${id}  ${effective}  ${formatCounted(unitsOf(items), 'unit')}\n`,
  );
  io.stdout.write(printable(lines.length === 0 ? `No decree was added to ${dir}.\n` : lines.join('')));
}

async function removeDecree(id: string, options: Options, io: CliIo): Promise<void> {
  const dir = datasetOf(options, io);
  await readManifest(dir);
  const added = await addedDecrees(dir);
  const kept = added.filter(({ decree }) => decree.id !== id);
  if (kept.length === added.length)
    throw failure('INPUT_MISSING', 'decree.notAdded', { decree: id, folder: dir });
  await setDecrees(dir, kept);
  printLine(io.stdout, `${id} is no longer in ${dir}.`);
}
