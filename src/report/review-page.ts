import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { describeMatch } from '../contract/match.ts';
import { isMessage } from '../base/messages/message.ts';
import type { Position } from '../base/geo/position.ts';
import type { Manifest } from '../run/pipeline/journal/manifest.ts';
import { namesProvince } from '../run/pipeline/rerun/review-choices.ts';
import { type ReviewLine, shownCandidates } from '../run/pipeline/rerun/review-file.ts';
import { packageFile } from '../runtime/package-files.ts';
import type { ReviewFacts, ReviewText } from './data/review-facts.ts';
import { shownText } from './data/shown-text.ts';
import { readDatasetGround } from './ground/dataset-ground.ts';
import { provincesAround } from './ground/provinces-around.ts';
import { readPageFiles, reviewPageOf } from './page-text.ts';
import { compress } from './read/pack.ts';
import { reasonsOf, sentenceOf } from './read/sentences.ts';

/** What the page of a review is made of. Shape: without `datasetDir`, or with that of another dataset, the map has no streets. */
export interface ReviewPageOptions {
  run: string;
  manifest: Manifest;
  lines: readonly ReviewLine[];
  decided: number;
  isServed: boolean;
  of: ReviewFacts['of'];
  version: string;
  datasetDir?: string | undefined;
}

/** Builds the page of a review: one file that loads nothing. Shape: its lines. Errors: INTERNAL when a part of the page is missing. */
export async function reviewPage({ run, manifest, lines, ...options }: ReviewPageOptions): Promise<string[]> {
  const files = await readPageFiles(packageFile('dist/report'));
  const reasons = reasonsOf(manifest);
  const texts = lines.map((line) => textOf(line, reasons));
  const positions = texts.flatMap(({ candidates }) =>
    candidates.flatMap(({ lat, lon }): Position[] => (lat === null || lon === null ? [] : [{ lat, lon }])),
  );
  const { datasetDir, decided, isServed, of, version } = options;
  const id = manifest.dataset?.id;
  const [wards, dataset] = await Promise.all([
    Promise.all(provincesAround(files.provinces, positions).map(files.wardsOf)),
    datasetDir === undefined || id === undefined ? undefined : readDatasetGround(datasetDir, id, positions),
  ]);
  const results = Object.values(manifest.files).map(({ sha256 }) => sha256);
  const key = createHash('sha256').update(JSON.stringify(results)).digest('hex');
  return reviewPageOf(files, {
    version,
    title: shownText(`${manifest.job}: ${manifest.input.name}`, 120),
    facts: { key, run: shownText(basename(resolve(run))), isServed, of, decided },
    texts: compress(JSON.stringify(texts)),
    wards,
    ...(dataset && { ground: dataset.tiles }),
  });
}

function textOf(line: ReviewLine, reasons: ReturnType<typeof reasonsOf>): ReviewText {
  const { row, doubtful, ids, text, stop, status, confidence, account, candidates } = line;
  const [best] = candidates;
  const province =
    best && namesProvince(best.feature) && describeMatch(best.feature, 'new').new?.province_code;
  const shown = shownCandidates(line, { map: [] });
  return {
    ...{ row, rows: doubtful, ids, text, status },
    reasons: line.reasons.map((each) => (isMessage(each) ? sentenceOf(each) : reasons.sentenceOf(each))),
    confidence: confidence === null ? null : Number(confidence),
    ...(stop && { stop }),
    ...(province && { province }),
    ...(account && { account }),
    candidates: candidates.map(({ feature }, at) => {
      const { label = '', ward = null, lat = null, lon = null } = shown[at] ?? {};
      const { level, accuracyMeters: meters } = describeMatch(feature, 'new');
      return { label, ward, lat, lon, level, meters };
    }),
  };
}
