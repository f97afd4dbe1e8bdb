import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGeomill } from './cli-harness.ts';
import { mcpTasks, PATIENT, type McpTask } from '../support/mcp-tasks.ts';

const MAIN = resolve('dist/cli/main.cjs');

/** What a client got for a call. */
interface CallResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  progress: number[];
}

/** Makes folders: one to read, one to write, and one that must stay closed. */
function makeFolders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'geomill-mcp-')));
  const folder = join(root, 'data');
  const results = join(root, 'results');
  const outside = join(root, 'outside');
  for (const each of [folder, results, outside]) mkdirSync(each);
  const addresses = readFileSync('fixtures/addresses.csv', 'utf8');
  const [header = '', ...rows] = addresses.trimEnd().split('\n');
  writeFileSync(join(folder, 'addresses.csv'), addresses);
  const many = Array.from({ length: 10_000 }, (_, at) => rows[at % rows.length]);
  writeFileSync(join(folder, 'ten-thousand.csv'), `${[header, ...many].join('\n')}\n`);
  const job = readFileSync('jobs/geocode.yaml', 'utf8').replace(/^name: .*$/m, 'name: mine');
  writeFileSync(join(folder, 'mine.yaml'), job);
  writeFileSync(join(outside, 'secret.csv'), 'text\nsecret\n');
  writeFileSync(join(outside, 'secret.yaml'), job);
  symlinkSync(join(outside, 'secret.csv'), join(folder, 'link.csv'));
  symlinkSync(outside, join(results, 'to-outside'));
  return { root, folder, results, outside, cells: rows.flatMap((row) => row.split(',')) };
}

function judge(task: McpTask, result: CallResult, validate: (name: string, answer: unknown) => void): void {
  const { name, code, is } = task;
  const [content] = result.content;
  const answer = JSON.parse(content?.text ?? '') as Record<string, unknown>;
  if (code !== undefined) {
    expect({ ...answer, isError: result.isError }).toMatchObject({ code, isError: true });
    expect(answer.what_to_do).toMatch(/\w/);
    return;
  }
  expect(result.isError ?? false, content?.text).toBe(false);
  expect(answer).toEqual(result.structuredContent);
  validate(name, answer);
  if (typeof is === 'function') is(answer);
  else if (is) expect(answer).toMatchObject(asMatchers(is));
  expect(content?.text.length, 'answers are small').toBeLessThan(8000);
}

function asMatchers(members: object): object {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      value instanceof RegExp ? (expect.stringMatching(value) as unknown) : (value as unknown),
    ]),
  );
}

function validatorOf(tools: readonly { name: string; outputSchema?: object }[]) {
  const ajv = new Ajv({ strict: false });
  const checks = new Map(tools.map(({ name, outputSchema = {} }) => [name, ajv.compile(outputSchema)]));
  return (name: string, answer: unknown) => {
    const check = checks.get(name);
    expect(check?.(answer), `${name}: ${JSON.stringify(check?.errors)}`).toBe(true);
  };
}

function judgeAll(
  tasks: readonly McpTask[],
  results: readonly CallResult[],
  tools: { name: string }[],
  cells: string[],
) {
  const validate = validatorOf(tools);
  tasks.forEach((task, at) => {
    const result = results[at] as CallResult;
    try {
      judge(task, result, validate);
    } catch (error) {
      throw new Error(`task ${at}, ${task.name} ${JSON.stringify(task.arguments)}: ${String(error)}`, {
        cause: error,
      });
    }
    if (task.name !== 'run_job' || task.code !== undefined) return;
    expect(result.progress.at(-1)).toBe(100);
    const texts = cells.filter((cell) => cell.length > 12);
    expect(texts.filter((text) => JSON.stringify(result).includes(text))).toEqual([]);
  });
}

describe('geomill mcp', () => {
  const folders = makeFolders();
  const secondResults = join(folders.root, 'results-2');
  const args = ['mcp', '--read', folders.folder, '--write'];
  beforeAll(() => {
    mkdirSync(secondResults);
    symlinkSync(folders.outside, join(secondResults, 'to-outside'));
  });

  it('answers fifty calls of the client of the SDK', async () => {
    const tasks = mcpTasks(folders);
    expect(tasks).toHaveLength(50);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MAIN, ...args, folders.results],
        stderr: 'ignore',
      }),
      PATIENT,
    );
    try {
      expect(client.getInstructions()).toContain(folders.results);
      const { tools } = await client.listTools(undefined, PATIENT);
      const results: CallResult[] = [];
      for (const task of tasks) {
        const progress: number[] = [];
        const result = await client.callTool(task, undefined, {
          ...PATIENT,
          onprogress: (each) => progress.push(each.progress),
        });
        results.push({ ...(result as unknown as CallResult), progress });
      }
      judgeAll(tasks, results, tools, folders.cells);
    } finally {
      await client.close();
    }
  });

  it('answers the same calls of a client that is not of the SDK', async ({ skip }) => {
    const tasks = mcpTasks({ ...folders, results: secondResults }, 200);
    const command = [process.execPath, MAIN, ...args, secondResults];
    const found = await new Promise<string | undefined>((done) => {
      const python = execFile(
        'python3',
        ['test/support/mcp_client.py'],
        { maxBuffer: 1 << 26 },
        (error, stdout, stderr) => {
          if (error) done(error.code === 'ENOENT' ? undefined : `failed: ${stderr}`);
          else done(stdout);
        },
      );
      const calls = tasks.map(({ name, arguments: own }) => ({ name, arguments: own }));
      python.stdin?.on('error', () => undefined);
      python.stdin?.end(JSON.stringify({ command, calls }));
    });
    if (found === undefined) return skip('needs python3');
    const { tools, results, exit } = JSON.parse(found) as {
      tools: { name: string }[];
      results: CallResult[];
      exit: number;
    };
    judgeAll(tasks, results, tools, folders.cells);
    expect(exit).toBe(0);
  });

  it('has no tools for files where no folder is named', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], stderr: 'ignore' }),
      PATIENT,
    );
    const { tools } = await client.listTools(undefined, PATIENT);
    await client.close();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['convert_units', 'describe_dataset', 'explain_ward', 'geocode', 'nearby', 'reverse'].sort(),
    );
  });

  it('refuses a folder that does not exist', async () => {
    const { exited } = startGeomill(['mcp', '--read', 'no-such-folder'], { cwd: folders.root });
    await expect(exited).resolves.toMatchObject({ exitCode: 64, stdout: '' });
  });
});
