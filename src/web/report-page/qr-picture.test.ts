import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { geoLink, qrPath } from './qr-picture.ts';

/** Pixels of a module: fewer than a printer has. */
const SCALE = 4;

/** Paints the path on a white ground and reads it as a phone does. */
function readBack({ size, path }: ReturnType<typeof qrPath>): string | undefined {
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(width)) * SCALE; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  // A module of CommonJS: its function has itself as the default export.
  return jsqr.default(pixels, side, side)?.data;
}

describe('the QR code of a stop', () => {
  it.each([
    { lat: 10.7770233, lon: 106.6953793 },
    { lat: 21.03, lon: 105 },
    { lat: -8.5000001, lon: -179.999999 },
  ])('is read back by another program: $lat, $lon', (position) => {
    const link = geoLink(position);
    expect(readBack(qrPath(link))).toBe(link);
  });

  it('has the position to a tenth of a metre', () => {
    expect(geoLink({ lat: 10.7770233, lon: 106 })).toBe('geo:10.777023,106');
  });
});
