/**
 * Prints how often the right ward in force is found in posts around labelled addresses, beside plain full-text indexes over the ward list.
 *
 *   npx tsx test/bench/posts/main.ts [--half kept] [--only geomill,minisearch] [--show 5]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tableText, percent } from '../table.ts';
import { createEngines } from '../../benchmark/engines/create-engines.ts';
import { isInOpenHalf, readLabelledTexts } from '../../benchmark/labelled/labelled-text.ts';
import { generatePosts } from './generate-posts.ts';
import { KEPT_TEMPLATES } from './kept-templates.ts';
import { OPEN_TEMPLATES } from './open-templates.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'open' },
    only: { type: 'string', default: 'geomill' },
    show: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const isOpen = values.half === 'open';
const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const addresses = readLabelledTexts(fileAt('../../../../shared/data/addresses/dev-ward-labels.csv')).filter(
  (text) => isInOpenHalf(text) === isOpen,
);
const posts = generatePosts(addresses, isOpen ? OPEN_TEMPLATES : KEPT_TEMPLATES, Number(values.seed));
const folder = await mkdtemp(join(tmpdir(), 'geomill-posts-'));
try {
  const engines = await createEngines({
    dataset: fileAt('../../../fixtures/starter'),
    only: values.only,
    folder,
  });
  const answers = await Promise.all(engines.map((engine) => engine.answer(posts.map(({ text }) => text))));
  const plain = await engines[0]?.answer(addresses.map(({ text }) => text));
  const names = [...new Set(posts.map(({ template }) => template)), 'all'];
  let shown = 0;
  const rows = names.map((name) => {
    const of = [...posts.keys()].filter((at) => name === 'all' || posts[at]?.template === name);
    const rightOf = (wards: (at: number) => string | undefined): string =>
      percent(of.filter((at) => posts[at]?.wards.includes(wards(at) ?? '')).length / of.length);
    return [
      name,
      String(of.length),
      rightOf((at) => plain?.[at]?.ward),
      ...answers.map((answer) => rightOf((at) => answer[at]?.ward)),
    ];
  });
  for (const [at, { text, wards, template }] of posts.entries()) {
    const ward = answers[0]?.[at]?.ward ?? '';
    if (wards.includes(ward) || !wards.includes(plain?.[at]?.ward ?? '') || shown >= Number(values.show))
      continue;
    shown += 1;
    console.log(`${template} | ${JSON.stringify(text)} | ${ward}`);
  }
  console.log(
    tableText({
      title: `Right ward in force, posts, ${values.half} half`,
      columns: ['template', 'posts', 'address alone', ...engines.map(({ name }) => name)],
      rows,
    }),
  );
} finally {
  await rm(folder, { recursive: true });
}
