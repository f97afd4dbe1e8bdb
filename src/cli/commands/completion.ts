import { Argument, type Command } from 'commander';
import type { Shell } from '../actions/completion.ts';
import type { CliIo } from '../io.ts';

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

const EXAMPLES = `
Examples:
  $ source <(geomill completion bash)
      in ~/.bashrc; with "zsh" in ~/.zshrc
  $ geomill completion fish > ~/.config/fish/completions/geomill.fish`;

/** Adds `geomill completion`. */
export function addCompletionCommand(program: Command, io: CliIo): void {
  program
    .command('completion')
    .summary('write the completion script of a shell')
    .description('Writes the script with which a shell completes commands, options and names of jobs.')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      const { completion } = await import('../actions/completion.ts');
      await completion(shell, program, io);
    });
}
