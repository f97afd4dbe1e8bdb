import { type OsmAddress, addressOf } from './osm-address.ts';
import { isOnEarth, NO_TAGS, type OsmTags } from './osm-entities.ts';
import { type ReadContext, readObject } from './read-objects.ts';

/** Reader of nodes: stores the positions that are needed, emits places and houses. */
export interface NodeReader {
  /** Units: 1e-7 degrees. */
  read(id: number, lat: number, lon: number, tags: OsmTags): void;
  /** Returns the address of a node on an interpolation line, if it has one. */
  addressOfNode: (id: number) => OsmAddress | undefined;
}

/** Creates a reader of nodes. */
export function createNodeReader(context: ReadContext): NodeReader {
  const addresses = new Map<number, OsmAddress>();
  return {
    read(id, lat, lon, tags) {
      if (!isOnEarth(lat, lon)) {
        context.tally.skip('node off the earth');
        return;
      }
      context.positions.set(id, lat, lon);
      if (tags === NO_TAGS) return;
      if (context.ways.interpolationNodes.has(id)) {
        const address = addressOf(tags);
        if (address.numbers.length > 0) addresses.set(id, address);
      }
      readObject(context, 'node', id, tags, { lat: lat / 1e7, lon: lon / 1e7 });
    },
    addressOfNode: (id) => addresses.get(id),
  };
}
