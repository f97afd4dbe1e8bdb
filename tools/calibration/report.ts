import { CHANCE_METERS, SEARCHED_LEVELS } from '../../src/contract/records/osm-feature.ts';
import { trustOf } from '../../src/engine/geocoder/calibration/calibrate.ts';
import type { Calibration } from '../../src/engine/geocoder/calibration/calibration.ts';
import { distanceChancesOf } from '../../src/engine/geocoder/calibration/distance-chances.ts';
import { roundShare } from '../../src/engine/geocoder/places/answered-units.ts';
import { isPlaceMatch } from '../../src/engine/geocoder/places/place-match.ts';
import { tableText } from '../../test/bench/table.ts';
import { crossValidateRadius, holdOutRadius } from './coverage.ts';
import {
  acceptable,
  areaUnderCurve,
  brierScore,
  calibrationError,
  lostPairs,
  type Stated,
} from './measure.ts';
import { judged, SOURCES, type Observation, type Source } from './observation.ts';

/** Share of right wards from which a user may accept rows unseen. */
const ACCEPTED = 0.99;

/** How good stated probabilities are, on answers that they were not fitted on. Units: shares, 0 to 1. */
export interface Quality {
  answers: number;
  right: number;
  ece: number;
  brier: number;
  auc: number;
}

/** Measures stated probabilities. */
export function qualityOf(stated: readonly Stated[]): Quality {
  return {
    answers: stated.length,
    right: stated.filter(({ isRight }) => isRight).length / stated.length,
    ece: calibrationError(stated),
    brier: brierScore(stated),
    auc: areaUnderCurve(stated),
  };
}

/** Returns the answers that confidence was not fitted on. */
export function heldOut(observations: readonly Observation[]): Observation[] {
  return observations.filter(({ half }) => half === 'held out');
}

/** Reports whether a text has one right answer: its label does not contradict it, and no other record or ward fits it. */
export function isDecidable({ isContradicted, isUndecidable }: Observation): boolean {
  return !isContradicted && !isUndecidable;
}

/** Reports whether a text is of the development set or a generated form of an address, and not of a city in the index. */
export function isOfForms({ source }: Observation): boolean {
  return source === 'development set' || source === 'generated' || source === 'only a ward';
}

/** Returns the stated confidence of answers, with whether they are right. */
export function statedOf(observations: readonly Observation[], calibration: Calibration): Stated[] {
  return judged(observations).map(({ match, isRight }) => ({
    p: trustOf(match, calibration).confidence,
    isRight,
  }));
}

/** Returns the confidence of answers as users see it, with whether their ward is right. */
export function wardsOf(observations: readonly Observation[], calibration: Calibration): Stated[] {
  return observations.flatMap(({ match, isRightWard }) =>
    isRightWard === undefined
      ? []
      : [{ p: roundShare(trustOf(match, calibration).confidence), isRight: isRightWard }],
  );
}

/** Returns the tables of a calibration: confidence on the half that it was not fitted on, the radius by cross-validation. */
export function calibrationReport(observations: readonly Observation[], calibration: Calibration): string {
  const held = heldOut(observations);
  return [
    qualityTable(held, calibration),
    lossTable(held, calibration),
    acceptedTable(held, calibration),
    chancesTable(held, calibration),
    coverageTable(observations),
  ].join('\n');
}

function qualityTable(held: readonly Observation[], calibration: Calibration): string {
  const row = (name: string, stated: readonly Stated[]): string[] => {
    const { answers, right, ece, brier, auc } = qualityOf(stated);
    const digits = [ece, brier, auc].map((value) => value.toFixed(3));
    return [name, String(answers), (100 * right).toFixed(1), ...digits];
  };
  const confident = (name: string, has: (one: Observation) => boolean): string[] =>
    row(name, statedOf(held.filter(has), calibration));
  const withText = judged(held).flatMap(({ textMatch, isRight }) =>
    textMatch === undefined ? [] : [{ p: textMatch, isRight }],
  );
  return tableText({
    title: 'Confidence on the half that it was not fitted on',
    columns: ['answers of', 'count', 'right %', 'ECE', 'Brier', 'AUC'],
    rows: [
      ...SOURCES.map((name) => confident(name, ({ source }) => source === name)),
      ...SEARCHED_LEVELS.map((level) => confident(level, ({ match }) => match.level === level)),
      confident('development set and generated forms', isOfForms),
      confident('record in the index', ({ isOwn }) => isOwn),
      confident(
        'starter, labels not contradicted',
        ({ textMatch, isContradicted }) => textMatch !== undefined && !isContradicted,
      ),
      confident('all, labels not contradicted', ({ isContradicted }) => !isContradicted),
      ...SEARCHED_LEVELS.map((level) =>
        confident(`${level}, one right answer`, (one) => isDecidable(one) && one.match.level === level),
      ),
      confident('all, one right answer', isDecidable),
      confident('all', () => true),
      row(
        'all, by the engine score',
        judged(held).map(({ match, isRight }) => ({ p: match.score, isRight })),
      ),
      row('starter, by the text match itself', withText),
    ],
  });
}

/** Returns what a wrong answer is due to, by the source and its records only. */
function causeOf({ isContradicted, isUndecidable, isOwn, match, source }: Observation): string {
  if (isContradicted) return 'the label contradicts the text';
  const kind = isPlaceMatch(match) ? match.level : 'unit';
  if (isUndecidable) return `the text fits several records or wards: ${kind}`;
  if (kind === 'unit') return 'one right answer: unit';
  if (isOwn) return 'one right answer, record in the index';
  return `one right answer, record ${source === 'development set' ? 'not known' : 'not in the index'}: ${kind}`;
}

function lossTable(held: readonly Observation[], calibration: Calibration): string {
  const answers = judged(held);
  const lost = lostPairs(statedOf(held, calibration));
  const all = lost.reduce((sum, share) => sum + share, 0);
  const causes = new Map<string, { wrong: number; lost: number }>();
  answers.forEach((one, at) => {
    if (one.isRight) return;
    const cause = causeOf(one);
    const known = causes.get(cause) ?? { wrong: 0, lost: 0 };
    causes.set(cause, { wrong: known.wrong + 1, lost: known.lost + (lost[at] as number) });
  });
  return tableText({
    title: 'Wrong answers above right ones, by what is wrong',
    columns: ['cause', 'wrong answers', 'share of the lost pairs %', 'points of AUC'],
    rows: [...causes]
      .sort((a, b) => b[1].lost - a[1].lost)
      .map(([cause, { wrong, lost: share }]) => [
        cause,
        String(wrong),
        ((100 * share) / all).toFixed(1),
        share.toFixed(4),
      ]),
  });
}

function acceptedTable(held: readonly Observation[], calibration: Calibration): string {
  const row = (name: string, these: readonly Observation[]): string[] => {
    const wards = wardsOf(these, calibration);
    const { share, from } = acceptable(wards, ACCEPTED);
    const right = wards.filter(({ isRight }) => isRight).length / wards.length;
    return [name, String(wards.length), (100 * right).toFixed(1), (100 * share).toFixed(1), from.toFixed(3)];
  };
  const ofSource = (name: Source): Observation[] => held.filter(({ source }) => source === name);
  const consistent = ofSource('development set').filter(({ isContradicted }) => !isContradicted);
  return tableText({
    title: 'Rows that may be accepted for 99 % right wards',
    columns: ['answers of', 'with ward', 'right ward %', 'rows %', 'from confidence'],
    rows: [
      ...SOURCES.map((name) => row(name, ofSource(name))),
      row('development set, without contradicted labels', consistent),
    ],
  });
}

/** Bands of the chances that are stated. */
const BANDS = 10;

/** Returns the stated chances of one distance with whether the true position is as near. */
export function chancesOf(
  observations: readonly Observation[],
  calibration: Calibration,
  at: number,
): Stated[] {
  return observations.flatMap(({ match, meters }) =>
    meters === undefined
      ? []
      : [
          {
            p: distanceChancesOf(match, trustOf(match, calibration).confidence, undefined, calibration)[at]
              ?.chance as number,
            isRight: meters <= (CHANCE_METERS[at] as number),
          },
        ],
  );
}

/** Returns how often the true position is as near as is stated, by bands of what is stated. */
function chancesTable(held: readonly Observation[], calibration: Calibration): string {
  const stated = CHANCE_METERS.map((_, at) => chancesOf(held, calibration, at));
  const cell = (these: readonly Stated[]): string =>
    these.length === 0
      ? ''
      : `${(100 * (these.reduce((sum, { p }) => sum + p, 0) / these.length)).toFixed(1)} ${(100 * (these.filter(({ isRight }) => isRight).length / these.length)).toFixed(1)} (${these.length})`;
  return tableText({
    title: 'Chances of distances: stated %, true %, (answers)',
    columns: ['stated from', ...CHANCE_METERS.map((meters) => `within ${meters} m`)],
    rows: [
      ...Array.from({ length: BANDS }, (_, band) => [
        String(band / BANDS),
        ...stated.map((these) =>
          cell(these.filter(({ p }) => Math.min(BANDS - 1, Math.floor(p * BANDS)) === band)),
        ),
      ]),
      ...SEARCHED_LEVELS.map((level) => [
        level,
        ...CHANCE_METERS.map((__, at) =>
          cell(
            chancesOf(
              held.filter(({ match }) => match.level === level),
              calibration,
              at,
            ),
          ),
        ),
      ]),
      [
        'not in the index',
        ...CHANCE_METERS.map((_, at) =>
          cell(
            chancesOf(
              held.filter(({ isOwn }) => !isOwn),
              calibration,
              at,
            ),
          ),
        ),
      ],
      ['error of all bands', ...stated.map((these) => calibrationError(these).toFixed(3))],
    ],
  });
}

function coverageTable(observations: readonly Observation[]): string {
  const coverage = crossValidateRadius(observations);
  const onHalf = holdOutRadius(observations);
  const percent = (share: number): string => (100 * share).toFixed(1);
  return tableText({
    title:
      'Radius of answers that are not in the index, each answer measured with a table that was fitted without its ward',
    columns: [
      ...['level', 'answers', 'holds %', 'half on half: answers', 'holds %', 'ward open: answers', 'holds %'],
      ...['median, m', 'most, m', 'engine radius holds %'],
    ],
    rows: SEARCHED_LEVELS.map((level) => {
      const { answers, share, open, openShare, medianMeters, mostMeters, engineShare } = coverage[level];
      return [
        level,
        String(answers),
        percent(share),
        String(onHalf[level].answers),
        percent(onHalf[level].share),
        String(open),
        open === 0 ? '' : percent(openShare),
        medianMeters.toFixed(0),
        mostMeters.toFixed(0),
        percent(engineShare),
      ];
    }),
  });
}
