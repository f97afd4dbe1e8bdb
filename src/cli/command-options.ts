import { InvalidArgumentError, type Command } from 'commander';

/** Adds the options that choose the service. */
export function addServiceOptions(command: Command): Command {
  return command
    .option(
      '--service <local|URL>',
      'local, or the address of a remote service (default: GEOMILL_SERVICE, else local)',
    )
    .option(
      '--dataset <DIR>',
      'dataset of the local service (default: GEOMILL_DATASET, else the starter dataset of Geomill)',
    )
    .option(
      '--api-key-file <FILE>',
      'file with the key of the service, readable by you only (default: GEOMILL_API_KEY)',
    )
    .option('--no-cache', 'neither read nor write the cache of responses')
    .option('--allow-private', 'allow a service at a private address');
}

/** Builds a parser of whole numbers for an option or argument. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^-?\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    const upTo = maximum === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${maximum}`;
    throw new InvalidArgumentError(`It must be a whole number, ${minimum} ${upTo}.`);
  };
}

/** Builds a parser of decimal numbers for an option or argument; `hint` is the advice for a number out of range. */
export function decimalNumber(minimum: number, maximum = Infinity, hint = ''): (text: string) => number {
  return (text) => {
    const value = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    const upTo = maximum === Infinity ? 'or more' : `to ${maximum}`;
    const advice = hint === '' || Number.isNaN(value) ? '' : ` ${hint}`;
    throw new InvalidArgumentError(`It must be a number, ${minimum} ${upTo}.${advice}`);
  };
}

/** Collects the values of a repeatable option. */
export function gather(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Adds the options that limit the requests to a service. */
export function addRateOptions(command: Command): Command {
  return command
    .option('--rate <N>', 'maximum requests per second', decimalNumber(0.1, 5000))
    .option('--per-day <N>', 'maximum requests per day, over all runs', wholeNumber(1));
}

/** Adds the option that changes options of the job. */
export function addSetOption(command: Command): Command {
  return command.option(
    '--set <stage.option=value>',
    "change an option of the job: 'geocode.text={street}, {city}'; may be repeated",
    gather,
  );
}

/** Adds the options that name the folders which tools for agents may use. */
export function addFolderOptions(command: Command): Command {
  return command
    .option('--read <DIR>', 'folder whose files tools for agents may read; may be repeated', gather)
    .option(
      '--write <DIR>',
      'folder below which such tools may write results, and read; may be repeated',
      gather,
    );
}

/** Adds the options that choose a queue. */
export function addQueueOptions(command: Command, purpose: string): Command {
  return command
    .option('--queue <URL>', `${purpose}: redis://host:port, or rediss:// for TLS (default: GEOMILL_QUEUE)`)
    .option(
      '--queue-password-file <FILE>',
      'file with the password of the queue, readable by you only (default: GEOMILL_QUEUE_PASSWORD)',
    )
    .option('--queue-prefix <TEXT>', 'prefix of all keys in Redis', 'geomill');
}
