import { searchImagery } from '../../src/engine/imagery/search-imagery.ts';
import { generateItems, indexOf } from '../support/generated-pictures.ts';
import { imageryQuestions } from './imagery-questions.ts';
import type { Measurement } from './measurement.ts';
import { createRandom } from './random.ts';
import { median, target, whole } from './table.ts';

const ITEMS = 50_000;
const QUESTIONS = 100;
const ROUNDS = 9;
const TARGET_MS = 1;

/** Measures imagery searches by kind, in this process: CPU time, with the items of the page. */
export const imagery: Measurement = {
  name: 'imagery',
  run({ isQuick, seed }) {
    const items = generateItems(isQuick ? ITEMS / 5 : ITEMS, seed);
    const index = indexOf(items);
    const rows = Object.entries(imageryQuestions(createRandom(seed), items)).map(([name, make]) => {
      const questions = Array.from({ length: QUESTIONS }, make);
      const ask = () => questions.forEach((parameters) => searchImagery(index, parameters));
      ask();
      const figures = Array.from({ length: ROUNDS }, () => cpuMs(ask) / QUESTIONS);
      const middle = median(figures);
      return [
        name,
        middle.toFixed(3),
        Math.min(...figures).toFixed(3),
        target(`< ${TARGET_MS} ms`, middle < TARGET_MS),
      ];
    });
    return Promise.resolve({
      title: `imagery: CPU time of a search over ${whole(items.length)} items, one thread`,
      columns: ['', 'median ms', 'least ms', 'target'],
      rows,
      notes: [`${ROUNDS} rounds of ${QUESTIONS} searches of each kind; pages of 10`],
    });
  },
};

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
