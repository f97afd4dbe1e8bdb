import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';

/** An option or an argument of a command, as documents and completions need it. */
export interface CommandWord {
  /** Long name of an option, with its dashes; name of an argument. */
  name: string;
  /** As it is written in the help: `--input <FILE>`, `<JOB>`. */
  written: string;
  description: string;
  /** What stands for its value, without brackets: `FILE`; empty for an option without one. */
  value: string;
  choices: readonly string[];
}

/** A command with those below it. Shape: `path` are its words after `geomill`; `help` is the text after the options. */
export interface CommandNode {
  path: readonly string[];
  summary: string;
  description: string;
  options: readonly CommandWord[];
  arguments: readonly CommandWord[];
  commands: readonly CommandNode[];
  help: string;
}

/** Describes a command and all commands below it as data. */
export function describeCommand(command: Command, path: readonly string[] = []): CommandNode {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  return {
    path,
    summary: command.summary(),
    description: command.description(),
    options: help.visibleOptions(command).map((option) => ({
      name: option.long ?? option.flags,
      written: option.flags,
      description: option.description,
      value: valueOf(option.flags),
      choices: option.argChoices ?? [],
    })),
    arguments: help.visibleArguments(command).map((argument) => ({
      name: argument.name(),
      written: help.argumentTerm(argument),
      description: argument.description,
      value: argument.name(),
      choices: argument.argChoices ?? [],
    })),
    commands: commands.map((each) => describeCommand(each, [...path, each.name()])),
    help: helpAfter(command),
  };
}

/** Returns a command and all commands below it, in the order of the help. */
export function allCommands(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allCommands)];
}

function valueOf(flags: string): string {
  return /[<[]([^<>[\]]+)[>\]]/.exec(flags)?.[1] ?? '';
}

/** Returns the text that a command has after its options: examples and exit codes. */
function helpAfter(command: Command): string {
  const written: string[] = [];
  // Commander extends EventEmitter, which its types leave out.
  (command as unknown as EventEmitter).emit('afterHelp', {
    command,
    error: false,
    write: (text: string) => written.push(text),
  });
  return written.join('').trim();
}
