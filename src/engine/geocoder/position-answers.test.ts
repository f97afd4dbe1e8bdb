import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../gazetteer/load-dataset.ts';
import { openDataset } from '../gazetteer/open-dataset.ts';
import { createEngine, type Engine, type Suggestions } from './engine.ts';

let engine: Engine;
let suggest: Suggestions;

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../../fixtures/starter', import.meta.url));
  engine = createEngine(openDataset(await loadDataset(folder)));
  suggest = await engine.openSuggestions();
});

const answer = (text: string) => engine.forward(text, { size: 1, units: 'new' })[0];

describe('a text that states a position', () => {
  it('is answered there, with units from the point and the street of the words', () => {
    const place = answer('12 Lê Lợi, Bến Nghé, Quận 1 (10.7769, 106.7009)');
    expect(place).toMatchObject({
      level: 'position',
      position: { lat: 10.7769, lon: 106.7009 },
      street: 'Lê Lợi',
      parts: { ward: 'Phường Sài Gòn', province: 'Thành phố Hồ Chí Minh' },
      extension: { accuracy_radius_meters: 10, confidence: 0.99, parts: { ward: 'confirmed' } },
    });
    expect(answer('10.7769, 106.7009')?.extension).toMatchObject({
      confidence: 0.98,
      parts: { ward: 'completed' },
    });
  });

  it('is answered at a short Plus Code beside its units, and in the area inside of its province', () => {
    const place = answer('63H6+G3C, xã Khánh An, U Minh, Cà Mau');
    expect(place).toMatchObject({ level: 'position', name: '63H6+G3C', parts: { ward: 'Xã Khánh An' } });
    expect(place?.position.lat).toBeCloseTo(9.22881, 4);
    // The nearest area of this code is in Thanh Hóa.
    expect(answer('HWP8+P5 Tỉnh Phú Thọ')?.parts.province).toBe('Tỉnh Phú Thọ');
    expect(answer('63H6+G3C')?.level).not.toBe('position');
    // No place of this code is near the ward.
    expect(answer('CMFG+5Q 23 Hồ Chí Minh, Xã An Nghĩa, Phú Thọ')?.parts.ward).toBe('Xã An Nghĩa');
    const focus = { lat: 9.3, lon: 105 };
    expect(suggest('63H6+G3C', { focus }, { size: 5, units: 'new' })).toMatchObject([{ level: 'position' }]);
  });

  it('contradicts a ward and a province of the words that the point is not in', () => {
    const ward = answer('10.7769, 106.7009, phường Xuân Hòa, TP.HCM');
    expect(ward?.extension).toMatchObject({
      confidence: 0.7,
      parts: { ward: 'contradicted', province: 'confirmed' },
    });
    expect(ward?.parts.ward).toBe('Phường Sài Gòn');
    const province = answer('10.7769, 106.7009, Cầu Giấy, Hà Nội');
    expect(province?.extension).toMatchObject({ confidence: 0.4, parts: { province: 'contradicted' } });
  });
});
