import { gzipSync } from 'node:zlib';
import { buildWorkbook, type WorkbookParts } from '../support/xlsx-dialects.ts';
import type { CostInput } from './subject.ts';

/** Builds a request with these members of its query. */
export function get(path: string, query: Readonly<Record<string, string>> = {}): CostInput {
  const text = new URLSearchParams(query).toString();
  return { kind: 'request', path: text === '' ? path : `${path}?${text}` };
}

/** Builds a request with a body of JSON, given as a value or as its text. */
export function post(path: string, json: unknown, headers: Record<string, string> = {}): CostInput {
  const body = typeof json === 'string' ? json : JSON.stringify(json);
  return { kind: 'request', path, body, headers: { 'content-type': 'application/json', ...headers } };
}

/** The headers of a client of `/mcp`. */
export const MCP_HEADERS = { accept: 'application/json, text/event-stream' };

/** Builds a batch. Shape: compressed, so that many rows are few bytes. */
export function batch(path: string, type: 'text/csv' | 'application/x-ndjson', text: string): CostInput {
  const headers = { 'content-type': type, 'content-encoding': 'gzip' };
  return { kind: 'request', path: `/v1/batch/${path}`, headers, body: gzipSync(text, { level: 9 }) };
}

/** Builds a message to `/mcp`. */
export function mcp(method: string, params: unknown): CostInput {
  return post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, MCP_HEADERS);
}

/** Builds a file that a job is run over. */
export function file(name: string, bytes: Buffer | string, job = 'geocode'): CostInput {
  return { kind: 'file', name, job, bytes };
}

/** Builds a CSV of one column of addresses, with cells that are quoted. */
export function addresses(cells: readonly string[]): CostInput {
  const rows = cells.map((cell, at) => `${at},"${cell.replaceAll('"', '""')}"\n`);
  return file('in.csv', `id,address\n${rows.join('')}`);
}

/** Builds a workbook. */
export async function workbook(parts: WorkbookParts): Promise<CostInput> {
  return file('in.xlsx', await buildWorkbook(parts));
}

/** Builds an inline text cell. */
export const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Builds a row of a sheet. */
export const row = (nth: number, ...cells: string[]) => `<row r="${nth}">${cells.join('')}</row>`;

/** Returns so many values. */
export const times = <T>(count: number, value: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => value(at));
