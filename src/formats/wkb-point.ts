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
