import { readFile } from 'node:fs/promises';
import { openPartFile } from '../../src/base/files/replace-file.ts';
import { openOsmFile } from '../../src/dataset/osm/open-osm.ts';
import { NO_TAGS, type OsmMember, type OsmTags } from '../../src/dataset/osm/osm-entities.ts';
import { createOsmPbfWriter } from '../../src/dataset/osm/write-pbf.ts';
import { createRandom } from './random.ts';

/** Ids of a copy are those of the city, counted from 1, above the ones of the copies before. */
type Ids = ReadonlyMap<number, number>;

interface City {
  nodes: { id: number; lat: number; lon: number; tags: OsmTags }[];
  ways: { id: number; refs: readonly number[]; tags: OsmTags }[];
  relations: { id: number; members: readonly OsmMember[]; tags: OsmTags }[];
}

/** What a generated extract has. */
export interface CountryCounts {
  copies: number;
  nodes: number;
  ways: number;
  relations: number;
}

const SHARE_RENAMED = 0.6;

/**
 * Writes an extract of the size of a country: the streets, houses and places of one city, once more around each of some wards all over the country.
 *
 * Shape: `cityPath` is an OpenStreetMap file, sorted; `wardsPath` the wards.csv of a dataset, of which each so many-th is a centre. Six of ten streets of a copy
 * have a name of the words of two others, since a country has more names than one city.
 * Guarantee: the same files give the same bytes. Cost: the city is in memory.
 */
export async function writeCountryExtract(
  outPath: string,
  { cityPath, wardsPath, copies }: { cityPath: string; wardsPath: string; copies: number },
): Promise<CountryCounts> {
  const city = await readCity(cityPath);
  const centres = await readCentres(wardsPath, copies);
  const middle = middleOf(city);
  const names = [...new Set(city.ways.flatMap(({ tags }) => streetName(tags) ?? []))];
  const ids = { nodes: numbered(city.nodes), ways: numbered(city.ways), relations: numbered(city.relations) };
  const file = openPartFile(outPath);
  const writer = createOsmPbfWriter((bytes) => file.write(bytes));
  centres.forEach(([lat, lon], copy) => {
    const [north, east] = [lat - middle.lat, lon - middle.lon];
    for (const node of city.nodes)
      writer.node(idIn(ids.nodes, node.id, copy), node.lat + north, node.lon + east, node.tags);
  });
  for (let copy = 0; copy < copies; copy += 1) {
    const renamed = renaming(names, copy);
    for (const { id, refs, tags } of city.ways) {
      const own = refs.filter((ref) => ids.nodes.has(ref)).map((ref) => idIn(ids.nodes, ref, copy));
      const name = renamed.get(streetName(tags) ?? '');
      writer.way(idIn(ids.ways, id, copy), own, name === undefined ? tags : { ...tags, name });
    }
  }
  for (let copy = 0; copy < copies; copy += 1)
    for (const { id, members, tags } of city.relations)
      writer.relation(idIn(ids.relations, id, copy), membersIn(members, ids, copy), tags);
  writer.end();
  file.finish();
  return {
    copies,
    nodes: copies * city.nodes.length,
    ways: copies * city.ways.length,
    relations: copies * city.relations.length,
  };
}

async function readCity(path: string): Promise<City> {
  const city: City = { nodes: [], ways: [], relations: [] };
  await (
    await openOsmFile(path)
  ).read({
    node: (id, lat, lon, tags) => city.nodes.push({ id, lat, lon, tags: isEmpty(tags) ? NO_TAGS : tags }),
    way: (id, refs, tags) => city.ways.push({ id, refs: [...refs], tags }),
    // Boundaries of the city would lie across the provinces that its copies are in.
    relation: (id, members, tags) =>
      tags.type !== 'boundary' && city.relations.push({ id, members: [...members], tags }),
  });
  return city;
}

const isEmpty = (tags: OsmTags) => Object.keys(tags).length === 0;
const streetName = (tags: OsmTags) => (tags.highway === undefined ? undefined : tags.name);

/** Returns the positions of wards, in 1e-7 degrees: each so many-th of the list, which goes from province to province. */
async function readCentres(path: string, copies: number): Promise<[lat: number, lon: number][]> {
  const [head = '', ...rows] = (await readFile(path, 'utf8')).trim().split('\n');
  const [lat, lon] = ['lat', 'lon'].map((name) => head.split(',').indexOf(name)) as [number, number];
  return Array.from({ length: copies }, (_, copy) => {
    const cells = rows[Math.floor((copy * rows.length) / copies)]!.split(',');
    return [Math.round(Number(cells[lat]) * 1e7), Math.round(Number(cells[lon]) * 1e7)];
  });
}

function middleOf({ nodes }: City): { lat: number; lon: number } {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  return { lat: middle(nodes.map(({ lat }) => lat)), lon: middle(nodes.map(({ lon }) => lon)) };
}

const numbered = (objects: readonly { id: number }[]): Ids =>
  new Map(objects.map(({ id }, at) => [id, at + 1]));

const idIn = (ids: Ids, id: number, copy: number) => copy * ids.size + ids.get(id)!;

function membersIn(
  members: readonly OsmMember[],
  ids: { nodes: Ids; ways: Ids; relations: Ids },
  copy: number,
): OsmMember[] {
  const of = { node: ids.nodes, way: ids.ways, relation: ids.relations };
  return members
    .filter(({ type, id }) => of[type].has(id))
    .map((member) => ({ ...member, id: idIn(of[member.type], member.id, copy) }));
}

/** Returns the names of a copy by those of the city: the first words of one and the last word of another. */
function renaming(names: readonly string[], copy: number): Map<string, string> {
  const random = createRandom(copy + 1);
  return new Map(
    names.map((name) => {
      const other = names[Math.floor(random() * names.length)]!;
      const isRenamed = copy > 0 && random() < SHARE_RENAMED;
      const first = name.slice(0, Math.max(0, name.lastIndexOf(' ')));
      return [name, isRenamed ? `${first} ${other.slice(other.lastIndexOf(' ') + 1)}`.trim() : name];
    }),
  );
}
