import { englishText } from '../../src/base/messages/message.ts';
import { PART_VERDICTS, type PartVerdict } from '../../src/contract/records/address-parts.ts';
import { loadStages } from '../../src/run/stages/registry.ts';
import { VERDICT_RULES } from '../../src/run/stages/verdict.ts';
import type { StageColumn, StageDefinition, StageOutput } from '../../src/run/stages/stage.ts';

interface OptionSchema {
  description?: string;
  default?: unknown;
  type?: string;
  enum?: unknown[];
  anyOf?: OptionSchema[];
  const?: unknown;
  examples?: unknown[];
}

/** An option or a column as the page shows it: a line of a list. */
interface Line {
  name: string;
  text: string;
}

/** The columns of official codes, which the page explains in one sentence. */
const CODE = /^(?:ward|district|province)_code_(?:old|new)$/;

/** Columns can depend on the mode of a stage: each mode is planned for an input with all columns, and for one result per row. */
const EVERYTHING = {
  columns: ['address', 'lat', 'lon', 'forcode', 'place_id', 'route', 'origin', 'destination'],
  hasPosition: false,
};

/** Returns docs/STAGES.md: the options of every stage and the columns it adds; those that several stages have once. */
export async function stagesPage(): Promise<string> {
  const stages = [...(await loadStages()).values()];
  const options = repeated(stages.map(optionLines));
  const columns = repeated(stages.map((stage) => columnLines(stage).flatMap(({ lines }) => lines)));
  return `# Stages

Generated from \`src/run/stages/\` by \`make docs\`. Columns are named \`<stage>_<column>\`; every stage adds \`<stage>_status\` (\`ok\`, \`ambiguous\`, \`not_found\`,
\`skipped\` or \`error\`) and \`<stage>_reason\` first. The prefix is the name of the stage, or the value of its option \`as\`: a job with
two stages of one kind names one of them, as in \`- nearby: { as: banks, categories: [bank] }\`, whose columns are \`banks_status\`, \`banks_name\` and so on.
Beside each of \`ward_old\`, \`district_old\`, \`province_old\` and their \`_new\` stands its official code (\`ward_code_old\` ...; five, three or two digits, as text); codes of wards are used
again since 1 July 2025. If the input already has a column of that name, the new one gets a suffix (\`geocode_status_2\`), in every format.

Positions come from the options of a stage (\`lat\` and \`lon\`, or \`latlng\`); without them from the stage before it in the job that gave the row a
position (\`geocode\`, \`autocomplete\`, \`place\`, \`forcode\` with \`mode: decode\`), which \`reverse\`, \`nearby\`, \`imagery\`, \`route\` and \`direction\` leave
as it is; without such a stage from columns with usual names (\`lat\` and \`lon\`, \`vĩ độ\` and \`kinh độ\`, \`geocode_lat\` and \`geocode_lon\` of an earlier run ...).
Accepted are decimal numbers with a point or a comma, and degrees with minutes and seconds (\`20°59'25"N\`, \`20 59 25 N\`, \`N20°59.417'\`). A swapped pair
in Vietnam is read the other way round, and the run reports the number of such rows; metres of VN-2000 or UTM are
converted where the option \`projection\` states which (\`VN-2000 Hà Nội\`, \`VN-2000 105°45'\`, \`VN-2000 48\`, \`UTM 48N\`), else an error that names it. A province means the one before July 2025.

\`geomill list columns geocode --input-columns address\` prints the columns of a job with their types, and \`jobs/job.schema.json\` has the types of the options for editors.

## Options of several stages

${[...options.values()].join('\n')}

## Columns of several stages

${[...columns.values()].join('\n')}

${verdictSection()}
${stages.map((stage) => stageSection(stage, options, columns)).join('\n')}`;
}

/** What the verdicts of a part mean. */
const PART_MEANINGS: Readonly<Record<PartVerdict, string>> = {
  confirmed: 'named, and so in the match',
  corrected: 'named with another spelling',
  completed: 'not named; the match adds it',
  contradicted: 'named, and another one than that of the match',
  unknown: 'named, and not in the data',
  unused: 'named, with words beside it that the match does not explain',
  missing: 'neither named nor in the match',
};

/** Returns the rule of the verdict of a row as tables, from the schema of its options and the verdicts of parts. */
function verdictSection(): string {
  const rules = Object.entries(VERDICT_RULES).map(([name, rule]) => {
    const { default: standard, description = '' } = rule as OptionSchema;
    return `| \`${name}\` | ${typeof standard === 'string' ? `\`${standard}\`` : String(standard)} | ${description} |`;
  });
  const parts = PART_VERDICTS.map((verdict) => `| \`${verdict}\` | ${PART_MEANINGS[verdict]} |`);
  return `## Verdicts

\`geocode\` with the option \`verdict\`, and \`convert\` always, add \`parts\` and \`verdict\`: \`accept\`, \`check\` or \`reject\`. The worst rule that applies decides;
\`convert\` keeps house and street as they are written, so its verdict is one of the units.

| option of \`verdict\` | default | rule |
| --- | --- | --- |
${rules.join('\n')}

| part | meaning |
| --- | --- |
${parts.join('\n')}
`;
}

type Texts = ReadonlyMap<string, string>;

/** Returns the lines that are equal in two stages or more, by their name; of several kinds of one name the first. */
function repeated(stages: readonly (readonly Line[])[]): Texts {
  const seen = new Map<string, number>();
  for (const lines of stages)
    for (const text of new Set(lines.map((line) => line.text))) seen.set(text, (seen.get(text) ?? 0) + 1);
  const texts = new Map<string, string>();
  for (const { name, text } of stages.flat())
    if ((seen.get(text) ?? 0) > 1 && !texts.has(name)) texts.set(name, text);
  return texts;
}

/** Returns the lines that only this stage has, and the names of the others. */
function linesText(title: string, lines: readonly Line[], shared: Texts): string {
  const isShared = ({ name, text }: Line) => shared.get(name) === text;
  const own = lines.filter((line) => !isShared(line)).map(({ text }) => text);
  const others = lines.filter(isShared).map(({ name }) => `\`${name}\``);
  const missing = [...shared.keys()].filter(
    (name) => !lines.some((line) => line.name === name && isShared(line)),
  );
  const mostly = others.length > 10 && missing.length > 0;
  const names = mostly ? `all but ${missing.map((name) => `\`${name}\``).join(', ')}` : others.join(', ');
  const above = others.length === 0 ? [] : [wrapped(`- as above: ${names}`)];
  return [`${title}:`, '', ...own, ...above].join('\n');
}

const wrapped = (text: string) => (text.length > 195 ? text.replace(/(.{120,160}) /g, '$1\n  ') : text);

function optionLines(stage: StageDefinition): Line[] {
  const options = Object.entries(stage.options.properties as Record<string, OptionSchema>);
  return options.map(([name, schema]) => {
    const isRequired = stage.options.required?.includes(name) ?? false;
    const initial = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    const notes = [
      isRequired ? 'required' : '',
      unnamedValues(schema),
      initial && `default ${initial}`,
    ].filter(Boolean);
    return lineOf(name, schema.description ?? '', notes);
  });
}

/** Returns the columns of a stage, for each of its modes. */
function columnLines(stage: StageDefinition): { mode: unknown; lines: Line[] }[] {
  const options = Object.entries(stage.options.properties as Record<string, OptionSchema>);
  const modes = options.find(([name]) => name === 'mode')?.[1].anyOf?.map((mode) => mode.const) ?? [
    undefined,
  ];
  const required = Object.fromEntries(
    options.filter(([, { examples }]) => examples).map(([name, { examples }]) => [name, examples?.[0]]),
  );
  return modes.map((mode) => {
    const chosen = { ...required, size: 1, ...(mode === undefined ? {} : { mode }) };
    const plan = stage.plan(chosen, EVERYTHING);
    if ('faults' in plan) throw new Error(`${stage.name} cannot be planned for its documentation`);
    return { mode, lines: plan.columns.filter(({ name }) => !CODE.test(name)).map(columnLine) };
  });
}

function columnLine({ name, unit, description }: Pick<StageColumn, 'name' | 'description' | 'unit'>): Line {
  return lineOf(name, englishText(description), unit === undefined ? [] : [englishText(unit)]);
}

function lineOf(name: string, meaning: string, notes: readonly string[]): Line {
  return {
    name,
    text: wrapped(`- \`${name}\`: ${meaning}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`),
  };
}

function stageSection(stage: StageDefinition, options: Texts, columns: Texts): string {
  const modes = columnLines(stage).map(
    ({ mode, lines }) =>
      `${linesText(mode === undefined ? 'Columns' : `Columns with \`mode: ${mode as string}\``, lines, columns)}\n`,
  );
  return `## ${stage.name}

${stage.summary}

${linesText('Options', optionLines(stage), options)}

${[...modes, ...(stage.outputs ?? []).map(outputSection)].join('\n')}`;
}

function outputSection({ extension, columns, format, isOwn }: StageOutput): string {
  if (format === 'gpx') return `File \`<input>${extension}\`: routes in GPX 1.1.\n`;
  if (columns === undefined) return `File \`<input>${extension}\`: lines in GeoJSON.\n`;
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  return `${wrapped(`File \`<input>${extension}\`${isOwn ? '' : ', followed by the columns of the input'}: ${names}.`)}\n`;
}

/** Returns the values of an option that has a list of them, unless its description names them all. */
function unnamedValues(schema: OptionSchema): string {
  const values = valuesOf(schema) ?? '';
  const names = values.match(/[a-z_]+(?=")/g) ?? [];
  return names.every((name) => schema.description?.includes(name)) ? '' : values;
}

function valuesOf(schema: OptionSchema): string | undefined {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const each = schema.anyOf?.map(valuesOf);
  return each?.every((value) => value !== undefined) === true ? each.join(' or ') : undefined;
}
