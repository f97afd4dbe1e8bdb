import { message, type Message } from '../../base/messages/message.ts';
import type { WardCoverage } from '../../engine/gazetteer/coverage.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import type { WarningFacts } from '../data/report-facts.ts';
import { englishOf } from '../data/report-facts.ts';
import type { RunContent } from './read-run.ts';
import { stagesOf } from './row-columns.ts';
import { bareMessage, sentenceOf } from './sentences.ts';

/** What a sample of the input made doubtful has a code of this area, and no other finding has. */
const OF_SAMPLE = /^sample\./;

/** Reports whether a finding is a warning, and no mere word about how the input was read. */
export const isWarning = (finding: Message | string): boolean =>
  typeof finding !== 'string' && OF_SAMPLE.test(finding.code);

/** Lists what the run warned of: how rows were read, what its sample made doubtful, and where the dataset has no more than wards. Shape: most rows first. */
export function warningsOf(
  manifest: Manifest,
  { packed, wardRows }: Pick<RunContent, 'packed' | 'wardRows'>,
  coverage: readonly WardCoverage[] | undefined,
  isBare = false,
): WarningFacts[] {
  const { counts, findings } = manifest;
  const known = new Set(packed.reasons.flatMap(({ text, kind }) => [englishOf(text), kind ?? '']));
  const notes = Object.values(counts.notes ?? {})
    .flat()
    .map(({ rows, ...note }): WarningFacts => {
      const text = sentenceOf(isBare ? bareMessage(note) : note);
      const value = englishOf(text);
      // The rows of other notes are not known from the results.
      return { text, rows, ...(known.has(value) && { filter: { dimension: 'reason', value } }) };
    });
  const doubts = findings.filter(isWarning).map((finding): WarningFacts => ({ text: sentenceOf(finding) }));
  const sorted = [...notes].sort((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
  // The ward is all that a conversion is to find.
  const isGeocoded = stagesOf(manifest)[0]?.name === 'geocode';
  return [...sorted, ...doubts, ...(isGeocoded ? wardWarnings(wardRows, coverage) : [])];
}

function wardWarnings(
  wardRows: ReadonlyMap<string, number>,
  coverage: readonly WardCoverage[] | undefined,
): WarningFacts[] {
  if (!coverage) return [];
  let [all, rows] = [0, 0];
  const withStreets = new Set(coverage.filter(({ streets }) => streets > 0).map(({ code }) => code));
  for (const [ward, count] of wardRows) {
    all += count;
    if (!withStreets.has(ward)) rows += count;
  }
  if (rows === 0) return [];
  const text = sentenceOf(message('report.wardsWithoutStreets', { n: rows, all }));
  return [{ text, filter: { dimension: 'use', value: 'ward' } }];
}
