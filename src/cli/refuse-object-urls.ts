import type { Command } from 'commander';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { isObjectUrl } from '../object-store/object-url.ts';

/** What each command reads or writes at `s3://`: options by name, and `arguments`. All else is of this machine only. */
const USES: Readonly<Record<string, readonly string[]>> = {
  run: ['input', 'output', 'dataset'],
  retry: ['arguments', 'input', 'dataset'],
  merge: ['arguments', 'output'],
  check: ['arguments', 'input'],
  plan: ['input', 'dataset'],
  convert: ['arguments'],
  diff: ['arguments'],
  ask: ['dataset'],
  'forcode encode': ['dataset'],
  'forcode decode': ['dataset'],
  'shard plan': ['input'],
  serve: ['dataset'],
  worker: ['dataset'],
  doctor: ['dataset'],
};

/** Refuses `s3://` where a command would take it for a path. Errors: USAGE. */
export function refuseObjectUrls(command: Command): void {
  const { parent } = command;
  const own = parent?.parent ? `${parent.name()} ${command.name()}` : command.name();
  const uses = USES[own] ?? [];
  const stated = Object.entries(command.opts<Record<string, unknown>>());
  const places = [...stated, ['arguments', command.args] as const].flatMap(([name, values]) =>
    [values].flat().map((value: unknown) => ({ name, value })),
  );
  for (const { name, value } of places) {
    if (typeof value !== 'string' || !isObjectUrl(value) || uses.includes(name)) continue;
    const what = name === 'arguments' ? `geomill ${own}` : `--${name} of geomill ${own}`;
    throw new GeomillError(
      'USAGE',
      `${what} takes a path on this machine, not ${value}: copy the objects to a folder first`,
    );
  }
}
