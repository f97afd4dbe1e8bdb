import { percent, whole, type Table } from '../../bench/table.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import { COVERAGES, DISTANCES, hasRightWard, scoreRows, type WardOf } from './score-rows.ts';

/** An engine with its answers, a row each; undefined where it did not get the text. Units: `cpuSeconds` of this process for all of them, NaN for an engine in another process. */
export interface Answered {
  name: string;
  answers: readonly (EngineAnswer | undefined)[];
  cpuSeconds: number;
}

/** Returns both ends of the 95 % interval of a share (Wilson's). */
function wilson(p: number, count: number): [number, number] {
  const z = 1.96;
  const middle = (p + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = (z * Math.sqrt((p * (1 - p)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count);
  return [middle - half, middle + half];
}

const share = (value: number): string => (Number.isNaN(value) ? '' : percent(value));

/** Returns the scores of engines on all rows as a table, an engine a row. */
export function engineTable(
  rows: readonly BenchmarkRow[],
  engines: readonly Answered[],
  wardOf: WardOf,
): Table {
  return {
    title: 'engines',
    columns: [
      ...['engine', 'texts', 'match', 'right ward', 'its 95 % interval', 'in the set', 'ward at position'],
      ...DISTANCES.map((meters) => `within ${whole(meters)} m`),
      ...['expected', 'ECE', 'accepted at 99 %', 'texts per CPU s'],
    ],
    rows: engines.map(({ name, answers, cpuSeconds }) => {
      const score = scoreRows(rows, answers, wardOf);
      const shares = [score.inSet, score.wardAtPosition, ...score.within, score.expected];
      const ece = Number.isNaN(score.ece) ? '' : score.ece.toFixed(3);
      const speed = Number.isNaN(cpuSeconds) ? '' : whole(score.rows / cpuSeconds);
      const last = [ece, share(score.accepted), speed];
      const interval = wilson(score.rightWard, score.rows - score.sets)
        .map((end) => percent(end))
        .join(' to ');
      const first = [whole(score.rows), share(score.match), share(score.rightWard), interval];
      return [name, ...first, ...shares.map(share), ...last];
    }),
  };
}

/** Rows that a table of losses names at most. */
const MOST_LOST = 40;

/** Returns the rows whose ward the first engine has wrong and another one right, as a table. */
export function lostTable(rows: readonly BenchmarkRow[], engines: readonly Answered[]): Table {
  const [first, ...others] = engines;
  const isRight = (engine: Answered | undefined, at: number): boolean => {
    const [row, answer] = [rows[at], engine?.answers[at]];
    return row !== undefined && answer !== undefined && hasRightWard(row, answer);
  };
  const lost = rows.flatMap((row, at) => {
    const by = others.filter((other) => isRight(other, at)).map(({ name }) => name);
    if (by.length === 0 || isRight(first, at)) return [];
    return [[row.query, row.wards.join(', '), first?.answers[at]?.ward || 'none', by.join(', ')]];
  });
  const shown = lost.length > MOST_LOST ? `the first ${MOST_LOST} of ` : '';
  return {
    title: `wards that ${first?.name ?? 'nobody'} has wrong and another engine right: ${shown}${whole(lost.length)}`,
    columns: ['text', 'right', 'answered', 'right by'],
    rows: lost.slice(0, MOST_LOST),
  };
}

/** Returns how many of the most certain answers have a wrong ward, for engines that state a confidence. */
export function riskTable(
  rows: readonly BenchmarkRow[],
  engines: readonly Answered[],
  wardOf: WardOf,
): Table {
  return {
    title: 'risk: share of wrong wards among the most certain answers that have one',
    columns: ['engine', ...COVERAGES.map((coverage) => `${whole(coverage * 100)} % of them`)],
    rows: engines.flatMap(({ name, answers }) => {
      const { risks } = scoreRows(rows, answers, wardOf);
      return risks.some(Number.isNaN) ? [] : [[name, ...risks.map((risk) => percent(risk, 2))]];
    }),
  };
}

/** Returns the share of right wards of each stratum as a table, an engine a column. */
export function strataTable(
  stratum: 'kind' | 'shape' | 'epoch' | 'city',
  rows: readonly BenchmarkRow[],
  engines: readonly Answered[],
  wardOf: WardOf,
): Table {
  const names = [...new Set(rows.map((row) => row[stratum]))];
  return {
    title: `right ward by ${stratum}, sets included`,
    columns: [stratum, 'texts', ...engines.map(({ name }) => name)],
    rows: names.map((name) => {
      const at = rows.flatMap((row, index) => (row[stratum] === name ? [index] : []));
      const own = at.map((index) => rows[index] as BenchmarkRow);
      const shares = engines.map(({ answers }) => {
        const {
          rows: count,
          sets,
          rightWard,
          inSet,
        } = scoreRows(
          own,
          at.map((index) => answers[index]),
          wardOf,
        );
        const right = (sets === count ? 0 : rightWard * (count - sets)) + (sets === 0 ? 0 : inSet * sets);
        return share(right / count);
      });
      return [name, whole(own.length), ...shares];
    }),
  };
}
