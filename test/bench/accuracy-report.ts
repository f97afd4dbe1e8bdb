/**
 * Prints how often the search finds real addresses: those in its index, and those that are not.
 *
 *   npx tsx test/bench/accuracy-report.ts [--city hanoi|hcmc] [--noise "one typo"] [--show 20]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { createAccuracyIndex, isRightByScore, type AccuracyIndex, type Judged } from './accuracy.ts';
import { hasAccuracyData, readHanoi, readHoChiMinh, type LabelledAddress } from './accuracy-data.ts';
import { noisyText, REAL_NOISE } from './accuracy-noise.ts';
import { tableText } from './table.ts';

const { values } = parseArgs({
  options: {
    city: { type: 'string', default: 'hanoi' },
    noise: { type: 'string' },
    part: { type: 'string' },
    show: { type: 'string', default: '0' },
  },
});
if (!hasAccuracyData) {
  console.error('Needs the files of ../shared/data.');
  process.exit(66);
}
const admin = await openAdminDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url)));
const data = values.city === 'hcmc' ? await readHoChiMinh(admin) : await readHanoi();
const index = createAccuracyIndex(admin, data);
const indexed = data.addresses.filter(({ isIndexed }) => isIndexed);
const others = data.addresses.filter(({ isIndexed }) => !isIndexed);
const answers: Judged[] = [];
/** Addresses of the part before once more: they are not counted twice in what scores are worth. */
const AGAIN = 'not in the index, but their street';
const COLUMNS = [
  'written',
  '25 m %',
  '100 m %',
  '500 m %',
  'street or ward %',
  'ward %',
  'province %',
  'answered %',
  'us',
];

for (const [part, addresses] of [
  ['in the index', indexed],
  ['not in the index', others],
  [AGAIN, others.filter(({ street }) => index.hasStreet(street))],
] as const) {
  if (values.part !== undefined && values.part !== part) continue;
  const rows: string[][] = [];
  for (const noise of REAL_NOISE) {
    if (values.noise !== undefined && noise !== values.noise) continue;
    rows.push([
      noise,
      ...summary(
        index,
        addresses,
        (text, i) => noisyText(text, i, noise),
        Number(values.show),
        part !== AGAIN,
      ),
    ]);
  }
  const title = `${values.city}: ${addresses.length} addresses ${part}`;
  console.log(tableText({ title, columns: COLUMNS, rows }));
}
console.log(
  tableText({
    title:
      'How far the score can be trusted: houses within 100 m, the rest within one and a half times its radius',
    columns: ['score', 'answers', 'right %'],
    rows: calibration(answers),
  }),
);

function summary(
  index: AccuracyIndex,
  addresses: readonly LabelledAddress[],
  write: (text: string, i: number) => string,
  show: number,
  isCounted: boolean,
): string[] {
  const before = process.cpuUsage();
  const judged = addresses.map((address, i) => index.judge(address, write(address.text, i)));
  const used = process.cpuUsage(before);
  if (isCounted) answers.push(...judged);
  let shown = 0;
  judged.forEach((answer, i) => {
    const address = addresses[i] as LabelledAddress;
    const isRight = address.isIndexed ? answer.meters <= 100 : answer.isRightStreet || answer.isRightWard;
    if (isRight || shown === show) return;
    shown += 1;
    const { match } = answer;
    console.log(
      `  ${write(address.text, i)} | ${address.wardCode} -> ${answer.level} ${answer.shown}, ${Math.round(answer.meters)} m, score ${match?.score ?? 0}, margin ${match?.margin.toFixed(2) ?? ''}, left: ${match?.unexplained.join('; ') ?? ''} ! ${match?.contradicted.join('; ') ?? ''}`,
    );
  });
  const share = (test: (answer: Judged) => boolean): string =>
    ((100 * judged.filter(test).length) / judged.length).toFixed(1);
  return [
    share(({ meters }) => meters <= 25),
    share(({ meters }) => meters <= 100),
    share(({ meters }) => meters <= 500),
    share(({ isRightStreet, isRightWard }) => isRightStreet || isRightWard),
    share(({ isRightWard }) => isRightWard),
    share(({ isRightProvince }) => isRightProvince),
    share(({ match }) => match !== undefined),
    ((used.user + used.system) / judged.length).toFixed(0),
  ];
}

function calibration(judged: readonly Judged[]): string[][] {
  const rows: string[][] = [];
  for (const [low, high] of [
    [0.95, 1.01],
    [0.9, 0.95],
    [0.8, 0.9],
    [0.7, 0.8],
    [0.6, 0.7],
    [0.5, 0.6],
    [0, 0.5],
  ] as const) {
    const these = judged.filter(
      ({ match }) => match !== undefined && match.score >= low && match.score < high,
    );
    const right = these.filter(isRightByScore);
    rows.push([
      `${low} and more`,
      String(these.length),
      these.length === 0 ? '' : ((100 * right.length) / these.length).toFixed(1),
    ]);
  }
  return rows;
}
