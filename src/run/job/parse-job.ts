import { englishText, message, type Message } from '../../base/messages/message.ts';
import { resolve } from 'node:path';
import type { TObject } from 'typebox';
import { readMember } from '../../contract/parameters.ts';
import { COLUMN_SETS, type StatedColumn } from '../../formats/chosen-columns.ts';
import { meantOutput, OUTPUT_FORMATS } from '../../formats/outputs.ts';
import { loadStages, STAGES } from '../stages/registry.ts';
import type { StageDefinition } from '../stages/stage.ts';
import type { StageSpec, Bound, Expectations } from '../pipeline/job-spec.ts';
import { FIGURES } from '../pipeline/expectations.ts';
import { checkMembers, isMapping, shown, unknownName, type OnFault } from './check-members.ts';
import { jobWrong, type Job, type JobFault, type JobLimits } from './job.ts';
import { readYaml, type YamlPath } from '../../base/text/read-yaml.ts';
import {
  JobExpect,
  JobFile,
  JobInput,
  JobLimits as LimitsSchema,
  RESERVED_NAMES,
  stageOptions,
} from './schema.ts';

/** The name of a job text in messages, and the options that the command line overrides (`stage.option=value`). */
export interface ParseJobOptions {
  file: string;
  sets?: readonly string[];
}

/** The members of a job that are mappings of options. */
const SECTIONS: Readonly<Record<string, TObject>> = {
  input: JobInput,
  limits: LimitsSchema,
  expect: JobExpect,
};

/** The members of a job that the command line sets without an option. */
const PLAIN_MEMBERS: readonly string[] = ['outputs', 'result_columns', 'aliases', 'key', 'map_link'];

interface DraftStage {
  kind: string;
  definition: StageDefinition;
  options: Record<string, unknown>;
  path: YamlPath;
}

/** One `--set target.option=text` of the command line. */
interface Override {
  /** As it was written, up to the `=`. */
  name: string;
  target: string;
  option: string;
  text: string;
}

/** Adds what `route.require` expects: no row without a tour. */
function withTours(
  expect: Expectations | undefined,
  stages: readonly { options: Readonly<Record<string, unknown>> }[],
): Expectations | undefined {
  if (!stages.some(({ options }) => options.require === 'all')) return expect;
  return { max_without_tour: { operator: '<=', value: 0 }, ...expect };
}

/** Reads the checked member `expect` of a job: numbers, or texts as in `>= 95%`. */
function readExpectations(written: Readonly<Record<string, unknown>>): Expectations {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]): [string, Bound] => {
      const operator = FIGURES[name]?.operator ?? '>=';
      return [name, { operator, value: typeof value === 'number' ? value : readBound(String(value)) }];
    }),
  );
}

function readBound(text: string): number {
  const digits = text.replace(/[^\d.]/g, '');
  // Not divided by 100, which makes 0.9990000000000001 of 99.9%.
  return Number(text.includes('%') ? `${digits}e-2` : digits);
}

/**
 * Parses a job and checks all of it.
 *
 * Errors: JOB_WRONG with every fault at once, each with file and line, or with the `--set` that is to blame.
 */
export async function parseJob(text: string, { file, sets = [] }: ParseJobOptions): Promise<Job> {
  const yaml = readYaml(text);
  const faults: JobFault[] = yaml.faults.map(({ line, message }) => ({ place: `${file}:${line}`, message }));
  if (faults.length > 0) throw jobWrong(file, faults);

  const overridden = new Map<string, string>();
  const placeOf = (path: YamlPath) => overridden.get(JSON.stringify(path)) ?? `${file}:${yaml.lineOf(path)}`;
  const onFault = (path: YamlPath, reason: Message) =>
    void faults.push({ place: placeOf(path), message: englishText(reason), reason });

  const root = isMapping(yaml.value) ? yaml.value : {};
  if (root !== yaml.value) {
    onFault([], message('job.notAMapping', { value: shown(yaml.value) }));
    throw jobWrong(file, faults);
  }
  const entries: readonly unknown[] = Array.isArray(root.stages) ? root.stages : [];
  const definitions = await loadStages(entries.flatMap((entry) => kindsOf(entry).slice(0, 1)));
  const stages = draftStages(entries, definitions, onFault);
  for (const written of sets) {
    const override = readOverride(written);
    const fault = override ? applyOverride(override, root, stages, overridden) : message('job.setForm');
    if (fault !== undefined)
      faults.push({
        place: `--set ${override?.name ?? written}`,
        message: englishText(fault),
        reason: fault,
      });
  }

  checkMembers(JobFile, root, [], (path, fault) =>
    onFault(path, path[0] === 'outputs' ? withMeant(fault, root.outputs) : fault),
  );
  for (const stage of stages)
    checkMembers(stageOptions(stage.definition), stage.options, stage.path, onFault);
  checkPrefixes(stages, onFault);
  if (faults.length > 0) throw jobWrong(file, faults);

  const checked = root as unknown as JobFile;
  return {
    file,
    name: checked.name,
    input: checked.input ?? {},
    stages: stages.map(specOf),
    outputs: checked.outputs,
    ...withResultColumns(checked.result_columns),
    aliases: checked.aliases,
    key: checked.key,
    mapLink: checked.map_link,
    limits: limitsOf(checked.limits ?? {}),
    expect: withTours(checked.expect && readExpectations(checked.expect), stages),
    placeOf(prefix, option) {
      const stage = stages.find((candidate) => prefixOf(candidate) === prefix);
      return placeOf(stage ? [...stage.path, option] : option === '' ? [prefix] : []);
    },
  };
}

/** Reads the checked member `result_columns`. Shape: a word alone has the user's columns in front, `all` is what there is without it. */
function withResultColumns(written: JobFile['result_columns']): Pick<Job, 'resultColumns'> {
  if (written === undefined || written === 'all') return {};
  if (typeof written === 'string') {
    const texts = COLUMN_SETS.includes(written) ? ['input', written] : written.split(',');
    return { resultColumns: texts.map((text) => statedColumn(...(text.split('=') as [string, string?]))) };
  }
  const resultColumns = written.flatMap((each) =>
    typeof each === 'string'
      ? [statedColumn(each)]
      : Object.entries(each).map(([name, as]) => statedColumn(name, as)),
  );
  return { resultColumns };
}

function statedColumn(name: string, as?: string): StatedColumn {
  return { name: name.trim(), ...(as !== undefined && { as: as.trim() }) };
}

/** Adds to a fault of the outputs what was probably meant by the first unknown one. */
function withMeant(fault: Message, outputs: unknown): Message {
  const names = [outputs].flat();
  const unknown = names.find((name) => typeof name === 'string' && !Object.hasOwn(OUTPUT_FORMATS, name));
  const meant = typeof unknown === 'string' ? meantOutput(unknown) : undefined;
  return meant === undefined ? fault : message('job.meant', { fault, meant });
}

/** Returns the names in an entry of `stages`, the kind of the stage first. */
const kindsOf = (entry: unknown): string[] =>
  typeof entry === 'string' ? [entry] : isMapping(entry) ? Object.keys(entry) : [];

/** Parses the entries of `stages`, each a kind of stage, or one with its options; any other entry is reported and left out. */
function draftStages(
  entries: readonly unknown[],
  definitions: ReadonlyMap<string, StageDefinition>,
  onFault: OnFault,
) {
  return entries.flatMap((entry, index): DraftStage[] => {
    const at = ['stages', index];
    const [kind, ...others] = kindsOf(entry);
    if (kind === undefined) {
      onFault(at, message('job.stageForm', { value: shown(entry) }));
      return [];
    }
    const path = [...at, kind];
    const definition = definitions.get(kind);
    if (!definition) {
      onFault(
        path,
        message('job.inside', { where: 'stages', fault: unknownName(kind, Object.keys(STAGES)) }),
      );
      return [];
    }
    if (others.length > 0) {
      onFault([...at, others[0] as string], message('job.indentOptions', { kind }));
      return [];
    }
    const given = isMapping(entry) ? (entry[kind] ?? {}) : {};
    const options = isMapping(given) ? { ...given } : {};
    if (!isMapping(given)) onFault(path, message('job.optionsForm', { kind, value: shown(given) }));
    return [{ kind, definition, options, path }];
  });
}

/** Reads `target.option=text`, or `outputs=text` and `aliases=text`; undefined when it is neither. */
function readOverride(written: string): Override | undefined {
  const match = /^([^.=]+)(?:\.([^=]+))?=(.*)$/s.exec(written);
  if (!match) return undefined;
  const [, target = '', option = '', text = ''] = match;
  return { name: written.slice(0, written.indexOf('=')), target, option, text };
}

function applyOverride(
  override: Override,
  root: Record<string, unknown>,
  stages: readonly DraftStage[],
  overridden: Map<string, string>,
): Message | undefined {
  const { target, option, text } = override;
  const note = (path: YamlPath) => overridden.set(JSON.stringify(path), `--set ${override.name}`);
  if (option === '' && PLAIN_MEMBERS.includes(target)) {
    // Beside the job file is where a job file has it; here, as other paths of the command line, in the current folder.
    root[target] = target === 'aliases' && text !== '' ? resolve(text) : readMember(JobFile, target, text);
    note([target]);
    return undefined;
  }
  const stage = stages.find((candidate) => prefixOf(candidate) === target);
  const section = Object.hasOwn(SECTIONS, target) ? SECTIONS[target] : undefined;
  if (option === '' || (!stage && !section)) {
    const targets = [
      ...stages.map((candidate) => `${prefixOf(candidate)}.`),
      ...Object.keys(SECTIONS).map((name) => `${name}.`),
      ...PLAIN_MEMBERS.map((name) => `${name}=`),
    ];
    return message('job.setsNothing', { targets });
  }
  if (stage) {
    stage.options[option] = readMember(stageOptions(stage.definition), option, text);
    note([...stage.path, option]);
  } else if (section) {
    const members: unknown = root[target] ?? {};
    if (isMapping(members)) root[target] = { ...members, [option]: readMember(section, option, text) };
    note([target, option]);
  }
  return undefined;
}

function checkPrefixes(stages: readonly DraftStage[], onFault: OnFault) {
  const seen = new Set<string>();
  for (const stage of stages) {
    const { path } = stage;
    const prefix = prefixOf(stage);
    if (RESERVED_NAMES.includes(prefix)) onFault([...path, 'as'], message('job.reservedStage', { prefix }));
    else if (seen.has(prefix)) {
      onFault(path, message('job.twoStages', { prefix }));
    }
    seen.add(prefix);
  }
}

/** Returns the name of a stage: `as`, else its kind. */
function prefixOf({ kind, options }: DraftStage): string {
  return typeof options.as === 'string' ? options.as : kind;
}

function specOf(stage: DraftStage): StageSpec {
  const options = { ...stage.options };
  delete options.as;
  return { prefix: prefixOf(stage), definition: stage.definition, options };
}

function limitsOf(limits: NonNullable<JobFile['limits']>): JobLimits {
  const pairs = {
    ratePerSecond: limits.rate_per_second,
    concurrency: limits.concurrency,
    perDay: limits.per_day,
    timeoutMs: limits.timeout_ms,
    maxPauseMs: limits.max_pause_s === undefined ? undefined : limits.max_pause_s * 1000,
    pricePerRequest: limits.price_per_request,
    chunkBytes: limits.chunk_bytes,
    checkpointMs: limits.checkpoint_ms,
  };
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== undefined));
}
