import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';

interface Field {
  name: string;
  type: string;
  description: string;
  unit?: string;
  constraints?: { required?: boolean; enum?: string[]; minimum?: number; maximum?: number };
}

interface Resource {
  name: string;
  path: string;
  format: string;
  mediatype: string;
  bytes: number;
  hash: string;
  type?: string;
  schema?: { $schema: string; fields: Field[]; missingValues: string[] };
}

const NAME = /^[a-z0-9._-]+$/;
const TYPES = ['string', 'number', 'integer', 'boolean', 'any'];
const PROFILES = 'https://datapackage.org/profiles/2.0';

/**
 * Checks the Data Package in the folder of a run: the properties that version 2.0 requires and their forms, and that what it says of the
 * files, the columns and every cell of the CSV results is true.
 */
export async function checkDataPackage(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'datapackage.json'), 'utf8');
  const { $schema, name, resources } = JSON.parse(text) as {
    $schema: string;
    name: string;
    resources: Resource[];
  };
  expect($schema).toBe(`${PROFILES}/datapackage.json`);
  expect(name).toMatch(NAME);
  expect(resources.length).toBeGreaterThan(0);
  expect(new Set(resources.map((resource) => resource.name)).size).toBe(resources.length);
  for (const resource of resources) await checkResource(folder, resource);
  const csv = resources.find(({ type }) => type === 'table');
  if (csv?.schema) checkCells(await readFile(join(folder, csv.path), 'utf8'), csv.schema.fields);
}

async function checkResource(folder: string, { name, path, mediatype, bytes, hash, schema }: Resource) {
  expect(name).toMatch(NAME);
  // A path of a package is relative, below its folder.
  expect(path).not.toMatch(/^[/~.]|\.\.\/|^[a-z]+:/);
  expect(mediatype).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
  const content = await readFile(join(folder, path));
  expect({ bytes, hash }).toEqual({
    bytes: content.length,
    hash: `sha256:${createHash('sha256').update(content).digest('hex')}`,
  });
  if (!schema) return;
  expect(schema).toMatchObject({ $schema: `${PROFILES}/tableschema.json`, missingValues: [''] });
  const names = schema.fields.map((field) => field.name);
  expect(new Set(names).size).toBe(names.length);
  for (const field of schema.fields) {
    expect(TYPES).toContain(field.type);
    expect(field.description).not.toBe('');
  }
}

function checkCells(text: string, fields: readonly Field[]): void {
  const [header = [], ...rows] = parse(text, { record_delimiter: '\n' });
  expect(fields).toHaveLength(header.length);
  fields.forEach(({ type, constraints = {} }, at) => {
    for (const row of rows) {
      const cell = row[at] ?? '';
      if (cell === '') expect(constraints.required ?? false).toBe(false);
      else checkCell(cell, type, constraints);
    }
  });
}

function checkCell(
  cell: string,
  type: string,
  { enum: values, minimum, maximum }: NonNullable<Field['constraints']>,
) {
  if (type === 'number' || type === 'integer') expect(Number.isFinite(Number(cell))).toBe(true);
  if (type === 'integer') expect(Number.isInteger(Number(cell))).toBe(true);
  if (type === 'boolean') expect(['true', 'false']).toContain(cell);
  if (values) expect(values).toContain(cell);
  if (minimum !== undefined) expect(Number(cell)).toBeGreaterThanOrEqual(minimum);
  if (maximum !== undefined) expect(Number(cell)).toBeLessThanOrEqual(maximum);
}
