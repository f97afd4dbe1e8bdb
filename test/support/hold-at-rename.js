// Loaded before the command line (NODE_OPTIONS=--import): before a file gets the name that ends with GEOMILL_TEST_HOLD_AT, writes the file
// GEOMILL_TEST_HELD and waits until it is removed, so that a test decides what other processes do at this moment.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const { GEOMILL_TEST_HOLD_AT: name, GEOMILL_TEST_HELD: held } = process.env;
const rename = promises.rename;
let isHeld = false;
promises.rename = async (from, to) => {
  if (!isHeld && held !== undefined && String(to).endsWith(name)) {
    isHeld = true;
    fs.writeFileSync(held, '');
    while (fs.existsSync(held)) await delay(10);
  }
  return rename(from, to);
};
