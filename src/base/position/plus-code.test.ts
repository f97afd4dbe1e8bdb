import { describe, expect, it } from 'vitest';
import { decodePlusCode, decodeShortPlusCode } from './plus-code.ts';

// The test vectors of Open Location Code (decoding.csv, validityTests.csv, shortCodeTests.csv; Apache-2.0).
const DECODING = `7FG49Q00+,20.35,2.75,20.4,2.8
7FG49QCJ+2V,20.37,2.782125,20.370125,2.78225
7FG49QCJ+2VX,20.3701,2.78221875,20.370125,2.78225
7FG49QCJ+2VXGJ,20.370113,2.782234375,20.370114,2.78223632813
8FVC2222+22,47.0,8.0,47.000125,8.000125
4VCPPQGP+Q9,-41.273125,174.785875,-41.273,174.786
62G20000+,0.0,-180.0,1,-179
22220000+,-90,-180,-89,-179
7FG40000+,20.0,2.0,21.0,3.0
22222222+22,-90.0,-180.0,-89.999875,-179.999875
6VGX0000+,0,179,1,180
6FH32222+222,1,1,1.000025,1.00003125
CFX30000+,89,1,90,2
62H20000+,1,-180,2,-179
62H30000+,1,-179,2,-178
CFX3X2X2+X2,89.9998750,1,90,1.0001250
84000000+,30,-140,50,-120
6FH56C22+22,1.2000000000000028,3.4000000000000057,1.2001249999999999,3.4001250000000027
849VGJQF+VX7QR3J,37.5396691200,-122.3750698242,37.5396691600,-122.3750697021
849VGJQF+VX7QR3J7QR3J,37.5396691200,-122.3750698242,37.5396691600,-122.3750697021`;

const SHORT = `9C3W9QCJ+2VX,51.3701125,-1.217765625,+2VX
9C3W9QCJ+2VX,51.3708675,-1.217765625,CJ+2VX
9C3W9QCJ+2VX,51.3693575,-1.217765625,CJ+2VX
9C3W9QCJ+2VX,51.3701125,-1.218520625,CJ+2VX
9C3W9QCJ+2VX,51.3701125,-1.217010625,CJ+2VX
9C3W9QCJ+2VX,51.3852125,-1.217765625,9QCJ+2VX
9C3W9QCJ+2VX,51.3550125,-1.217765625,9QCJ+2VX
9C3W9QCJ+2VX,51.3701125,-1.232865625,9QCJ+2VX
9C3W9QCJ+2VX,51.3701125,-1.202665625,9QCJ+2VX
8FJFW222+,42.899,9.012,22+
796RXG22+,14.95125,-23.5001,22+
8FRCXGRF+PM,47.00,8.55,XGRF+PM
CFX22222+22,89.6,0.0,2222+22
2CXXXXXX+XX,-81.0,0.0,XXXXXX+XX`;

const rows = (text: string): string[][] => text.split('\n').map((line) => line.split(','));

describe('decodePlusCode', () => {
  it.each(rows(DECODING))('decodes %s', (code, ...box) => {
    const [south, west, north, east] = box.map(Number) as [number, number, number, number];
    const area = decodePlusCode(code);
    expect(area?.position.lat).toBeCloseTo((south + north) / 2, 9);
    expect(area?.position.lon).toBeCloseTo((west + east) / 2, 9);
    expect(area?.heightDegrees).toBeCloseTo(north - south, 9);
  });

  it.each(['8FWC2345+G6', '8FWC2345+G6G', '8fwc2345+', '8FWCX400+', '849VGJQF+VX7QR3JW'])(
    'takes %s',
    (code) => {
      expect(decodePlusCode(code)).toBeDefined();
    },
  );

  it.each(
    'G+,+,8FWC2345+G,8FWC2_45+G6,8FWC2η45+G6,8FWC2345+G6+,8FWC2345G6+,8FWC2300+G6,WC2300+G6g,WC2345+G,WC2300+,849VGJQF+VX7QR3U,849VGJQF+VX7QR3JU,WC2345+G6g,2345+G6,45+G6,+G6'.split(
      ',',
    ),
  )('refuses %s', (code) => {
    expect(decodePlusCode(code)).toBeUndefined();
  });
});

describe('decodeShortPlusCode', () => {
  it.each(rows(SHORT))('finds %s near %s, %s from %s', (full = '', lat, lon, short = '') => {
    const [area] = decodeShortPlusCode(short, { lat: Number(lat), lon: Number(lon) });
    const expected = decodePlusCode(full);
    expect(area?.position.lat).toBeCloseTo(expected?.position.lat ?? NaN, 9);
    expect(area?.position.lon).toBeCloseTo(expected?.position.lon ?? NaN, 9);
  });
});
