import { STAGES } from '../../src/run/stages/registry.ts';
import type { StageDefinition, StageOutput } from '../../src/run/stages/stage.ts';
import { table } from './marked.ts';

interface OptionSchema {
  description?: string;
  default?: unknown;
  type?: string;
  enum?: unknown[];
  anyOf?: OptionSchema[];
  const?: unknown;
  examples?: unknown[];
}

/** Returns docs/STAGES.md: the options of every stage and the columns it adds. */
export function stagesPage(): string {
  return `# Stages

Generated from \`src/run/stages/\` by \`make docs\`. Columns are named \`<stage>_<column>\`; every stage adds \`<stage>_status\` (\`ok\`, \`ambiguous\`, \`not_found\`,
\`skipped\` or \`error\`) and \`<stage>_reason\` first. The prefix is the name of the stage, or the value of its option \`as\`: a job with
two stages of one kind names one of them, as in \`- nearby: { as: banks, categories: [bank] }\`, whose columns are \`banks_status\`, \`banks_name\` and so on.
If the input already has a column of that name, the new one gets a suffix (\`geocode_status_2\`), in every format.

Positions come from the options of a stage (\`lat\` and \`lon\`, or \`latlng\`); without them from the stage before it in the job that gave the row a
position (\`geocode\`, \`autocomplete\`, \`place\`, \`forcode\` with \`mode: decode\`), which \`reverse\`, \`nearby\`, \`imagery\`, \`route\` and \`direction\` leave
as it is; without such a stage from columns with usual names (\`lat\` and \`lon\`, \`vĩ độ\` and \`kinh độ\`, \`geocode_lat\` and \`geocode_lon\` of an earlier run ...).
Accepted are decimal numbers with a point or a comma, and degrees with minutes and seconds (\`20°59'25"N\`, \`20 59 25 N\`, \`N20°59.417'\`). A swapped pair
in Vietnam is read the other way round, and the run reports the number of such rows; metres of VN-2000 or UTM are an error that names them.

${Object.values(STAGES).map(stageSection).join('\n')}`;
}

/** Columns can depend on the mode of a stage: each mode is planned for an input with all columns, and for one result per row. */
const EVERYTHING = {
  columns: ['address', 'lat', 'lon', 'forcode', 'place_id', 'route', 'origin', 'destination'],
  hasPosition: false,
};

function stageSection(stage: StageDefinition): string {
  const options = Object.entries(stage.options.properties as Record<string, OptionSchema>);
  const modes = options.find(([name]) => name === 'mode')?.[1].anyOf?.map((mode) => mode.const) ?? [
    undefined,
  ];
  const required = Object.fromEntries(
    options.filter(([, { examples }]) => examples).map(([name, { examples }]) => [name, examples?.[0]]),
  );
  const sections = modes.map((mode) => {
    const chosen = { ...required, size: 1, ...(mode === undefined ? {} : { mode }) };
    const plan = stage.plan(chosen, EVERYTHING);
    if ('faults' in plan) throw new Error(`${stage.name} cannot be planned for its documentation`);
    const title = mode === undefined ? '' : `With \`mode: ${mode as string}\`:\n\n`;
    return `${title}${table(
      ['column', 'type', 'unit', 'meaning'],
      plan.columns.map(({ name, type, unit = '', description }) => [`\`${name}\``, type, unit, description]),
    )}\n`;
  });
  return `## ${stage.name}

${stage.summary}

${table(
  ['option', 'type', 'default', 'meaning'],
  options.map(([name, schema]) => [
    `\`${name}\``,
    typeOf(schema),
    stage.options.required?.includes(name)
      ? 'required'
      : schema.default === undefined
        ? ''
        : `\`${JSON.stringify(schema.default)}\``,
    schema.description ?? '',
  ]),
)}

${[...sections, ...(stage.outputs ?? []).map(outputSection)].join('\n')}`;
}

function outputSection({ extension, columns, format, isOwn }: StageOutput): string {
  if (format === 'gpx') return `File \`<input>${extension}\`: routes in GPX 1.1.\n`;
  if (columns === undefined) return `File \`<input>${extension}\`: lines in GeoJSON.\n`;
  return `File \`<input>${extension}\`${isOwn ? '' : ', followed by the columns of the input'}:\n\n${table(
    ['column', 'type', 'unit', 'meaning'],
    columns.map(({ name, type, unit = '', description }) => [`\`${name}\``, type, unit, description]),
  )}\n`;
}

function typeOf(schema: OptionSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  return schema.type === 'array' ? 'list' : (schema.type ?? 'any');
}
