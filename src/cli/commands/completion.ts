import { Argument, type Command } from 'commander';
import type { CliIo } from '../io.ts';
import { jobNames } from '../../runtime/load-job.ts';
import type { EventEmitter } from 'node:events';

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

const EXAMPLES = `
Examples:
  $ source <(geomill completion bash)
      in ~/.bashrc; with "zsh" in ~/.zshrc
  $ geomill completion fish > ~/.config/fish/completions/geomill.fish`;

/** Adds `geomill completion`. */
export function addCommand(program: Command, io: CliIo): void {
  program
    .command('completion')
    .description('Writes the script with which a shell completes commands, options and names of jobs.')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => completion(shell, program, io));
}

/** A shell that completions can be written for. */
type Shell = 'bash' | 'zsh' | 'fish';

/** Values that are paths; the shell completes them itself. */
const PATHS = /\b(FILE|DIR|JOB|RUN)\b/;

/** Returns the script that completes the commands of Geomill in a shell; `jobs` are the names of the jobs that come with it. */
function completionScript(shell: Shell, root: CommandNode, jobs: readonly string[]): string {
  if (shell === 'fish') return fishScript(root, jobs);
  const script = bashScript(root, jobs);
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}

function bashScript(root: CommandNode, jobs: readonly string[]): string {
  const nodes = allCommands(root);
  const names = nodes.flatMap(({ path }) => (path.length > 0 ? [path.join(' ')] : []));
  const valued = nodes.flatMap(({ options }) => options.filter(({ value }) => value !== ''));
  const cases = nodes.map((node) => {
    const words = wordsOf(node, jobs).join(' ');
    const isPath = node.arguments.some(({ value }) => PATHS.test(value));
    return `    '${node.path.join(' ')}') words='${words}'; paths=${isPath ? 'yes' : ''} ;;`;
  });
  const values = unique(valued).map(({ name, value, choices }) => {
    const reply = PATHS.test(value) ? 'compgen -f' : `compgen -W '${choices.join(' ')}'`;
    return `    ${name}) COMPREPLY=($(${reply} -- "$word")); return ;;`;
  });
  return `# Completion of geomill for bash; in .bashrc: source <(geomill completion bash)
_geomill() {
  local word=\${COMP_WORDS[COMP_CWORD]} before='' command='' next words='' paths=''
  (( COMP_CWORD > 0 )) && before=\${COMP_WORDS[COMP_CWORD-1]}
  local i
  for (( i = 1; i < COMP_CWORD; i++ )); do
    next="\${command:+$command }\${COMP_WORDS[i]}"
    case "$next" in
      ${names.map((name) => `'${name}'`).join(' | ')}) command=$next ;;
    esac
  done
  case "$before" in
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ $paths && $word != -* ]] && COMPREPLY+=($(compgen -f -- "$word"))
}
complete -o filenames -F _geomill geomill
`;
}

/** Returns what can follow a command: the commands below it, its options, and the values of its arguments. */
function wordsOf({ commands, options, arguments: list }: CommandNode, jobs: readonly string[]): string[] {
  return [
    ...commands.map(({ path }) => path.at(-1) as string),
    ...list.flatMap(({ value, choices }) => (/\bJOB\b/.test(value) ? jobs : choices)),
    ...options.map(({ name }) => name),
  ];
}

function fishScript(root: CommandNode, jobs: readonly string[]): string {
  const lines = allCommands(root).flatMap((node) => {
    const condition =
      node.path.length === 0
        ? '__fish_use_subcommand'
        : node.path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const begin = `complete -c geomill -n ${quoted(condition)}`;
    const commands = node.commands.map(
      ({ path, summary }) => `${begin} -f -a ${path.at(-1)} -d ${quoted(summary)}`,
    );
    const values = wordsOf({ ...node, commands: [], options: [] }, jobs).map((word) => `${begin} -a ${word}`);
    const options = node.options.map(({ name, value, choices, description }) => {
      const list = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : '';
      const needs = value === '' || choices.length > 0 ? '' : PATHS.test(value) ? ' -r' : ' -x';
      return `${begin} -l ${name.replace(/^-+/, '')}${needs}${list} -d ${quoted(description)}`;
    });
    return [...commands, ...values, ...options];
  });
  return `# Completion of geomill for fish: geomill completion fish > ~/.config/fish/completions/geomill.fish\n${lines.join('\n')}\n`;
}

function unique(words: readonly CommandWord[]): CommandWord[] {
  return [...new Map(words.map((word) => [word.name, word])).values()];
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Writes the completion script of a shell for all commands of a program. */
export async function completion(shell: Shell, program: Command, { stdout, jobsDir }: CliIo): Promise<void> {
  stdout.write(completionScript(shell, describeCommand(program), await jobNames(jobsDir)));
}

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
