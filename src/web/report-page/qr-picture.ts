import encodeQR from 'qr';
import { svg } from '../kit/dom.ts';

/** Light modules around a code, beside the margin of its cell. */
const BORDER = 2;

/** Returns the dark modules of the QR code of a text, as the path of a drawing with so many units on each side. */
export function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  });
  return { size: rows.length, path };
}

/** Draws a QR code as one shape, so that it prints sharp. */
export function qrPicture(text: string): SVGElement {
  const { size, path } = qrPath(text);
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, class: 'qr', 'aria-hidden': 'true' },
    svg('path', { d: path }),
  );
}

/** Returns the link that opens a position in the map of a phone. Source: RFC 5870. */
export function geoLink({ lat, lon }: { lat: number; lon: number }): string {
  return `geo:${Number(lat.toFixed(6))},${Number(lon.toFixed(6))}`;
}
