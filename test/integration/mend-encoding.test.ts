import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { mendEncoding } from '../../src/base/text/mend-encoding.ts';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { asWindows1252, inTcvn3, inVni } from '../support/legacy-letters.ts';

const starter = 'fixtures/starter';
const rows = async (name: string) =>
  (await readFile(`${starter}/${name}`, 'utf8'))
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').filter((cell) => /\p{L}/u.test(cell)));
const wards = [...(await rows('wards.csv')), ...(await rows('former-wards.csv'))];
const lines = [...new Set(wards.map((names) => names.slice(0, 3).join(', ')))];

it('changes no name of a unit, in no case', () => {
  const names = new Set([...lines, ...wards.flat()]);
  expect(names.size).toBeGreaterThan(20_000);
  const changed = [...names].flatMap((name) =>
    [name, name.toUpperCase(), name.toLowerCase()].filter((text) => mendEncoding(text) !== text),
  );
  expect(changed).toEqual([]);
});

it.each([
  ['TCVN3', inTcvn3],
  ['VNI', inVni],
  ['UTF-8 read as windows-1252', asWindows1252],
])('reads the names of wards and their lines in %s', (_, write) => {
  // TCVN3 has no capitals with tones.
  const read = (text: string) => mendEncoding(write(text)).toLowerCase().normalize('NFC');
  const foreign = (texts: readonly string[]) => texts.filter((text) => /[^\0-\x7f]/.test(text));
  const share = (texts: readonly string[]) =>
    texts.filter((text) => read(text) === text.toLowerCase().normalize('NFC')).length / texts.length;
  const names = [...new Set(wards.flat().filter((name) => /^(?:Phường|Xã|Thị trấn) /.test(name)))];
  expect(share(foreign(names))).toBeGreaterThan(0.995);
  expect(share(foreign(lines))).toBeGreaterThan(0.999);
});

it('mends the text and the columns of every request, at one place', async () => {
  const { service } = await createLocalService({ datasetDir: starter });
  const line = '12 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh';
  const asked = async (text: string) => {
    const { features } = await service.geocodeForward({ text, admin_v2: true });
    const { to } = await service.convert({ text });
    const [house = '', ward = '', district = '', province = ''] = text.split(', ');
    const units = { ward, district, province };
    const columns = await service.convert(units);
    const beside = await service.geocodeForward({ text: house, admin_v2: true, ...units });
    return [features, beside.features]
      .map(([match]) => match?.properties.label)
      .concat(to?.line, columns.to?.line);
  };
  const meant = await asked(line);
  expect(meant[3]).toBe('Phường Sài Gòn, Thành phố Hồ Chí Minh');
  for (const write of [inTcvn3, inVni, asWindows1252]) expect(await asked(write(line))).toEqual(meant);
});
