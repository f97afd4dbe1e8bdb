import type { Command } from 'commander';
import type { DoctorOptions } from '../actions/doctor.ts';
import { addServiceOptions } from '../command-options.ts';
import type { CliIo } from '../io.ts';

const EXAMPLES = `
Examples:
  $ geomill doctor
      checks Node, the packages, settings, dataset, folders, cache, key and terminal; sends nothing
  $ geomill doctor --hashes
      also compares every file of the dataset with its hash
  $ geomill doctor --service https://host/v1
      also sends one request, which counts in the daily quota, and compares the clocks

The key is never shown.

Exit codes: 0 no fault, perhaps warnings; 78 a fault.`;

/** Adds `geomill doctor`. */
export function addDoctorCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .summary('check the installation')
    .description('Checks what runs need, and says for each fault what to do.');
  addServiceOptions(command)
    .option('--output <DIR>', 'folder that runs write to', 'output')
    .option('--hashes', 'compare every file of the dataset with its hash')
    .option('--json', 'write the findings as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('../actions/doctor.ts');
      finish(await doctor(options, io));
    });
}
