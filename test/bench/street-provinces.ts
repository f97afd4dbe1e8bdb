/**
 * Prints how often a street of the starter is answered for a text that names another province.
 *
 *   npx tsx test/bench/street-provinces.ts [--texts 1500] [--show 5]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fold } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { nameOf } from '../../src/engine/gazetteer/store/access.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { createRandom, pick } from './random.ts';
import { tableText } from './table.ts';

const { values } = parseArgs({
  options: { texts: { type: 'string', default: '1500' }, show: { type: 'string', default: '0' } },
});
const dataset = openDataset(
  await loadDataset(fileURLToPath(new URL('../../fixtures/starter', import.meta.url))),
);
const { admin, tables } = dataset;
if (tables === undefined) throw new Error('The starter has no streets.');
const engine = createEngine(dataset);
/** From this confidence on a wrong answer is a silent one. */
const SURE = 0.9;
const PLACES = new Set(['house', 'interpolated', 'alley', 'street', 'poi']);

const streets = [
  ...new Set(Array.from({ length: tables.streetCount }, (_, street) => nameOf(tables, street))),
];
const former = admin.formerWards.filter(({ province, district }) => province !== '' && district !== '');
/** The provinces in force that a former one became. */
const inForce = new Map<string, Set<string>>();
for (const { province, wards } of former) {
  const names = inForce.get(province) ?? new Set();
  inForce.set(province, names);
  for (const ward of wards) names.add(admin.provinces[admin.wards[ward]?.province ?? -1]?.fullName ?? '');
}

const short = (unit: string): string => splitFullName(unit).name;
const misspelt = (name: string): string => `${name.slice(0, -2)}${name.slice(-1)}`;
const FORMS: readonly [string, (street: string, province: string, district: string) => string][] = [
  ['12 Lê Lợi, Nam Định', (street, province) => `12 ${street}, ${short(province)}`],
  ['12 Lê Lợi, Tỉnh Nam Định', (street, province) => `12 ${street}, ${province}`],
  ['12 Lê Lợi Nam Định', (street, province) => `12 ${street} ${short(province)}`],
  ['12 le loi nam dinh', (street, province) => fold(`12 ${street} ${short(province)}`)],
  ['Lê Lợi Nam Định', (street, province) => `${street} ${short(province)}`],
  ['12 Lê Lợi, Nam Địh', (street, province) => `12 ${street}, ${misspelt(short(province))}`],
  [
    '12 Lê Lợi, Hải Hậu, Nam Định',
    (street, province, district) => `12 ${street}, ${short(district)}, ${short(province)}`,
  ],
  [
    '12 Lê Lợi Hải Hậu Nam Định',
    (street, province, district) => `12 ${street} ${short(district)} ${short(province)}`,
  ],
];

const rows = FORMS.map(([form, write]) => {
  const random = createRandom(1);
  let [outside, sure, shown] = [0, 0, 0];
  for (let text = 0; text < Number(values.texts); text += 1) {
    const street = pick(random, streets);
    const { province, district } = pick(random, former);
    const asked = write(street, province, district);
    const place = engine.forward(asked, { size: 1, units: 'new' })[0];
    if (place === undefined || !PLACES.has(place.level)) continue;
    if (inForce.get(province)?.has(place.extension.new.province ?? '') === true) continue;
    outside += 1;
    if ((place.extension.confidence ?? 0) >= SURE) sure += 1;
    if (shown++ < Number(values.show))
      console.log(`${asked} | ${place.label} ${place.extension.confidence?.toFixed(3) ?? ''}`);
  }
  return [form, values.texts, String(outside), String(sure)];
});
console.log(
  tableText({
    title: 'Streets and places answered outside of the province that is named',
    columns: ['like', 'texts', 'outside', `from ${SURE}`],
    rows,
  }),
);
