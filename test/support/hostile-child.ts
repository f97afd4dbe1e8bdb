import { growthOf } from './growth.ts';
import { HOSTILE_CASES } from './hostile-table.ts';
import { HOSTILE_ROOMS } from './hostile-rooms.ts';

// Prints the growth of each function with each family as a line of JSON: a function that does not end is ended with this process.

const LENGTHS = [500, 12_000, Number(process.argv[2])];

for (const each of [...HOSTILE_CASES, ...HOSTILE_ROOMS]) {
  for (const family of each.families.keys()) {
    process.stdout.write(`${JSON.stringify({ begun: `${each.place}, family ${family}` })}\n`);
    process.stdout.write(`${JSON.stringify(await growthOf(each, family, LENGTHS))}\n`);
  }
}
