import type { DerivedFormat } from './output-format.ts';

/** FlatGeobuf with a spatial index: the results on a map, also a large one, without reading the whole file. Source: FlatGeobuf 3. */
export const flatGeobufOutput: DerivedFormat = {
  name: 'fgb',
  extension: '.fgb',
  mediaType: 'application/flatgeobuf',
  from: 'geojson',
  async *make(source) {
    const { writeFlatGeobuf } = await import('./flatgeobuf/write-flatgeobuf.ts');
    yield* writeFlatGeobuf(source);
  },
};
