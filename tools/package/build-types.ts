// Builds the declarations of the library: those of tsc, with the types of the contract written out, and only the files that are reached.
//
// TypeBox infers the types of the contract from its schemas, which costs each program that imports the library 2 million instantiations. What
// is published are the same types as plain interfaces, named after the schemas.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { format } from 'prettier';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import * as directions from '../../src/contract/records/directions.ts';
import * as fleet from '../../src/contract/records/fleet.ts';
import * as forcode from '../../src/contract/records/forcode.ts';
import * as googlePlace from '../../src/contract/records/google-place.ts';
import * as imagery from '../../src/contract/records/imagery.ts';
import * as trip from '../../src/contract/records/optimized-trip.ts';
import * as osmFeature from '../../src/contract/records/osm-feature.ts';
import * as prediction from '../../src/contract/records/prediction.ts';
import { membersText, typeText, type JsonSchema } from './schema-types.ts';

const RECORDS = [directions, fleet, forcode, googlePlace, imagery, trip, osmFeature, prediction];
const ENTRIES = ['index.d.ts', 'contract/index.d.ts'];
const RECORDS_FILE = 'contract/records.d.ts';

/** The schemas as a program sees them: JSON Schema, without the types that they stand for. */
const SCHEMAS = `/** A JSON Schema. */
export interface TSchema { readonly [keyword: string]: unknown }
/** A JSON Schema of an object. */
export interface TObject extends TSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
}
`;

/** Builds the declarations of a project folder into two folders: `types` for `import`, `types-cjs` for `require`. */
export async function buildTypes(root: string, out: string): Promise<void> {
  const all = join(out, 'types.all');
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const args = [tsc, '-p', 'tools/package/tsconfig.types.json', '--outDir', all];
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error: { stdout?: string }) => {
    throw new Error(`the types cannot be built:\n${error.stdout ?? ''}`);
  });
  await writePlain(all);
  const [forImport, forRequire] = [join(out, 'types'), join(out, 'types-cjs')];
  for (const file of await reachedFiles(all)) {
    await mkdir(dirname(join(forImport, file)), { recursive: true });
    await cp(join(all, file), join(forImport, file));
  }
  await rm(all, { recursive: true });
  await cp(forImport, forRequire, { recursive: true });
  await writeFile(join(forRequire, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Replaces the types that TypeBox infers. */
async function writePlain(folder: string): Promise<void> {
  const edit = async (file: string, change: (text: string) => string) => {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(
      join(folder, file),
      await format(change(text), { parser: 'typescript', printWidth: 110, singleQuote: true }),
    );
  };
  const names = namedRecords();
  await writeFile(join(folder, RECORDS_FILE), '');
  await edit(RECORDS_FILE, () => recordsText(names));
  await edit('contract/service.d.ts', (text) => serviceText(text, names));
  await edit('contract/catalogue.d.ts', catalogueText);
  const importOfTypeBox = /^import (type )?.*from 'typebox';$/m;
  await edit('contract/operation.d.ts', (text) => text.replace(importOfTypeBox, SCHEMAS));
  for (const file of ['contract/parameters.d.ts', 'run/stages/stage.d.ts']) {
    const path = file.startsWith('contract/') ? './operation.ts' : '../../contract/operation.ts';
    await edit(file, (text) =>
      text
        .replace(importOfTypeBox, `import type { TObject, TSchema } from '${path}';`)
        .replaceAll('import("typebox").', '')
        // What the schemas are generic over is what TypeBox infers from.
        .replace(/\bTObject<.*?>(?=[;,)])/g, 'TObject'),
    );
  }
}

/** Returns the names of the object schemas that the contract exports, by the text of their members. */
function namedRecords(): Map<string, { name: string; schema: JsonSchema }> {
  const named = new Map<string, { name: string; schema: JsonSchema }>();
  for (const [name, value] of RECORDS.flatMap((module) => Object.entries(module))) {
    const schema = value as JsonSchema;
    if (typeof value === 'object' && schema.properties) named.set(membersText(schema), { name, schema });
  }
  return named;
}

type Names = ReturnType<typeof namedRecords>;

function recordsText(names: Names): string {
  const nameOf = (members: string) => names.get(members)?.name;
  const records = [...names.values()].map(
    // Types of literals, not interfaces: those are assignable to an index signature.
    ({ name, schema }) => `export type ${name} = ${membersText(schema, nameOf)};`,
  );
  return `/** The records of the interface. */\n${records.join('\n')}\n`;
}

/** The order of the overloads: a call with `format: 'google'` fits both shapes, and the first one that fits is taken. */
const SHAPES = ['google', 'osm', 'only'];

function serviceText(text: string, names: Names): string {
  const nameOf = (members: string) => names.get(members)?.name;
  const types: string[] = [];
  const [methods, handlers]: [string[], string[]] = [[], []];
  for (const [operation, { summary, shapes }] of Object.entries(OPERATIONS)) {
    const byName = shapes as unknown as Readonly<
      Record<string, { parameters: JsonSchema; answer: JsonSchema } | undefined>
    >;
    const ofShapes: string[] = [];
    for (const shape of SHAPES) {
      const schemas = byName[shape];
      if (!schemas) continue;
      const suffix = shape === 'only' ? '' : upperFirst(shape);
      const prefix = `${upperFirst(operation)}${suffix}`;
      types.push(`/** The parameters of ${operation}${suffix && `, ${shape} shape`}. */
        export type ${prefix}Parameters = ${membersText(schemas.parameters, nameOf)};`);
      const answer = typeText(schemas.answer, nameOf);
      const request = `(parameters: ${prefix}Parameters, context?: CallContext)`;
      const call = `${request}: Promise<${answer}>`;
      ofShapes.push(`${shape}?: ${request} => ${answer} | Promise<${answer}>;`);
      methods.push(`/** ${summary} */\n${operation}${call};`);
    }
    handlers.push(`${operation}?: { ${ofShapes.join(' ')} };`);
  }
  const port = `export interface GeoService { ${methods.join('\n')} }`;
  const own = text
    .replace(/^import .*$/gm, '')
    .replace(/^type (ShapesOf|Call|CallOf|Handler|Overloads)<[\s\S]*?;\n(?=type |\/\*\*)/gm, '')
    .replace(/^export type GeoService = \{[\s\S]*?^\};/m, () => port)
    .replace(
      /^export type GeoServiceHandlers = \{[\s\S]*?^\};/m,
      () => `export interface GeoServiceHandlers { ${handlers.join('\n')} }`,
    );
  if (/Static|ShapesOf|Overloads</.test(own))
    throw new Error('contract/service.d.ts has types of TypeBox left');
  const body = `${own}\n${types.join('\n')}`;
  const used = [...names.values()].filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body));
  return `import type { ${used.map(({ name }) => name).join(', ')} } from './records.ts';\n${body}`;
}

function catalogueText(text: string): string {
  const names = Object.keys(OPERATIONS).map((name) => JSON.stringify(name));
  const plain = text
    .replace(
      /^export declare const OPERATIONS: \{[\s\S]*?^\};/m,
      'export declare const OPERATIONS: { readonly [N in OperationName]: Operation & { readonly name: N } };',
    )
    .replace(/^export type OperationName = .*$/m, `export type OperationName = ${names.join(' | ')};`);
  return `import type { Operation } from './operation.ts';\n${plain}`;
}

const upperFirst = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Returns the files that the entries import, directly or not. */
async function reachedFiles(folder: string): Promise<string[]> {
  const reached = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (reached.has(path)) return;
    reached.add(path);
    const text = await readFile(path, 'utf8');
    if (/['"]typebox['"]/.test(text)) throw new Error(`${path} has types of TypeBox left`);
    for (const [, to = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
      await visit(resolve(dirname(path), `${to}.d.ts`));
  };
  for (const entry of ENTRIES) await visit(join(folder, entry));
  return [...reached].map((path) => path.slice(folder.length + 1));
}
