import { spawn } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { ScoredEngine } from './engine.ts';

/**
 * Creates an engine from a command that reads CSV and writes CSV.
 *
 * Shape: standard input has the columns `id,address`; standard output has `id,ward_code` and optionally `candidates` (codes separated by `|`),
 * `ambiguous` (0, 1), `confidence` (0 to 1), `lat` and `lon`, in any order; a missing id is an empty answer.
 * Errors: Error when the command ends with another code than 0.
 */
export function createCommandEngine(name: string, command: string, args: readonly string[]): ScoredEngine {
  return {
    name,
    isCommand: true,
    async answer(texts) {
      const input = stringify(
        texts.map((address, id) => ({ id, address })),
        { header: true },
      );
      const rows = parse<Record<string, string>>(await run(command, args, input), { columns: true });
      const byId = new Map(rows.map((row) => [Number(row.id), row]));
      return texts.map((_, id) => {
        const row = byId.get(id) ?? {};
        const { ward_code: ward = '', candidates = '', ambiguous, confidence = '', lat = '', lon = '' } = row;
        const listed = candidates === '' ? [] : candidates.split('|');
        return {
          ward,
          candidates: ward === '' ? listed : [...new Set([ward, ...listed])],
          ambiguous: ambiguous === '1',
          confidence: confidence === '' ? undefined : Number(confidence),
          position: lat === '' || lon === '' ? undefined : { lat: Number(lat), lon: Number(lon) },
        };
      });
    },
  };
}

function run(command: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error(`${command} ended with code ${String(code)}`));
    });
    // A command that ends early closes its input; its exit code says more than the write error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
