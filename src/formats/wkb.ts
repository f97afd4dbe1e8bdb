import type { OutputPolygons } from './record.ts';

/** Encodes a point as WKB: 21 bytes, little endian. Source: OGC 06-103r4. */
export function wkbPoint(lon: number, lat: number): Uint8Array {
  const bytes = new Uint8Array(21);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, lon, true);
  view.setFloat64(13, lat, true);
  return bytes;
}

const POLYGON = 3;
const MULTI_POLYGON = 6;
const HEADER_BYTES = 5;
const COUNT_BYTES = 4;
const POINT_BYTES = 16;

/** Encodes areas as WKB: a MultiPolygon, little endian. Source: OGC 06-103r4. */
export function wkbPolygons(polygons: OutputPolygons): Uint8Array {
  const ringBytes = (ring: OutputPolygons[number][number]) => COUNT_BYTES + POINT_BYTES * ring.length;
  const length = polygons.reduce(
    (sum, rings) => rings.reduce((all, ring) => all + ringBytes(ring), sum + HEADER_BYTES + COUNT_BYTES),
    HEADER_BYTES + COUNT_BYTES,
  );
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const writeHeader = (type: number, count: number) => {
    view.setUint8(at, 1);
    view.setUint32(at + 1, type, true);
    view.setUint32(at + HEADER_BYTES, count, true);
    at += HEADER_BYTES + COUNT_BYTES;
  };
  writeHeader(MULTI_POLYGON, polygons.length);
  for (const rings of polygons) {
    writeHeader(POLYGON, rings.length);
    for (const ring of rings) {
      view.setUint32(at, ring.length, true);
      at += COUNT_BYTES;
      for (const [lon, lat] of ring) {
        view.setFloat64(at, lon, true);
        view.setFloat64(at + 8, lat, true);
        at += POINT_BYTES;
      }
    }
  }
  return bytes;
}
