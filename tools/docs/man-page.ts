import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import {
  allCommands,
  describeCommand,
  type CommandNode,
  type CommandWord,
} from '../../src/cli/commands/completion.ts';
import { createProgram } from '../../src/cli/program.ts';
import { ENVIRONMENT_VARIABLES } from '../../src/runtime/environment.ts';

const quiet = { write: () => true };

/** Returns the manual page of geomill in roff, from its commands. Source: man(7). */
export async function manPage(): Promise<string> {
  const io = {
    env: {},
    stdin: Readable.from([]),
    stdout: quiet,
    stderr: quiet,
    signals: new EventEmitter(),
    nowMs: () => 0,
    exit: () => undefined,
    jobsDir: '',
    starterDir: '',
    version: '',
  };
  const root = describeCommand(await createProgram(io, 'all', () => undefined));
  const commands = allCommands(root).filter(
    ({ path, commands: below }) => path.length > 0 && below.length === 0,
  );
  return [
    '.TH GEOMILL 1',
    '.SH NAME',
    `geomill \\- ${roff('batch geoprocessing of addresses and points in Vietnam')}`,
    '.SH SYNOPSIS',
    '.B geomill',
    '.I COMMAND\n[\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    roff(root.description),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH ENVIRONMENT',
    ...Object.entries(ENVIRONMENT_VARIABLES).flatMap(([name, purpose]) => [
      '.TP',
      `.B ${name}`,
      roff(purpose),
    ]),
    '',
  ].join('\n');
}

function commandLines(node: CommandNode): string[] {
  const words = [...node.path, ...node.arguments.map(({ written }) => written)].join(' ');
  return [
    `.SS ${roff(words)}`,
    roff(node.description),
    ...[...node.arguments, ...node.options].flatMap(wordLines),
    '.PP',
    '.nf',
    roff(node.help),
    '.fi',
  ];
}

function wordLines({ written, description }: CommandWord): string[] {
  return ['.TP', `.B ${roff(written)}`, roff(description)];
}

/** Escapes a text for roff: backslashes, hyphens of options, and a control character at the start of a line. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}
