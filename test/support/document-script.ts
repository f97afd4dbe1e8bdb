import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A step of a document: a command of a shell block, or a job file that it shows. */
export type Step = CommandStep | FileStep;

/** A command. Shape: `notRun` is the reason why it is not run; `prints` are the lines that the document shows as its output. */
export interface CommandStep {
  line: number;
  command: string;
  exitCode: number;
  notRun?: string;
  prints?: readonly string[];
}

/** A file that a document shows: a YAML block whose first line is its name as a comment. */
export interface FileStep {
  line: number;
  file: string;
  text: string;
}

const FENCE = /(?:^<!-- not run: (.+?) -->\n+)?^```([\w-]*)\n([\s\S]*?)^```$/gm;
const EXIT_CODE = /\s#.*\bexit code (\d+)/;
const COMMENT = /(?:^|\s)# .*$/;

/**
 * Returns the steps of a document, in order.
 *
 * Shape: the lines of `sh` blocks, each one command; a block below `<!-- not run: REASON -->` is not run. A comment behind a command with
 * `exit code N` states its exit code, else it is 0. A `text` block shows what the command before it prints. A `yaml` block that begins with
 * `# NAME.yaml` is a file. Lines that end with \ continue on the next.
 */
export function stepsOf(document: string): Step[] {
  const steps: Step[] = [];
  for (const { 0: all, 1: reason, 2: language = '', 3: block = '', index } of document.matchAll(FENCE)) {
    const first = document.slice(0, index + all.indexOf('```')).split('\n').length + 1;
    const name = /^# ([\w-]+\.yaml)$/m.exec(block)?.[1];
    const last = steps.at(-1);
    if (language === 'yaml' && name !== undefined) steps.push({ line: first, file: name, text: block });
    else if (language === 'text' && last && 'command' in last) last.prints = block.trimEnd().split('\n');
    else if (language === 'sh') steps.push(...commandsOf(block, first, reason));
  }
  return steps;
}

function* commandsOf(block: string, first: number, notRun: string | undefined): Generator<CommandStep> {
  let begun = '';
  for (const [at, text] of block.trimEnd().split('\n').entries()) {
    if (text.endsWith('\\')) {
      begun += `${text.slice(0, -1)} `;
      continue;
    }
    const whole = begun + text;
    begun = '';
    const command = whole.replace(COMMENT, '').trim();
    if (command === '') continue;
    const exitCode = Number(EXIT_CODE.exec(whole)?.[1] ?? 0);
    yield { line: first + at, command, exitCode, ...(notRun === undefined ? {} : { notRun }) };
  }
}

/** How a command ended, with everything that it printed. */
export interface Ended {
  exitCode: number | null;
  output: string;
}

/** A copy of the repository in which the commands of a document are run. */
export interface Clone {
  folder: string;
  run: (step: Step) => Promise<Ended>;
  /** Lines of `git status` that name files which the commands left behind and git does not ignore. */
  untracked: () => string[];
  remove: () => Promise<void>;
}

const SERVER = /^(?:geomill serve|make viewer)\b/;
const PORT = '127.0.0.1:8080';

/**
 * Makes a fresh copy of the files that git knows, with the installed packages and the build linked.
 *
 * Shape: `geomill` is in the path. Commands connect to this machine only. A server stays until the next one or the end of the document, on a
 * free port in the place of 8080.
 */
export async function cloneRepository(): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-clone-'));
  const listed = git('.', 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  // Older than what is installed and built, which make would otherwise do again.
  const long = new Date('2020-01-01T00:00:00Z');
  for (const path of listed.split('\0').filter((path) => path !== '')) {
    const copy = join(folder, path);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(path, copy, { recursive: true });
    utimesSync(copy, long, long);
  }
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(folder, name));
  // The pattern `dist/` of .gitignore is for folders; these are links.
  appendFileSync(join(folder, '.git', 'info', 'exclude'), '/node_modules\n/dist\n');
  const bin = mkdtempSync(join(tmpdir(), 'geomill-bin-'));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli/main.cjs')}" "$@"\n`;
  writeFileSync(join(bin, 'geomill'), program, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: bin,
    NODE_OPTIONS: `--import=${pathToFileURL('test/support/loopback-only.js').href}`,
  };
  const port = await freePort();
  let server: ChildProcess | undefined;
  const stopServer = async () => {
    if (server?.pid === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    process.kill(-server.pid, 'SIGTERM');
    await ended;
    server = undefined;
  };
  const start = (command: string) =>
    spawn('bash', ['-c', `set -o pipefail\n${command}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  return {
    folder,
    async run(step) {
      if ('file' in step) {
        writeFileSync(join(folder, step.file), step.text);
        return { exitCode: 0, output: '' };
      }
      const command = step.command.replaceAll(PORT, `127.0.0.1:${port}`);
      if (!SERVER.test(command)) return ended(start(command));
      await stopServer();
      server = start(
        command.startsWith('make') ? `${command} ARGS="--port ${port}"` : `${command} --port ${port}`,
      );
      return listening(server);
    },
    untracked: () =>
      git(folder, 'status', '--porcelain')
        .split('\n')
        .filter((line) => line.startsWith('??')),
    async remove() {
      await stopServer();
      for (const path of [folder, bin]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ended(child: ChildProcess): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output };
}

/** Waits until a server listens, or has ended. */
function listening(child: ChildProcess): Promise<Ended> {
  let output = '';
  return new Promise((done) => {
    const read = (text: unknown) => {
      output += String(text);
      if (/serving .* at http:/.test(output)) done({ exitCode: 0, output });
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read);
    child.once('close', (code: number | null) => done({ exitCode: code ?? 1, output }));
  });
}

/** Returns the claimed lines that an output lacks, in their order. Shape: times and speeds differ; `...` in a line stands for anything. */
export function missingLines(claimed: readonly string[], output: string): string[] {
  const lines = output.split('\n').map(withoutTimes);
  let from = 0;
  return claimed.filter((text) => {
    const pattern = new RegExp(`^${withoutTimes(text).split('...').map(escape).join('.*')}$`);
    const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

const withoutTimes = (text: string) =>
  text.trimEnd().replace(/in [\d.,]+ (?:ms|s|min)(?:, [\d,]+ rows\/s)?/g, 'in T');
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
