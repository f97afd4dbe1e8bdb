import { STAGES } from '../../src/stages/registry.ts';
import type { StageDefinition } from '../../src/stages/stage.ts';
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

Generated from \`src/stages/\` by \`make docs\`. Columns are named \`<stage>_<column>\`; every stage adds \`<stage>_status\` (\`ok\`, \`not_found\`,
\`skipped\` or \`error\`) and \`<stage>_reason\` first. The prefix is the name of the stage, or the value of \`as\`.

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

${sections.join('\n')}`;
}

function typeOf(schema: OptionSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  return schema.type === 'array' ? 'list' : (schema.type ?? 'any');
}
