import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../gazetteer/load-dataset.ts';
import { openDataset } from '../../gazetteer/open-dataset.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { LocalPlace } from '../places/local-place.ts';

let engine: Engine;

beforeAll(async () => {
  engine = createEngine(
    openDataset(await loadDataset(fileURLToPath(new URL('../../../../fixtures/starter', import.meta.url)))),
  );
});

const ask = (text: string): LocalPlace | undefined => engine.forward(text, { size: 1, units: 'new' })[0];

describe('the ward that a question names limits its streets', () => {
  it.each([
    // Streets of these names are known in the former ward of that name, in Quận 7.
    ['Huỳnh Tấn Phát, Phường Phú Mỹ, Thành phố Hồ Chí Minh', 'Phường Phú Mỹ'],
    ['15 Huỳnh Tấn Phát, Phường Phú Mỹ, Quận 7, Thành phố Hồ Chí Minh', 'Phường Tân Mỹ'],
  ])('%s', (text, ward) => {
    expect(ask(text)?.extension.new.ward).toBe(ward);
  });
});

describe('wards in force that a former ward became', () => {
  it('are listed where a street of it is answered, the ward of the street first', () => {
    const place = ask('Lê Hồng Phong, Tân Đông Hiệp, Dĩ An, Bình Dương');
    expect(place?.level).toBe('street');
    const candidates = place?.extension.ward_candidates ?? [];
    expect(candidates[0]?.ward_code).toBe(place?.extension.new.ward_code);
    expect(candidates.map(({ ward }) => ward)).toEqual(
      expect.arrayContaining(['Phường Dĩ An', 'Phường Tân Đông Hiệp']),
    );
    expect(candidates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2);
  });

  it('are listed where a bare name is that of a ward in force too', () => {
    const { extension } = ask('Trần Phú, Hà Tĩnh') as LocalPlace;
    expect(extension.new.ward).toBe('Phường Trần Phú');
    expect(extension.ward_candidates?.map(({ ward }) => ward)).toContain('Phường Thành Sen');
    expect(extension.score).toBeLessThanOrEqual(0.95);
  });

  it('are not listed where a type word and the province name the ward in force', () => {
    expect(ask('Phường Trần Phú, Tỉnh Hà Tĩnh')?.extension.ward_candidates).toBeUndefined();
    expect(ask('Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh')?.extension.ward_candidates).toBeUndefined();
  });
});
