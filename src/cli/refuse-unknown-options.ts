import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { nearestName } from '../base/text/suggestion.ts';

/**
 * Refuses an option that resembles a known one, before the known one is said to be missing.
 *
 * Errors: the error of Commander for an unknown option, which is written.
 */
export function refuseUnknownOptions(program: Command, args: readonly string[]): void {
  let command = program;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    if (word === '--' || word === 'help') return;
    const inner = command.commands.find((each) => each.name() === word);
    if (inner) command = inner;
    if (!/^--\w/.test(word)) continue;
    const [flag = ''] = word.split('=');
    const options = [...program.options, ...command.options];
    const option = options.find(({ long }) => long === flag);
    // A value may look like an option.
    if (option) at += option.required && !word.includes('=') ? 1 : 0;
    else {
      const meant = nearestName(
        flag,
        options.flatMap(({ long }) => long ?? []),
      );
      if (flag === '--help' || meant === undefined) continue;
      command.error(`error: unknown option '${flag}'\n(Did you mean ${meant}?)`, {
        code: 'commander.unknownOption',
      });
    }
  }
}

/** Refuses the name of a job in the place of a command, as in `geomill geocode`. Errors: the error of Commander for an unknown command. */
export function refuseJobAsCommand(program: Command, args: readonly string[], jobsDir: string): void {
  const word = args.find((each) => !each.startsWith('-'));
  if (word === undefined || !/^\w+$/.test(word) || word === 'help') return;
  if (program.commands.some((command) => command.name() === word)) return;
  if (!existsSync(join(jobsDir, `${word}.yaml`))) return;
  program.error(
    `error: unknown command '${word}': it is a job\n(Did you mean geomill run ${word} --input FILE?)`,
    {
      code: 'commander.unknownCommand',
    },
  );
}
