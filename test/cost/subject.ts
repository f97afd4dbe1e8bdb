import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { geomill } from '../support/geomill-process.ts';
import { startServerProcess } from '../support/server-process.ts';
import { measure, spender, type Cost } from './process-cost.ts';
import { ADDRESS, ADDRESS_READERS } from './texts.ts';

/** Which server is asked: that with the starter dataset, or that with street pictures. */
type Server = 'server' | 'imagery';

/** A request to the server, a file that a job is run over, or a job file. */
export type CostInput =
  | {
      kind: 'request';
      method?: string;
      path: string;
      headers?: Record<string, string>;
      body?: Buffer | string;
    }
  | { kind: 'file'; name: string; job: string; bytes: Buffer | string }
  | { kind: 'job'; text: string };

/** How an input ended. Shape: `sentence` is the message of a refusal. */
export interface Outcome {
  status: 'answered' | 'refused' | 'failed';
  sentence: string;
}

/** What an input of so many bytes cost. */
export interface Measured extends Cost, Outcome {
  bytes: number;
}

/** The processes that inputs are given to. */
export interface Subject {
  /** Errors: none; a process that does not end with an input is killed, its cost is infinite, and the next input gets another one. */
  costOf(input: CostInput): Promise<Measured>;
  close(): Promise<void>;
}

/** A process, and what gives it an input. */
interface Process {
  pid: number;
  give(input: CostInput): Promise<Outcome>;
  stop(): Promise<void>;
}

/** 501: of an operation that the dataset has no data for. */
const REFUSALS = [400, 401, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431, 501, 503];
/** Failures that are none of the input. */
const FAILURES = ['UNEXPECTED', 'INTERNAL', 'IO', 'DATASET_BAD'];

const LOOK_MS = 100;
/** Street pictures of the server that has some. */
const PICTURES = 5000;

/** Returns the bytes of an input as they are sent or stored. */
export function bytesOf(input: CostInput): number {
  if (input.kind === 'job') return Buffer.byteLength(input.text);
  if (input.kind === 'file') return Buffer.byteLength(input.bytes);
  const headers = Object.entries(input.headers ?? {})
    .flat()
    .join('').length;
  return input.path.length + headers + Buffer.byteLength(input.body ?? '');
}

/** Opens the processes, each when it is first needed. Shape: one is killed that spends so much CPU time on an input. */
export function openSubject(killAfterCpuMs: number): Subject {
  const open: Partial<Record<Server | 'files', Promise<Process>>> = {};
  return {
    async costOf(input) {
      const kind = input.kind === 'request' ? serverOf(input.path) : 'files';
      const started = (open[kind] ??= kind === 'files' ? startFiles() : startServer(kind));
      const subject = await started;
      const end = await measure(subject.pid);
      const bytes = bytesOf(input);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        const isLate = spender(subject.pid, killAfterCpuMs);
        timer = setInterval(() => isLate() && resolve(undefined), LOOK_MS);
      });
      try {
        const outcome = await Promise.race([subject.give(input), late]);
        if (outcome !== undefined) return { bytes, ...(await end()), ...outcome };
        const cost = await end();
        await discard(kind, subject);
        return {
          bytes,
          ...cost,
          cpuMs: Infinity,
          status: 'failed',
          sentence: `did not end in ${killAfterCpuMs} ms of CPU time`,
        };
      } catch (error) {
        // It ended itself: of too much memory, for example.
        await discard(kind, subject);
        const sentence = `the process ended: ${(error as Error).message}`;
        return { bytes, cpuMs: Infinity, memoryBytes: Infinity, writtenBytes: 0, status: 'failed', sentence };
      } finally {
        clearInterval(timer);
      }
    },
    async close() {
      for (const started of Object.values(open)) await (await started)?.stop();
    },
  };

  async function discard(kind: Server | 'files', subject: Process): Promise<void> {
    open[kind] = undefined;
    await subject.stop();
  }
}

const serverOf = (path: string): Server => (/^\/(imagery|pictures|viewer)/.test(path) ? 'imagery' : 'server');

async function startServer(kind: Server): Promise<Process> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-cost-dataset-'));
  const dataset = kind === 'imagery' ? ['--dataset', await buildPictures(folder)] : [];
  const server = await startServerProcess(['--workers', '2', ...dataset]);
  const session = await openSession(server.port);
  const give = (input: CostInput) =>
    exchange(server.port, input, session).catch((error: Error): Outcome => {
      if (server.child.exitCode !== null || server.child.signalCode !== null) throw error;
      // What has begun has no other way to say so.
      return { status: 'refused', sentence: `the server broke its answer off: ${error.message}` };
    });
  // What is loaded with the first request is no cost of the next.
  if (kind === 'server') for (const read of Object.values(ADDRESS_READERS)) await give(read(ADDRESS));
  return {
    pid: server.child.pid!,
    give,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Builds a dataset of the same picture at many places. Returns its folder. */
export async function buildPictures(folder: string, count = PICTURES): Promise<string> {
  const [line = ''] = readFileSync('fixtures/street/items.ndjson', 'utf8').split('\n');
  const item = JSON.parse(line) as object;
  const items = Array.from({ length: count }, (_, nth) => {
    const position = [105 + (nth % 100) / 100, 20 + Math.floor(nth / 100) / 100];
    const id = `74840aea-2a6d-5309-98e0-${String(nth).padStart(12, '0')}`;
    return JSON.stringify({
      ...item,
      ...{ id, bbox: [...position, ...position], geometry: { type: 'Point', coordinates: position } },
    });
  });
  const file = join(folder, 'items.ndjson');
  const out = join(folder, 'dataset');
  writeFileSync(file, items.join('\n'));
  const { code, stderr } = await geomill([
    'dataset',
    'build',
    '--imagery',
    file,
    '--out',
    out,
    '--from',
    'none',
    '--quiet',
  ]);
  if (code !== 0) throw new Error(`no dataset of pictures: ${stderr}`);
  return out;
}

/** Opens a session of `/mcp`; returns its id. */
async function openSession(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'cost', version: '1' } },
    }),
  });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

/** Sends a request and reads the whole response. Errors: the connection ended. */
function exchange(port: number, input: CostInput, session: string): Promise<Outcome> {
  if (input.kind !== 'request') throw new Error('no request');
  const { method = input.body === undefined ? 'GET' : 'POST', path, body } = input;
  const headers = path === '/mcp' ? { ...input.headers, 'mcp-session-id': session } : input.headers;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let start = '';
      response.on('data', (block: Buffer) => {
        if (start.length < 4096) start += block.toString();
      });
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode < 400) return resolve({ status: 'answered', sentence: '' });
        const status = REFUSALS.includes(statusCode) ? 'refused' : 'failed';
        resolve({ status, sentence: `${statusCode} ${start.slice(0, 300)}` });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function startFiles(): Promise<Process> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-cost-input-'));
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    ['--max-old-space-size=1024', join('test', 'cost', 'run-files.js')],
    { env: { PATH: process.env.PATH }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  child.stderr.resume();
  // A process that ended is noticed by its lines.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function give(input: CostInput): Promise<Outcome> {
    if (input.kind === 'request') throw new Error('no file');
    const message: Record<string, string> = input.kind === 'job' ? { text: input.text } : { job: input.job };
    if (input.kind === 'file') {
      message.path = join(folder, input.name);
      writeFileSync(message.path, input.bytes);
    }
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error(`ended with ${child.exitCode ?? child.signalCode}`);
    const { failure } = JSON.parse(line.value) as { failure: { code: string; message: string } | null };
    if (failure === null) return { status: 'answered', sentence: '' };
    const status = FAILURES.includes(failure.code) ? 'failed' : 'refused';
    return { status, sentence: `${failure.code} ${failure.message}` };
  }
  await give({
    kind: 'file',
    name: 'first.csv',
    job: 'geocode',
    bytes: 'id,address\n1,"86 Bát Đàn, Hà Nội"\n',
  });
  return {
    pid: child.pid!,
    give,
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
