import { PbfReader } from 'pbf';
import { unzigzag } from '../../base/geo/varints.ts';
import { TILE_UNITS, type ShapeKind, type TileShape } from '../../base/geo/ground-tiles.ts';

const LINE = 2;
const AREA = 3;
const MAIN = /^(motorway|trunk|primary|secondary|highway|major_road)/;
/** Not worth their bytes on a ground. */
const MINOR = /path|footway|steps|cycleway|pedestrian|track|ferry/;
/** Steps that cannot be seen, in units of the tile. */
const LEAST_STEP = 2;

/**
 * Returns the shapes of a vector tile that the map draws: water, green, buildings, roads, borders. Source: Mapbox Vector Tile 2.1.
 *
 * Shape: by the names of layers and of their `kind` or `class` in the schemas of Protomaps, OpenMapTiles and Shortbread; others are left out.
 * Errors: RangeError or another error of the decoder if the tile is damaged.
 */
export function readVectorTile(bytes: Uint8Array): TileShape[] {
  const pbf = new PbfReader(bytes);
  const shapes: TileShape[] = [];
  pbf.readFields(
    (field) => {
      if (field === 3) readLayer(pbf, pbf.readVarint() + pbf.pos, shapes);
    },
    undefined,
    bytes.length,
  );
  return shapes;
}

function readLayer(pbf: PbfReader, end: number, shapes: TileShape[]): void {
  if (end > pbf.length) throw new RangeError('a layer extends beyond its tile');
  let name = '';
  let extent = 4096;
  const keys: string[] = [];
  const values: string[] = [];
  const features: [start: number, end: number][] = [];
  pbf.readFields(
    (field) => {
      if (field === 1) name = pbf.readString();
      else if (field === 2) {
        const featureEnd = pbf.readVarint() + pbf.pos;
        features.push([pbf.pos, featureEnd]);
        pbf.pos = featureEnd;
      } else if (field === 3) keys.push(pbf.readString());
      else if (field === 4) values.push(readValue(pbf, pbf.readVarint() + pbf.pos));
      else if (field === 5) extent = pbf.readVarint();
    },
    undefined,
    end,
  );
  const layerKind = kindOfLayer(name);
  if (layerKind !== undefined && extent > 0)
    for (const [start, featureEnd] of features) {
      if (featureEnd > end) throw new RangeError('a feature extends beyond its layer');
      pbf.pos = start;
      readFeature(pbf, featureEnd, { layerKind, scale: TILE_UNITS / extent, keys, values }, shapes);
    }
  pbf.pos = end;
}

/** Returns the kind of the shapes of a layer by its name, undefined where they are not drawn. */
function kindOfLayer(name: string): ShapeKind | undefined {
  if (/label|point|poi|place|name|number/.test(name)) return undefined;
  if (/water|ocean|sea/.test(name)) return 'water';
  if (/building/.test(name)) return 'building';
  if (/road|street|transport/.test(name)) return 'road';
  if (/bound|admin/.test(name)) return 'border';
  if (/^(landuse|landcover|land|park|natural)$/.test(name)) return 'green';
  return undefined;
}

/** Returns a text value; others are not needed. */
function readValue(pbf: PbfReader, end: number): string {
  let text = '';
  pbf.readFields(
    (field) => {
      if (field === 1) text = pbf.readString();
    },
    undefined,
    end,
  );
  return text;
}

interface LayerContext {
  layerKind: ShapeKind;
  scale: number;
  keys: readonly string[];
  values: readonly string[];
}

function readFeature(pbf: PbfReader, end: number, layer: LayerContext, shapes: TileShape[]): void {
  let type = 0;
  let tags: number[] = [];
  let geometry: number[] = [];
  pbf.readFields(
    (field) => {
      if (field === 2) tags = pbf.readPackedVarint();
      else if (field === 3) type = pbf.readVarint();
      else if (field === 4) geometry = pbf.readPackedVarint();
    },
    undefined,
    end,
  );
  const kind = kindOfFeature(layer, type, classOf(layer, tags));
  if (kind === undefined) return;
  const isArea = type === AREA && kind !== 'border';
  for (const points of readLines(geometry, layer.scale, isArea))
    if (points.length >= (isArea ? 6 : 4)) shapes.push({ kind, isArea, points });
}

function classOf({ keys, values }: LayerContext, tags: readonly number[]): string {
  for (let at = 0; at + 1 < tags.length; at += 2)
    if (/^(pmap:)?(kind|class)$/.test(keys[tags[at] as number] ?? ''))
      return values[tags[at + 1] as number] ?? '';
  return '';
}

function kindOfFeature({ layerKind }: LayerContext, type: number, name: string): ShapeKind | undefined {
  if (type !== LINE && type !== AREA) return undefined;
  switch (layerKind) {
    case 'water':
      return type === AREA ? 'water' : 'stream';
    case 'green':
      return type === AREA && /park|wood|forest|grass|garden|scrub|meadow|cemetery|nature/.test(name)
        ? 'green'
        : undefined;
    case 'building':
      return type === AREA ? 'building' : undefined;
    case 'road':
      if (type !== LINE || MINOR.test(name)) return undefined;
      return MAIN.test(name) ? 'main_road' : 'road';
    default:
      return layerKind;
  }
}

/** Returns the lines or rings of a geometry; points that are too near to be seen apart are left out. */
function readLines(commands: readonly number[], scale: number, isArea: boolean): number[][] {
  const lines: number[][] = [];
  let line: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < commands.length;) {
    const command = commands[at++] as number;
    const id = command & 7;
    if (id === 7) continue;
    if (id !== 1 && id !== 2) throw new RangeError(`there is no command ${id}`);
    for (let left = command >> 3; left > 0; left -= 1) {
      if (at + 1 >= commands.length) throw new RangeError('a geometry is truncated');
      x += unzigzag(commands[at++] as number);
      y += unzigzag(commands[at++] as number);
      if (id === 1) lines.push((line = []));
      const [px, py] = [Math.round(x * scale), Math.round(y * scale)];
      const isLast = !isArea && left === 1;
      const distance = Math.max(
        Math.abs(px - (line.at(-2) ?? Infinity)),
        Math.abs(py - (line.at(-1) ?? Infinity)),
      );
      if (distance >= (isLast ? 1 : LEAST_STEP)) line.push(px, py);
    }
  }
  return lines;
}
