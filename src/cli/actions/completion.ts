import type { Command } from 'commander';
import { jobNames } from '../../run/job/load-job.ts';
import { describeCommand } from '../command-tree.ts';
import { completionScript, type Shell } from '../completion-script.ts';
import type { CliIo } from '../io.ts';

/** Writes the completion script of a shell for all commands of a program. */
export async function completion(shell: Shell, program: Command, { stdout, jobsDir }: CliIo): Promise<void> {
  stdout.write(completionScript(shell, describeCommand(program), await jobNames(jobsDir)));
}
