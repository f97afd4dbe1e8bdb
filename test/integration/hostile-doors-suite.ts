import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_CELLS, REAL_ADDRESS, hostileCells } from '../support/hostile-cells.ts';
import { startServerProcess } from '../support/server-process.ts';

const MAIN = 'dist/cli/main.cjs';
const PYTHON = '/usr/bin/python3';
/** A net only: the tests of the functions measure the time. */
const HARD_LIMIT_MS = 1_500_000;

/** A file with hostile cells in the column that a stage reads, or in one that no stage reads. */
interface HostileFile {
  job: 'geocode' | 'reverse' | 'convert';
  path: string;
  rows: number;
}

/** How a process ended. */
interface Ended {
  code: number | null;
  isKilled: boolean;
  stdout: string;
  stderr: string;
}

function execute(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = {
    ...{ timeout: HARD_LIMIT_MS, killSignal: 'SIGKILL' as const, maxBuffer: 1 << 30 },
    env: { PATH: process.env.PATH, ...env },
  };
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: child.exitCode, isKilled: error?.killed === true, stdout, stderr }),
    );
  });
}

const geomill = (...args: string[]) => execute(process.execPath, [MAIN, ...args]);

/** Describes what each door of Geomill does with hostile cells, some of each kind. */
export function describeDoors(countPerKind: number, mostCharacters: number): void {
  describe('hostile cells', () => {
    let folder: string;
    const files: HostileFile[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-doors-'));
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const known = KNOWN_CELLS.map(({ text }) => text);
      const texts = [
        ...known,
        ...[...hostileCells({ countPerKind, mostCharacters })].map(({ text }) => text),
      ];
      // Every second row is a good one: a run ends where more than half of the rows are errors.
      const write = async (
        name: string,
        job: HostileFile['job'],
        header: string,
        good: string,
        lineOf: (text: string) => string,
      ) => {
        const path = join(folder, name);
        const lines = texts.flatMap((text) => [lineOf(quoted(text)), good]);
        await writeFile(
          path,
          `id,${header}\n${[good, ...lines].map((line, at) => `${at},${line}\n`).join('')}`,
        );
        files.push({ job, path, rows: lines.length + 1 });
      };
      const address = `"${REAL_ADDRESS}"`;
      await write('addresses.csv', 'geocode', 'address', address, (text) => text);
      await write('converted.csv', 'convert', 'address', address, (text) => text);
      await write('positions.csv', 'reverse', 'lat,lon', '21.0337,105.8464', (text) => `${text},105.85`);
      await write('notes.csv', 'geocode', 'address,note', `${address},`, (text) => `${address},${text}`);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const each = ['addresses.csv', 'converted.csv', 'positions.csv', 'notes.csv'];
    const fileOf = (name: string) => files[each.indexOf(name)] as HostileFile;

    /** What each door does with a file. */
    const doors: Record<string, (file: HostileFile) => Promise<void>> = {
      'run, 1 worker': (file) => runs(file, '1'),
      'run, 2 workers': (file) => runs(file, '2'),
      check: ({ job, path }) => ends(geomill('check', job, '--input', path)),
      plan: ({ job, path }) => ends(geomill('plan', job, '--input', path)),
      'batch over HTTP': async ({ job, path, rows }) => {
        const server = await startServerProcess(['--workers', '1']);
        try {
          const response = await fetch(`${server.baseUrl}/batch/${job}`, {
            method: 'POST',
            headers: { 'content-type': 'text/csv', accept: 'application/x-ndjson' },
            body: await readFile(path),
          });
          const text = await response.text();
          expect(response.status, text.slice(0, 500)).toBe(200);
          expect(text.trimEnd().split('\n')).toHaveLength(rows);
        } finally {
          await server.stop();
        }
      },
      Python: async ({ job, path, rows }) => {
        const program = [
          'import csv, sys, geomill',
          'csv.field_size_limit(1 << 30)',
          `table = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))`,
          `print(len(geomill.${job}(table, progress=False)))`,
        ].join('\n');
        const env = {
          PYTHONPATH: 'python',
          PYTHONDONTWRITEBYTECODE: '1',
          GEOMILL_COMMAND: `${process.execPath} ${MAIN}`,
        };
        const ended = await execute(PYTHON, ['-c', program, path], env);
        expect(ended.stdout.trim(), ended.stderr).toBe(String(rows));
      },
    };

    /** Runs a job, which loses no row. */
    async function runs({ job, path, rows }: HostileFile, workers: string): Promise<void> {
      const output = await mkdtemp(join(folder, 'out-'));
      const args = ['--output', output, '--workers', workers, '--yes', '--quiet', '--no-report'];
      const ended = await geomill('run', job, '--input', path, ...args);
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      const { counts } = JSON.parse(await readFile(join(output, 'manifest.json'), 'utf8')) as {
        counts: Record<string, number>;
      };
      expect(counts).toMatchObject({ rowsIn: rows });
      if (job !== 'geocode') return;
      const results = await readFile(join(output, basename(path)), 'utf8');
      expect(results.split('Phố Bát Đàn').length, 'the good rows are answered').toBeGreaterThan(rows / 2);
    }

    /** Waits for a command that may find faults in the file. */
    async function ends(command: Promise<Ended>): Promise<void> {
      const { isKilled, code, stderr } = await command;
      expect({ isKilled, isCrash: ![0, 65].includes(code ?? 1) }, stderr).toEqual({
        isKilled: false,
        isCrash: false,
      });
    }

    describe.each(each)('of %s', (name) => {
      it.each(Object.keys(doors))('end in %s', (door) => doors[door]?.(fileOf(name)), HARD_LIMIT_MS);
    });

    it.each(KNOWN_CELLS)(
      '$name: is answered by ask',
      async ({ text, address }) => {
        const { code, stdout, stderr } = await geomill('ask', 'geocodeForward', `text=${text}`);
        expect(code, stderr).toBe(0);
        expect(stdout).toContain(address.includes('Bát Đàn') ? 'Phố Bát Đàn' : 'Phố Hàng Bài');
      },
      HARD_LIMIT_MS,
    );

    it(
      'end in MCP',
      async () => {
        const client = new Client({ name: 'test', version: '1' });
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: [MAIN, 'mcp', '--read', folder],
          stderr: 'ignore',
        });
        await client.connect(transport);
        try {
          for (const { text } of [...KNOWN_CELLS, ...hostileCells({ countPerKind, mostCharacters })]) {
            for (const name of ['geocode', 'convert_units']) {
              const call = { name, arguments: { text } };
              const { content, isError = false } = await client.callTool(call, undefined, {
                timeout: HARD_LIMIT_MS,
              });
              expect(content, text.slice(0, 100)).toMatchObject([{ type: 'text' }]);
              expect(isError, JSON.stringify(content).slice(0, 300)).toBe(false);
            }
          }
          for (const { job, path } of files)
            await client.callTool({ name: 'check_job', arguments: { job, input: path } }, undefined, {
              timeout: HARD_LIMIT_MS,
            });
        } finally {
          await client.close();
        }
      },
      HARD_LIMIT_MS,
    );
  });
}
