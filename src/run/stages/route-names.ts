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

/** Names of columns that are like those of deliveries, and what is to be said of them: they are not read. Shape: `{}` is the name of the column. */
export const LEFT_NAMES: readonly { names: readonly string[]; why: string }[] = [
  { names: table.window, why: 'opening and closing are read from a column each' },
  { names: table.serviceSeconds, why: 'service times are read in minutes' },
  { names: table.quantity, why: 'if it is a load in the unit of the capacity, state demand: "{}"' },
  { names: table.priority, why: 'priorities are not planned' },
  {
    names: [...VEHICLE_NAMES, ...DRIVER_NAMES],
    why: 'the rows of one vehicle are a batch: state batch: "{}" for a tour of each',
  },
  { names: table.vehicleType, why: 'all stops are planned for one means of travel, costing' },
  { names: table.capacity, why: 'capacity is one number for all vehicles, stated in the job' },
  { names: table.depotName, why: 'no position of a depot; start is a point, or columns of one' },
];
