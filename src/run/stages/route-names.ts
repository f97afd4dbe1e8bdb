import type { MessageCode } from '../../base/messages/message.ts';
import table from '../../data/stop-columns.json' with { type: 'json' };
import { LATITUDE_NAMES, LONGITUDE_NAMES, POINT_NAMES } from './find-columns.ts';

/** Names of a column with the opening time of a stop, folded and without separators, in order of preference. */
export const OPENING_NAMES: readonly string[] = table.opening;

/** Names of a column with the closing time of a stop. */
export const CLOSING_NAMES: readonly string[] = table.closing;

/** Names of a column with the service time at a stop in minutes. */
export const SERVICE_NAMES: readonly string[] = table.service;

/** Names of a column with the load of a stop. */
export const LOAD_NAMES: readonly string[] = table.load;

/** Names of a column with the name of a stop, and of one with its address. */
export const STOP_NAMES: readonly (readonly string[])[] = [table.name, table.address];

/** Names of a column with the vehicle of a tour. */
export const VEHICLE_NAMES: readonly string[] = table.vehicle;
/** Names of a column with the driver of a tour. */
export const DRIVER_NAMES: readonly string[] = table.driver;

/** Names of a column with the telephone number of a stop, for the sheets of drivers. */
export const PHONE_NAMES: readonly string[] = table.phone;

/** Names of a column with remarks for the driver. */
export const NOTE_NAMES: readonly string[] = table.note;

const DEPOT_WORDS = table.depot;

/** Names of the columns with the position of a depot. Shape: those of one item belong together. */
export const DEPOT_POSITION_NAMES: readonly { lat: string[]; lon: string[]; point: string[] }[] =
  DEPOT_WORDS.map((word) => ({
    lat: besideWord(word, LATITUDE_NAMES),
    lon: besideWord(word, LONGITUDE_NAMES),
    point: besideWord(word, POINT_NAMES),
  }));

/** Returns the names in front of and behind a word; a single letter is no name then. */
function besideWord(word: string, names: readonly string[]): string[] {
  return names.filter((name) => name.length > 1).flatMap((name) => [`${word}${name}`, `${name}${word}`]);
}

/** Why a column is not read. */
export type LeftReason = Extract<
  MessageCode,
  | 'stage.windowInTwo'
  | 'stage.serviceInMinutes'
  | 'stage.quantityIsNoLoad'
  | 'stage.noPriorities'
  | 'stage.rowsOfVehicle'
  | 'stage.oneCosting'
  | 'stage.oneCapacity'
  | 'stage.noDepotPosition'
>;

/** Names of columns that are like those of deliveries, and why they are not read. */
export const LEFT_NAMES: readonly { names: readonly string[]; why: LeftReason }[] = [
  { names: table.window, why: 'stage.windowInTwo' },
  { names: table.serviceSeconds, why: 'stage.serviceInMinutes' },
  { names: table.quantity, why: 'stage.quantityIsNoLoad' },
  { names: table.priority, why: 'stage.noPriorities' },
  {
    names: [...VEHICLE_NAMES, ...DRIVER_NAMES],
    why: 'stage.rowsOfVehicle',
  },
  { names: table.vehicleType, why: 'stage.oneCosting' },
  { names: table.capacity, why: 'stage.oneCapacity' },
  { names: table.depotName, why: 'stage.noDepotPosition' },
];
