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

describe('texts that were once misread', () => {
  it.each([
    ['P6, Tân Bình, TPHCM', 'Phường Tân Hòa'],
    ['P.13, Tân Bình', 'Phường Tân Bình'],
    ['Phưng 4, Quận 5, TPHCM', 'Phường Chợ Quán'],
    ['12 Nguyễn Trãi, Tân Dĩnh, Lạng Giang Lạng Giang, Bắc Giang', 'Xã Tân Dĩnh'],
    ['105A5, Phường Giảng Võ', 'Phường Giảng Võ'],
    // A house of that number is in the street of that name of another district.
    ['324 Lạc Long Quân, P5, Q11', 'Phường Hòa Bình'],
  ])('%s is in %s', (text, ward) => {
    expect(ask(text)?.extension.new.ward).toBe(ward);
  });

  it('takes no ordinary words for a misspelt district', () => {
    expect(ask('Cây xăng Tự Lực 1')?.level).not.toBe('district');
  });
});

describe('confidence and radius', () => {
  it('are lower for a street that is named without a unit, because the dataset covers two cities', () => {
    const confidenceOf = (text: string): number => ask(text)?.extension.confidence ?? 1;
    expect(confidenceOf('35 Tô Hiến Thành')).toBeLessThan(0.6);
    expect(confidenceOf('35 Tô Hiến Thành, Hà Nội')).toBeGreaterThan(confidenceOf('35 Tô Hiến Thành'));
  });

  it('reach no farther than the successors of a divided ward', () => {
    const place = ask('Phường Cửa Đông, Quận Hoàn Kiếm, Hà Nội');
    expect(place?.extension.ward_candidates).toHaveLength(2);
    expect(place?.extension.accuracy_radius_meters).toBeLessThan(5000);
  });
});
