import { percent, whole, type Table } from '../../test/bench/table.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { BenchmarkRow } from '../rows/row.ts';
import { COVERAGES, DISTANCES, scoreRows } from './score-rows.ts';

/** An engine with its answers, a row each; undefined where it was not asked. Units: `seconds` of the clock for all of them. */
export interface Answered {
  name: string;
  answers: readonly (EngineAnswer | undefined)[];
  seconds: number;
}

const share = (value: number): string => (Number.isNaN(value) ? '' : percent(value));

/** Returns the scores of engines on all rows as a table, an engine a row. */
export function engineTable(rows: readonly BenchmarkRow[], engines: readonly Answered[]): Table {
  return {
    title: 'engines',
    columns: [
      ...['engine', 'texts', 'match', 'right ward', 'in the set'],
      ...DISTANCES.map((meters) => `within ${whole(meters)} m`),
      ...['expected', 'ECE', 'accepted at 99 %', 'texts/s'],
    ],
    rows: engines.map(({ name, answers, seconds }) => {
      const score = scoreRows(rows, answers);
      const shares = [score.match, score.rightWard, score.inSet, ...score.within, score.expected];
      const ece = Number.isNaN(score.ece) ? '' : score.ece.toFixed(3);
      const last = [ece, share(score.accepted), whole(score.rows / seconds)];
      return [name, whole(score.rows), ...shares.map(share), ...last];
    }),
  };
}

/** Returns how many of the most certain answers have a wrong ward, for engines that state a confidence. */
export function riskTable(rows: readonly BenchmarkRow[], engines: readonly Answered[]): Table {
  return {
    title: 'risk: share of wrong wards among the most certain answers',
    columns: ['engine', ...COVERAGES.map((coverage) => `${whole(coverage * 100)} % of texts`)],
    rows: engines.flatMap(({ name, answers }) => {
      const { risks } = scoreRows(rows, answers);
      return risks.some(Number.isNaN) ? [] : [[name, ...risks.map((risk) => percent(risk, 2))]];
    }),
  };
}

/** Returns a share of each stratum, an engine a column: right wards of all texts, or houses and places within 100 m. */
export function strataTable(
  stratum: 'kind' | 'shape' | 'epoch' | 'city',
  rows: readonly BenchmarkRow[],
  engines: readonly Answered[],
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
        );
        const right = (sets === count ? 0 : rightWard * (count - sets)) + (sets === 0 ? 0 : inSet * sets);
        return share(right / count);
      });
      return [name, whole(own.length), ...shares];
    }),
  };
}
