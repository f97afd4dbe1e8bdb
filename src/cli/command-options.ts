import type { Command } from 'commander';
import { decimalNumber, gather, wholeNumber } from './number-options.ts';

/** Adds the options that say who answers. */
export function addServiceOptions(command: Command): Command {
  return command
    .option(
      '--service <local|URL>',
      'who answers: local, or the address of a service (default: GEOMILL_SERVICE, else local)',
    )
    .option(
      '--dataset <DIR>',
      'what local answers from (default: GEOMILL_DATASET, else the map that comes with Geomill)',
    )
    .option(
      '--api-key-file <FILE>',
      'the key of the service, in a file that only you may read (default: GEOMILL_API_KEY)',
    )
    .option('--no-cache', 'ask anew, and keep no answers')
    .option('--allow-private', 'allow a service at a private address');
}

/** Adds the options that bound what a service is asked. */
export function addRateOptions(command: Command): Command {
  return command
    .option('--rate <N>', 'requests a second at most', decimalNumber(0.1, 5000))
    .option('--per-day <N>', 'requests a day at most, over all runs', wholeNumber(1));
}

/** Adds the option that states options of the job otherwise. */
export function addSetOption(command: Command): Command {
  return command.option(
    '--set <stage.option=value>',
    "state an option of the job otherwise, as in 'geocode.text={street}, {city}'; may be repeated",
    gather,
  );
}
