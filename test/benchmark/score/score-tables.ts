import { percent, whole, type Table } from '../../bench/table.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import { COVERAGES, DISTANCES, scoreRows, type WardOf } from './score-rows.ts';

/** An engine with its answers, a row each; undefined where it did not get the text. Units: `cpuSeconds` of this process for all of them, NaN for an engine in another process. */
export interface Answered {
  name: string;
  answers: readonly (EngineAnswer | undefined)[];
  cpuSeconds: number;
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
      ...['engine', 'texts', 'match', 'right ward', 'in the set', 'ward at position'],
      ...DISTANCES.map((meters) => `within ${whole(meters)} m`),
      ...['expected', 'ECE', 'accepted at 99 %', 'texts per CPU s'],
    ],
    rows: engines.map(({ name, answers, cpuSeconds }) => {
      const score = scoreRows(rows, answers, wardOf);
      const shares = [
        score.match,
        score.rightWard,
        score.inSet,
        score.wardAtPosition,
        ...score.within,
        score.expected,
      ];
      const ece = Number.isNaN(score.ece) ? '' : score.ece.toFixed(3);
      const speed = Number.isNaN(cpuSeconds) ? '' : whole(score.rows / cpuSeconds);
      const last = [ece, share(score.accepted), speed];
      return [name, whole(score.rows), ...shares.map(share), ...last];
    }),
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
