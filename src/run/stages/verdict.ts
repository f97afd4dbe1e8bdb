import { column } from './column.ts';
import { message, type Message } from '../../base/messages/message.ts';
import Type, { type Static } from 'typebox';
import { PART_NAMES, type AddressParts, type Ambiguity } from '../../contract/records/address-parts.ts';
import type { ConversionAmbiguity } from '../../contract/records/conversion.ts';
import { LEVELS, type Level } from '../../contract/records/osm-feature.ts';
import type { StageColumn } from './stage.ts';
import { optional } from '../../contract/optional.ts';

/** What to do with a row: use it, look at it, or not use it. */
export const ROW_VERDICTS = ['accept', 'check', 'reject'] as const;

/** What to do with a row. */
export type RowVerdict = (typeof ROW_VERDICTS)[number];

/** Returns the reason of a row with the status `ambiguous`. */
export function ambiguityReason(ambiguity: Ambiguity | ConversionAmbiguity): Message {
  return message(`verdict.${ambiguity}`);
}

function outcome(standard: RowVerdict, description: string) {
  return optional.enum(ROW_VERDICTS, { default: standard, description });
}

/** The rules of the verdict of a row, for the schema of jobs. */
const Rules = Type.Object(
  {
    accept_from: optional.number({
      minimum: 0,
      maximum: 1,
      default: 0.9,
      description: 'check below this confidence',
    }),
    reject_below: optional.number({
      minimum: 0,
      maximum: 1,
      default: 0.4,
      description: 'reject below this confidence',
    }),
    least_level: optional.enum(['named', ...LEVELS] as const, {
      default: 'named',
      description:
        'check a match at a coarser level; named: the one that the text names, a ward at least, so that a house whose street is not in the data is checked',
    }),
    ambiguous: outcome('check', 'rows with the status ambiguous'),
    contradicted: outcome('check', 'rows with a contradicted part'),
    unknown: outcome('check', 'rows whose ward, district or province is unknown'),
    unused: outcome('check', 'rows with words beside a unit that the match does not explain'),
    corrected: outcome('accept', 'rows with a corrected part'),
    completed: outcome('accept', 'rows with a completed ward, district or province'),
  },
  { additionalProperties: false },
);

/** The rules of the verdict of a row. */
export type VerdictRules = Required<Static<typeof Rules>>;

function ruleOption(isStandard: boolean) {
  return optional.union([Type.Boolean(), Rules], {
    default: isStandard,
    description:
      'adds the columns `parts` (the verdict of each part of the address) and `verdict` (accept, check or reject); an object sets the rules of the latter',
  });
}

/** The option of a stage that adds the columns of {@link verdictColumns}. */
export const verdictOption = ruleOption(false);

/** The same option of a stage that has these columns unless they are left out. */
export const standardVerdictOption = ruleOption(true);

/** The schema of each rule with its default, in the order in which the table of docs/STAGES.md has them. */
export const VERDICT_RULES = Rules.properties;

const STANDARD = Object.fromEntries(
  Object.entries(VERDICT_RULES).map(([name, rule]) => [name, (rule as { default?: unknown }).default]),
) as unknown as VerdictRules;

/** Returns the rules of {@link verdictOption}; undefined where no verdict is wanted. */
export function readVerdictRules(option: unknown): VerdictRules | undefined {
  if (option === undefined || option === false) return undefined;
  return option === true ? STANDARD : { ...STANDARD, ...(option as Partial<VerdictRules>) };
}

/** What the verdict of a row depends on. Shape: `parts` undefined and `confidence` null where the service gives none. */
export interface VerdictSubject {
  parts: AddressParts | undefined;
  level: Level;
  confidence: number | null;
  isAmbiguous: boolean;
}

/** Levels that stand for a house, and for a street. */
const OF_HOUSE: readonly Level[] = ['house', 'interpolated', 'alley', 'poi'];
const OF_STREET: readonly Level[] = [...OF_HOUSE, 'street'];

/** Reports whether a match is coarser than a level. Shape: `named` is the finest one that the text names, a ward at least. */
function isCoarser(
  level: Level,
  least: VerdictRules['least_level'],
  parts: AddressParts | undefined,
): boolean {
  if (least !== 'named') return LEVELS.indexOf(level) > LEVELS.indexOf(least);
  const isNamed = (name: 'house' | 'street') =>
    parts !== undefined && parts[name] !== 'missing' && parts[name] !== 'completed';
  if (isNamed('house')) return !OF_HOUSE.includes(level);
  if (isNamed('street')) return !OF_STREET.includes(level);
  return LEVELS.indexOf(level) > LEVELS.indexOf('ward');
}

/** Returns the verdict of a row: the worst of the rules that apply. Source: the table of docs/STAGES.md. */
export function rowVerdict(
  { parts, level, confidence, isAmbiguous }: VerdictSubject,
  rules: VerdictRules,
): RowVerdict {
  const has = (verdict: string, names: readonly (keyof AddressParts)[] = PART_NAMES): boolean =>
    parts !== undefined && names.some((name) => parts[name] === verdict);
  const UNITS = ['ward', 'district', 'province'] as const;
  const applying: RowVerdict[] = ['accept'];
  if (confidence !== null && confidence < rules.reject_below) applying.push('reject');
  if (confidence !== null && confidence < rules.accept_from) applying.push('check');
  if (isCoarser(level, rules.least_level, parts)) applying.push('check');
  if (isAmbiguous) applying.push(rules.ambiguous);
  if (has('contradicted')) applying.push(rules.contradicted);
  // A house or street that the dataset does not have is a matter of the least level.
  if (has('unknown', UNITS)) applying.push(rules.unknown);
  if (has('unused', UNITS)) applying.push(rules.unused);
  if (has('corrected')) applying.push(rules.corrected);
  if (has('completed', UNITS)) applying.push(rules.completed);
  return applying.reduce((worst, each) =>
    ROW_VERDICTS.indexOf(each) > ROW_VERDICTS.indexOf(worst) ? each : worst,
  );
}

/** Returns the verdict of some parts as text: `house=missing;street=confirmed;ward=corrected;...`, in the order of the parts. */
function partsText(parts: AddressParts | undefined, names: VerdictParts): string | undefined {
  return parts && names.map((name) => `${name}=${parts[name]}`).join(';');
}

/** Reads what {@link verdictColumns} write of the parts; undefined for an empty cell. */
export function readPartsText(text: string): AddressParts | undefined {
  if (text === '') return undefined;
  return Object.fromEntries(text.split(';').map((part) => part.split('='))) as AddressParts;
}

type VerdictParts = readonly (keyof AddressParts)[];

/** Returns the columns of the verdict of a row; `subjectOf` returns what it depends on, and `names` are the parts that are written. */
export function verdictColumns<R>(
  rules: VerdictRules | undefined,
  subjectOf: (result: R) => VerdictSubject | undefined,
  names: VerdictParts = PART_NAMES,
): StageColumn<R>[] {
  if (rules === undefined) return [];
  return [
    column('parts', 'string', message(names === PART_NAMES ? 'column.parts' : 'column.unitParts'), (result) =>
      partsText(subjectOf(result)?.parts, names),
    ),
    {
      name: 'verdict',
      type: 'string',
      description: message('column.verdict'),
      of(result) {
        const subject = subjectOf(result);
        return subject && rowVerdict(subject, rules);
      },
    },
  ];
}
