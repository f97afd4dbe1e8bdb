/**
 * Prints how often labelled addresses, written in other styles, lead to the right ward in force, beside a plain full-text index over the ward list.
 *
 *   npx tsx test/bench/label-styles.ts [--only geomill,minisearch,sqlite] [--style sms] [--show 20] [--answers FILE]
 *
 * Halves by ward: causes are looked for in the open one only, and `--show` prints errors of that half.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { noisyText } from './accuracy-noise.ts';
import { hashOf } from './noisy-addresses.ts';
import { percent, tableText } from './table.ts';
import { createEngines } from '../benchmark/engines/create-engines.ts';
import { isInOpenHalf, readLabelledTexts } from '../benchmark/labelled/labelled-text.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'geomill,minisearch,sqlite' },
    dataset: { type: 'string', default: fileURLToPath(new URL('../../fixtures/starter', import.meta.url)) },
    style: { type: 'string' },
    show: { type: 'string', default: '0' },
    answers: { type: 'string' },
  },
});

const partsOf = (text: string): string[] => text.replace(/, Việt Nam$/u, '').split(/,\s*/u);

/** Writes each unit without its type word; "Phường 7" and "Quận 5" keep theirs, which nobody leaves out. */
const withoutTypeWords = (text: string): string[] =>
  partsOf(text).map((part) => {
    const { name } = splitFullName(part.replaceAll('Thành Phố', 'Thành phố'));
    return /^\d/u.test(name) ? part : name;
  });

const SHORT: readonly [RegExp, string][] = [
  [/^(thanh pho|tp) ho chi minh$/u, 'hcm'],
  [/^(thanh pho )?ha noi$/u, 'hn'],
  [/^phuong (?=\d)/u, 'p'],
  [/^phuong /u, 'p '],
  [/^xa /u, 'x '],
  [/^thi tran /u, 'tt '],
  [/^quan (?=\d)/u, 'q'],
  [/^quan /u, 'q '],
  [/^huyen /u, 'h '],
  [/^thi xa /u, 'tx '],
  [/^thanh pho /u, 'tp '],
  [/^tinh /u, ''],
];

/** Writes an address as in a short message: small letters, no diacritics, no commas, type words shortened or left out, by a hash of the text. */
const asShortMessage = (text: string): string =>
  partsOf(text)
    .map((part, at) => {
      const words = SHORT.reduce((short, [long, by]) => short.replace(long, by), fold(part));
      const isLeftOut = at > 0 && !/\d/u.test(words) && hashOf(`sms ${text} ${at}`) % 2 === 0;
      return isLeftOut ? words.replace(/^(p|x|tt|q|h|tx|tp) /u, '') : words;
    })
    .join(' ');

/** The styles; every one keeps the units of the text. */
const STYLES: Readonly<Record<string, (text: string, at: number) => string>> = {
  'as written': (text) => text,
  'no commas': (text) => noisyText(text, 0, 'no commas'),
  'no commas, no diacritics': (text) => fold(noisyText(text, 0, 'no commas')),
  'no type words': (text) => withoutTypeWords(text).join(', '),
  'no type words, no commas': (text) => withoutTypeWords(text).join(' '),
  'no type words, no diacritics': (text) => withoutTypeWords(text).map(fold).join(', '),
  sms: asShortMessage,
  'one typo': (text, at) => noisyText(text, at, 'one typo'),
};

const labels = fileURLToPath(new URL('../../../shared/data/addresses/dev-ward-labels.csv', import.meta.url));
const texts = readLabelledTexts(labels);
const folder = await mkdtemp(join(tmpdir(), 'geomill-styles-'));
const written: Record<string, unknown>[] = [];
try {
  const engines = await createEngines({ ...values, folder });
  const rows: string[][] = [];
  for (const [style, write] of Object.entries(STYLES)) {
    if (values.style !== undefined && values.style !== style) continue;
    const asked = texts.map(({ text }, at) => write(text, at));
    const answers = await Promise.all(engines.map((engine) => engine.answer(asked)));
    const isRight = (at: number, engine: number): boolean => texts[at]?.ward === answers[engine]?.[at]?.ward;
    let shown = 0;
    for (const [at, label] of texts.entries()) {
      const { ward = '', confidence } = answers[0]?.[at] ?? {};
      written.push({
        style,
        text: asked[at],
        right: label.ward,
        ward,
        confidence: confidence ?? '',
        half: isInOpenHalf(label) ? 'open' : 'kept',
      });
      if (isRight(at, 0) || !isInOpenHalf(label) || shown >= Number(values.show)) continue;
      shown += 1;
      console.log(`${asked[at]} | ${label.group} ${label.ward} -> ${ward} ${confidence?.toFixed(3) ?? ''}`);
    }
    for (const group of ['new units', 'former, undivided', 'former, divided'])
      for (const half of ['open', 'kept']) {
        const of = [...texts.keys()].filter((at) => {
          const label = texts[at];
          return label?.group === group && isInOpenHalf(label) === (half === 'open');
        });
        const shares = engines.map((_, nth) =>
          percent(of.filter((at) => isRight(at, nth)).length / of.length),
        );
        const sure = of.filter((at) => !isRight(at, 0) && (answers[0]?.[at]?.confidence ?? 0) >= 0.95).length;
        rows.push([style, group, half, String(of.length), ...shares, String(sure)]);
      }
  }
  console.log(
    tableText({
      title: 'Right ward in force, development addresses in other styles',
      columns: ['style', 'units', 'half', 'texts', ...engines.map(({ name }) => name), 'wrong from 0.95'],
      rows,
    }),
  );
  if (values.answers !== undefined) await writeFile(values.answers, stringify(written, { header: true }));
} finally {
  await rm(folder, { recursive: true });
}
