import { failure } from '../../../base/errors/geomill-error.ts';
import { cellText } from '../../../base/text/cell-text.ts';
import { fold } from '../../../base/text/fold.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import type { Level } from '../../../contract/records/osm-feature.ts';
import { readPartsText, rowVerdict, type VerdictRules } from '../../stages/verdict.ts';
import { aliasKey } from './alias-file.ts';
import type { FinishedRun } from './finished-run.ts';
import type { OutcomeColumns } from './selection.ts';

/** Below this confidence a match is doubtful. */
const DOUBTFUL_BELOW = 0.6;
const SHOWN_IDS = 5;

/** A text of a run whose rows have no certain match. */
export interface DoubtfulText {
  /** Of the first row with this text in the results, from 1. */
  row: number;
  /** Number of rows with this text, which a decision is for. */
  rows: number;
  /** Number of them that are doubtful: a text may have been answered once and have failed once. */
  doubtful: number;
  /** Own ids of the first rows; empty without a column of ids. */
  ids: string[];
  text: string;
  /** The tour and the hours of the first row, which is a stop. */
  stop?: string;
  status: string;
  /** Why it is doubtful: the reason of the row as the results have it, and what else there is. */
  reasons: readonly (string | Message)[];
  confidence: unknown;
}

/** Which rows a review has. Shape: `below` 0 to 1; `id` is the column of own ids; `rules` are those of the verdict of the stage, if it gives one. */
export interface DoubtOptions {
  below?: number | undefined;
  id?: string | undefined;
  rules?: VerdictRules | undefined;
}

/** From this confidence on a match is not doubtful for a house number alone that the dataset does not have. */
const SURE_FROM = 0.97;

/**
 * Returns the texts of a run without a certain match, each once, in the order of their first rows.
 *
 * Shape: without `below` the rows with an error, no match, several equal ones, a divided ward, a verdict other than accept, or a confidence below
 * 0.6, but not those of 0.97 and more whose only doubt is a house number that the dataset does not have; with it the rows under that confidence and those without any match, and no other.
 * Errors: NOT_SUPPORTED for a job that neither geocodes addresses nor converts their units. Cost: reads the rows twice; memory for the doubtful texts.
 */
export async function doubtfulTexts(
  finished: FinishedRun,
  { below, id, rules }: DoubtOptions,
): Promise<DoubtfulText[]> {
  const { manifest, columns, outcomes } = finished;
  const stage =
    outcomes.find(({ prefix }) => columns.includes(`${prefix}_text_match`)) ??
    outcomes.find(({ prefix }) => columns.includes(`${prefix}_basis`));
  if (!stage) throw failure('NOT_SUPPORTED', 'update.noGeocodeStage', { job: manifest.job });
  const planned = finished.stopOf && outcomes.findLast((each) => each !== stage);
  const doubtOf = createDoubt(columns, stage, below, rules, planned);
  const found = new Map<string, DoubtfulText>();
  let row = 0;
  for await (const values of finished.rows()) {
    row += 1;
    const reasons = doubtOf(values);
    const text = reasons && finished.questionOf(values)?.text;
    if (!reasons || text === undefined) continue;
    const known = found.get(aliasKey(text));
    if (known) known.doubtful += 1;
    else {
      const status = String(values[stage.status]);
      const confidence = values[stage.confidence] ?? null;
      const stop = finished.stopOf?.(values);
      const more = { ids: [], text, ...(stop && { stop }), status, reasons, confidence };
      found.set(aliasKey(text), { row, rows: 0, doubtful: 1, ...more });
    }
  }
  if (found.size === 0) return [];
  const idAt = id === undefined ? -1 : columns.indexOf(id);
  for await (const values of finished.rows()) {
    const text = finished.questionOf(values)?.text;
    const line = text === undefined ? undefined : found.get(aliasKey(text));
    if (!line) continue;
    line.rows += 1;
    const own = cellText(values[idAt]);
    if (own !== '' && line.ids.length < SHOWN_IDS) line.ids.push(own);
  }
  return [...found.values()];
}

/** Builds a function that returns the reasons why a row is doubtful; undefined for a row that is not. */
function createDoubt(
  columns: readonly string[],
  stage: OutcomeColumns,
  below: number | undefined,
  rules: VerdictRules | undefined,
  planned: OutcomeColumns | undefined,
): (values: readonly unknown[]) => DoubtfulText['reasons'] | undefined {
  const dividedAt = columns.lastIndexOf(`${stage.prefix}_ward_divided`);
  const verdictAt = columns.lastIndexOf(`${stage.prefix}_verdict`);
  const partsAt = columns.lastIndexOf(`${stage.prefix}_parts`);
  const limit = below ?? DOUBTFUL_BELOW;
  /** Reports whether the verdict of a row would be to accept it, had its text no house number. */
  const isHouseOnly = (values: readonly unknown[]): boolean => {
    const parts = readPartsText(cellText(values[partsAt]));
    const confidence = Number(values[stage.confidence] ?? 0);
    if (rules === undefined || parts?.house !== 'unknown' || confidence < SURE_FROM) return false;
    const level = values[stage.level] as Level;
    const subject = { parts: { ...parts, house: 'missing' as const }, level, confidence, isAmbiguous: false };
    return rowVerdict(subject, rules) === 'accept';
  };
  return (values) => {
    const status = values[stage.status];
    const confidence = values[stage.confidence] ?? null;
    const isLow = confidence !== null && Number(confidence) < limit;
    const isWithout = status === 'error' || status === 'not_found';
    const divided = cellText(values[dividedAt]);
    const verdict = cellText(values[verdictAt]);
    const isOpen =
      status === 'ambiguous' ||
      divided !== '' ||
      (!['', 'accept'].includes(verdict) && !(status === 'ok' && isHouseOnly(values)));
    const isLeft = planned !== undefined && ['not_found', 'skipped'].includes(String(values[planned.status]));
    if (!isLow && !isWithout && !(below === undefined && (isOpen || isLeft))) return undefined;
    const reason = cellText(values[stage.reason]);
    const wards = divided === '' ? 0 : divided.split('|').length;
    return [
      ...(reason === '' ? [] : [reason]),
      // The status says it already where nothing in the text decides between the wards.
      ...(wards === 0 || status === 'ambiguous' ? [] : [message('review.wasDivided', { n: wards })]),
      ...(isLow ? [message('review.isBelow', { n: Number(confidence), limit })] : []),
      ...(isLeft ? [cellText(values[planned.reason])] : []),
      ...(['', 'accept'].includes(verdict) ? [] : [message('review.hasVerdict', { verdict })]),
    ];
  };
}

/** Names of columns that identify a row, folded, the surest first. */
const ID_NAMES = [
  /^(?:id|key|code|ma|ma so)$/,
  /^(?:ma|id|so) (?:kh|khach hang|don|don hang|van don|nv|cua hang|diem|hd|hop dong|ho so)$/,
  /^(?:\w+[ _-](?:id|code)|id[ _-]\w+)$/,
  /^(?:stt|so thu tu|tt|no)\.?$/,
];

/**
 * Returns the column of the input that identifies a row for its owner: the stated one, else one with a usual name; undefined if there is none.
 *
 * Errors: USAGE if the stated one does not exist.
 */
export function idColumn(
  { columns, outcomes }: Pick<FinishedRun, 'columns' | 'outcomes'>,
  stated: string | undefined,
): string | undefined {
  const own = columns.slice(0, outcomes[0]?.status ?? columns.length);
  if (stated === undefined) {
    for (const pattern of ID_NAMES) {
      const found = own.find((name) => pattern.test(fold(name).trim()));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (own.includes(stated)) return stated;
  throw failure('USAGE', 'update.noIdColumn', {
    name: JSON.stringify(stated),
    columns: own.map((name) => JSON.stringify(name)),
  });
}
