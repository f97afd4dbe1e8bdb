import { writeFileSync } from 'node:fs';
import type { OsmMember, OsmTags } from '../../src/dataset/osm/osm-entities.ts';
import { createOsmPbfWriter } from '../../src/dataset/osm/write-pbf.ts';
import type { Position } from '../../src/base/geo/position.ts';
import { streetName } from './road-network-names.ts';

/** Lines of the town's grid in each direction, and between which of them the river runs. */
const LINES = 30;
const RIVER_BEHIND = 14;
/** Units: degrees. Some 120 m between lines; the river is 330 m wide. The town lies across the border of two road tiles, at 105.75. */
const SOUTH = 10.03;
const WEST = 105.735;
const STEP = 0.0011;
const RIVER = 0.003;
/** Blocks that bear one name: four streets to a line. */
const BLOCKS_PER_NAME = 9;
const BRIDGE_ROW = 10;
const ROUNDABOUT = { column: 7, row: 10 };
const UNITS_PER_DEGREE = 1e7;

/** Returns where a column and a row of the grid cross; fractions are between. */
export function crossing(column: number, row: number): Position {
  const lon = WEST + column * STEP + Math.min(1, Math.max(0, column - RIVER_BEHIND)) * RIVER;
  return { lat: SOUTH + row * STEP, lon };
}

/** Lists places of the town and around it that tests ask for. */
export const TOWN = {
  /** West and east of the river; the bridge is on row 10, closed to trucks; the motorway runs north of the town. */
  west: crossing(2.5, 5),
  east: crossing(26.5, 22),
  /** On either side of the roundabout. */
  beforeRoundabout: crossing(5.5, BRIDGE_ROW),
  behindRoundabout: crossing(7, 12.5),
  /** In the middle of two blocks; to go from one to the other over the block between is forbidden to cars. */
  beforeForbidden: crossing(20.5, 20),
  behindForbidden: crossing(21.5, 21),
  /** A turn that is forbidden only at certain hours. */
  beforeTimed: crossing(20.5, 6),
  behindTimed: crossing(21, 6.5),
  /** Ends of a footpath with steps through a park. */
  parkSouth: crossing(1.1, 14.1),
  parkNorth: crossing(3.9, 16.9),
  /** Beside the street whose name is markup. */
  hostileStreet: crossing(11.5, 19),
  /** In two streets behind gates. */
  gatedWest: { lat: crossing(0, 25.5).lat, lon: crossing(-2, 0).lon },
  gatedEast: { lat: crossing(0, 25.5).lat, lon: crossing(31, 0).lon },
  /** Where only the ferry goes. */
  ferryIsland: { lat: SOUTH + 15.5 * STEP, lon: WEST + 0.075 },
  /** Where nothing goes. */
  island: { lat: SOUTH - 0.0945, lon: WEST + 0.0055 },
  /** Where nothing goes, so far off that its road tile has no neighbour. */
  farIsland: { lat: 10.5055, lon: 108.9055 },
  /** Four kilometres from any road. */
  sea: { lat: 9.98, lon: 105.795 },
  anotherCountry: { lat: 48.8566, lon: 2.3522 },
} as const satisfies Record<string, Position>;

/** Length of a block of the grid along a column. Units: metres. */
export const BLOCK_METERS = 122;

interface Way {
  refs: number[];
  tags: OsmTags;
}

/** Holds a network as it is drawn. Ids count from 1, each kind by itself. */
interface Network {
  nodes: { position: Position; tags: OsmTags }[];
  ways: Way[];
  relations: { members: OsmMember[]; tags: OsmTags }[];
  /** Finds the way of one block, by the crossing it begins at. */
  blocks: Map<string, number>;
}

/**
 * Writes a small town and its surroundings as an OpenStreetMap extract.
 *
 * Shape: a grid of some 200 streets in Vietnam's coordinates, with one-way streets, a river with one bridge, a roundabout, a footpath with steps,
 * gated streets, a motorway with ramps and a toll, a ferry, turn restrictions and two islands.
 * Guarantee: the same bytes each time.
 */
export function writeRoadNetwork(file: string): void {
  const network: Network = { nodes: [], ways: [], relations: [], blocks: new Map() };
  const grid = drawGrid(network);
  drawRoundabout(network, grid);
  drawPark(network, grid);
  drawGatedStreets(network, grid);
  drawMotorway(network, grid);
  drawFerry(network, grid);
  drawIsland(network, { lat: TOWN.island.lat - 0.0055, lon: TOWN.island.lon - 0.0055 }, 8, 'Đảo Gần');
  drawIsland(network, { lat: TOWN.farIsland.lat - 0.0055, lon: TOWN.farIsland.lon - 0.0055 }, 8, 'Đảo Xa');
  drawRestrictions(network, grid);
  write(network, file);
}

function drawNode({ nodes }: Network, position: Position, tags: OsmTags = {}): number {
  return nodes.push({ position, tags });
}

function drawWay({ ways }: Network, refs: number[], tags: OsmTags): number {
  return ways.push({ refs, tags });
}

type Grid = (column: number, row: number) => number;

function drawGrid(network: Network): Grid {
  const ids: number[] = [];
  for (let row = 0; row < LINES; row += 1)
    for (let column = 0; column < LINES; column += 1) ids.push(drawNode(network, crossing(column, row)));
  const grid: Grid = (column, row) => ids[row * LINES + column] as number;
  const namesPerLine = Math.ceil((LINES - 1) / BLOCKS_PER_NAME);
  const isRoundabout = (column: number, row: number) =>
    column === ROUNDABOUT.column && row === ROUNDABOUT.row;
  const block = (key: string, from: [number, number], to: [number, number], tags: OsmTags) => {
    if (isRoundabout(...from) || isRoundabout(...to)) return;
    network.blocks.set(key, drawWay(network, [grid(...from), grid(...to)], tags));
  };
  for (let line = 0; line < LINES; line += 1) {
    for (let at = 0; at < LINES - 1; at += 1) {
      const part = Math.floor(at / BLOCKS_PER_NAME);
      const street = streetName(line * namesPerLine + part);
      const crossStreet = streetName((LINES + line) * namesPerLine + part);
      const isBridge = at === RIVER_BEHIND;
      if (!isBridge || line === BRIDGE_ROW) {
        const bridge = { bridge: 'yes', name: 'Cầu Sông Tiền', hgv: 'no' };
        const rank = line === BRIDGE_ROW ? 'primary' : line % 5 === 0 ? 'secondary' : 'residential';
        const tags = { highway: rank, name: street, ...(isBridge && bridge) };
        block(`row ${at},${line}`, [at, line], [at + 1, line], tags);
      }
      const rank = line % 5 === 0 ? 'secondary' : 'residential';
      const isOneWay = line % 3 === 1 && line !== ROUNDABOUT.column;
      const tags = {
        highway: rank,
        name: crossStreet,
        ...(isOneWay && { oneway: line % 2 === 0 ? 'yes' : '-1' }),
      };
      block(`column ${line},${at}`, [line, at], [line, at + 1], tags);
    }
  }
  const river = [-1, LINES].map((row) => drawNode(network, crossing(RIVER_BEHIND + 0.5, row)));
  drawWay(network, river, { waterway: 'river', name: 'Sông Tiền' });
  return grid;
}

/** Draws a ring in place of a crossing, and the four streets to it. */
function drawRoundabout(network: Network, grid: Grid): void {
  const { column, row } = ROUNDABOUT;
  const reach = 0.25;
  const around = Array.from({ length: 16 }, (_, at) => {
    const angle = (at * Math.PI) / 8;
    const position = crossing(column + reach * Math.cos(angle), row + reach * Math.sin(angle));
    return drawNode(network, position);
  });
  const [east, north, west, south] = [0, 4, 8, 12].map((at) => around[at] as number) as [
    number,
    number,
    number,
    number,
  ];
  // Anticlockwise, as roads on which one keeps to the right go round.
  drawWay(network, [...around, east], {
    highway: 'primary',
    junction: 'roundabout',
    oneway: 'yes',
    name: 'Vòng xoay Trung Tâm',
  });
  const main = { highway: 'primary', name: 'Đường Vòng Xoay' };
  const side = { highway: 'residential', name: 'Đường Cây Xanh' };
  drawWay(network, [grid(column - 1, row), west], main);
  drawWay(network, [east, grid(column + 1, row)], main);
  drawWay(network, [grid(column, row - 1), south], side);
  drawWay(network, [north, grid(column, row + 1)], side);
}

function drawPark(network: Network, grid: Grid): void {
  const [first, second] = [crossing(2.4, 15.4), crossing(2.6, 15.6)].map((at) => drawNode(network, at)) as [
    number,
    number,
  ];
  drawWay(network, [grid(1, 14), first], { highway: 'footway', name: 'Lối đi Công viên' });
  drawWay(network, [first, second], { highway: 'steps', name: 'Bậc thang Công viên' });
  drawWay(network, [second, grid(4, 17)], { highway: 'footway', name: 'Lối đi Công viên' });
}

/** Draws streets, in the west and in the east, to which only private ones lead. */
function drawGatedStreets(network: Network, grid: Grid): void {
  const sides = [
    [0, -1, 'Tây'],
    [LINES - 1, 1, 'Đông'],
  ] as const;
  for (const [column, sign, name] of sides) {
    const ids = [24, 25, 26].map((row) => [
      grid(column, row),
      ...[1, 2, 3].map((step) => drawNode(network, crossing(column + sign * step, row))),
    ]);
    for (const [at, line] of ids.entries()) {
      const isOpen = at === 1;
      const refs = isOpen ? line : line.slice(1);
      drawWay(network, refs, { highway: 'residential', name: `Khu dân cư ${name}`, access: 'private' });
    }
    for (const step of [1, 2, 3]) {
      const refs = ids.map((line) => line[step] as number);
      drawWay(network, refs, { highway: 'residential', name: `Nội khu ${name} ${step}` });
    }
  }
}

/** Draws two carriageways north of the town, with a ramp up and down at either end; one ramp down forks. */
function drawMotorway(network: Network, grid: Grid): void {
  const row = LINES + 4;
  const motorway = {
    highway: 'motorway',
    oneway: 'yes',
    ref: 'CT 01',
    name: 'Đường cao tốc Sông Tiền',
    toll: 'yes',
    maxspeed: '100',
    motorcycle: 'no',
    lanes: '2',
  };
  const link = { highway: 'motorway_link', oneway: 'yes', motorcycle: 'no' };
  const columns = [-4, 0, 4, 25, 29, 33];
  const carriageway = (offset: number) =>
    columns.map((column) => {
      const isExit = offset === 0 ? column === 25 : column === 4;
      return drawNode(
        network,
        crossing(column, row + offset),
        isExit ? { highway: 'motorway_junction', ref: offset === 0 ? '7' : '3' } : {},
      );
    });
  const eastward = carriageway(0);
  const westward = carriageway(0.4).reverse();
  for (const line of [eastward, westward])
    for (let at = 1; at < line.length; at += 1)
      drawWay(network, [line[at - 1] as number, line[at] as number], motorway);
  const ramp = (refs: number[], tags: OsmTags = {}) => drawWay(network, refs, { ...link, ...tags });
  const bend = (column: number, at: number) => drawNode(network, crossing(column, at));
  // Eastward: up in the west, down in the east, where the ramp forks.
  ramp([grid(1, 29), bend(1, 31), bend(2, 33), eastward[2] as number], { destination: 'Chợ Đông' });
  const fork = bend(26, 32);
  ramp([eastward[3] as number, fork], { destination: 'Chợ Đông;Bến phà' });
  ramp([fork, bend(26.4, 31), grid(26, 29)], { destination: 'Chợ Đông' });
  ramp([fork, bend(27.5, 31), grid(28, 29)], { destination: 'Bến phà' });
  // Westward, over a bridge of its own: up in the east, down in the west.
  ramp([grid(29, 29), bend(29.3, 32), bend(28, 34.3), westward[2] as number], { destination: 'Chợ Tây' });
  ramp([westward[3] as number, bend(3, 33), bend(3, 31), grid(3, 29)], { destination: 'Chợ Tây' });
}

function drawFerry(network: Network, grid: Grid): void {
  const corner = { lat: TOWN.ferryIsland.lat - 2.5 * STEP, lon: TOWN.ferryIsland.lon - 2.5 * STEP };
  const ids = drawIsland(network, corner, 6, 'Cù lao Phụng');
  const [townSide, islandSide] = [
    drawNode(network, crossing(LINES, 15), { amenity: 'ferry_terminal' }),
    drawNode(network, { lat: crossing(0, 15).lat, lon: corner.lon - STEP }, { amenity: 'ferry_terminal' }),
  ];
  drawWay(network, [grid(LINES - 1, 15), townSide], { highway: 'residential', name: 'Đường Bến Phà' });
  drawWay(network, [townSide, islandSide], {
    route: 'ferry',
    name: 'Phà Cù lao Phụng',
    duration: '00:15',
    foot: 'yes',
    motor_vehicle: 'yes',
    bicycle: 'yes',
  });
  drawWay(network, [islandSide, ids[2 * 6] as number], { highway: 'residential', name: 'Đường Bến Phà' });
}

/** Draws a small grid of its own. Shape: its nodes, row by row. */
function drawIsland(network: Network, corner: Position, size: number, name: string): number[] {
  const ids = Array.from({ length: size * size }, (_, at) => {
    const [column, row] = [at % size, Math.floor(at / size)];
    return drawNode(network, { lat: corner.lat + row * STEP, lon: corner.lon + column * STEP });
  });
  for (let line = 0; line < size; line += 1) {
    const row = ids.slice(line * size, (line + 1) * size);
    const column = ids.filter((_, at) => at % size === line);
    drawWay(network, row, { highway: 'residential', name: `${name} ngang ${line + 1}` });
    drawWay(network, column, { highway: 'residential', name: `${name} dọc ${line + 1}` });
  }
  return ids;
}

function drawRestrictions(network: Network, grid: Grid): void {
  const way = (key: string, role: string): OsmMember => {
    const ref = network.blocks.get(key);
    if (ref === undefined) throw new RangeError(`there is no block ${key}`);
    return { type: 'way', id: ref, role };
  };
  const overWay = (row: number) => [
    way(`row 20,${row}`, 'from'),
    way(`column 21,${row}`, 'via'),
    way(`row 21,${row + 1}`, 'to'),
  ];
  const overNode = (row: number): OsmMember[] => [
    way(`row 20,${row}`, 'from'),
    { type: 'node', id: grid(21, row), role: 'via' },
    way(`column 21,${row}`, 'to'),
  ];
  network.relations.push(
    { members: overWay(20), tags: { type: 'restriction', restriction: 'no_left_turn' } },
    {
      members: overNode(6),
      tags: { type: 'restriction', 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-09:00)' },
    },
    { members: overNode(26), tags: { type: 'restriction', restriction: 'no_left_turn' } },
  );
}

function write({ nodes, ways, relations }: Network, file: string): void {
  const parts: Uint8Array[] = [];
  const writer = createOsmPbfWriter((bytes) => parts.push(bytes), { timestamp: '2025-07-01T00:00:00Z' });
  const units = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  nodes.forEach(({ position: { lat, lon }, tags }, at) => writer.node(at + 1, units(lat), units(lon), tags));
  ways.forEach(({ refs, tags }, at) => writer.way(at + 1, refs, tags));
  relations.forEach(({ members, tags }, at) => writer.relation(at + 1, members, tags));
  writer.end();
  writeFileSync(file, Buffer.concat(parts));
}
