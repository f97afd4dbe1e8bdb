import { CERTAINTIES, marksOf, OF_ALL_OPERATIONS, type BeyondMark } from '../../src/contract/beyond.ts';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { table } from './marked.ts';

/** A mark with the place where it is: an operation, or a parameter or member of one. */
interface PlacedMark extends BeyondMark {
  of: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns the marks inside of a schema, with their place. */
function marksInside(schema: Schema, place: string): PlacedMark[] {
  const marks = marksOf(schema);
  const own = marks.map((mark) => ({ ...mark, of: place === '' ? 'the operation' : `\`${place}\`` }));
  // What is inside of a marked member is covered by its mark.
  if (marks.some(({ kind }) => kind === 'member' || kind === 'parameter')) return own;
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const inside = members.flatMap(([name, member]) =>
    marksInside(member, place === '' ? name : `${place}.${name}`),
  );
  const parts = [
    ...((schema.anyOf ?? []) as Schema[]),
    ...(schema.items ? [schema.items as Schema] : []),
    ...Object.values((schema.patternProperties ?? {}) as Record<string, Schema>),
  ];
  return [...own, ...inside, ...parts.flatMap((part) => marksInside(part, place))];
}

/** Returns the rows of marks: one for each text, with all places that have it. */
function rowsOf(marks: readonly PlacedMark[]): string[][] {
  const places = new Map<string, { mark: PlacedMark; of: Set<string> }>();
  for (const mark of marks) {
    const key = `${mark.kind} ${mark.reason}`;
    const known = places.get(key) ?? { mark, of: new Set() };
    places.set(key, known);
    known.of.add(mark.of);
  }
  return [...places.values()].map(({ mark, of }) => [
    [...of].join(', '),
    mark.kind,
    mark.reason,
    mark.certainty,
  ]);
}

const HEADER = ['of', 'what', 'how and why', 'certainty'];

function operationSection(operation: Operation): string {
  const parameters = Object.values(operation.shapes).flatMap((shape) =>
    marksInside(shape.parameters as unknown as Schema, ''),
  );
  const own = marksOf(operation).map((mark) => ({ ...mark, of: 'the operation' }));
  // Of an operation of our own, everything is beyond.
  const marks = own.some(({ kind }) => kind === 'operation') ? own : [...own, ...parameters];
  return `## \`${operation.method} ${operation.path}\`\n\n${table(HEADER, rowsOf(marks))}\n`;
}

/** Returns docs/BEYOND.md: what the interface document does not have, from the marks of the contract. */
export function beyondPage(): string {
  const operations: Operation[] = Object.values(OPERATIONS);
  const answers = operations.flatMap((operation) =>
    Object.values(operation.shapes).flatMap((shape) => marksInside(shape.answer as unknown as Schema, '')),
  );
  const general = Object.entries(OF_ALL_OPERATIONS).flatMap(([of, marks]) =>
    marks.map((mark) => ({ ...mark, of })),
  );
  return `# Beyond the interface

Generated from the marks in \`src/contract/\` by \`make docs\`; \`/openapi.json\` has the same marks as \`x-beyond-interface\`. Listed is each parameter, member, default, limit and refusal
that the interface document does not have or leaves open. What is inside of a listed parameter or member is not listed again: \`/docs\` of a server has it. Batches and the APIs of Google,
Nominatim, Pelias and Photon ([DIALECTS.md](DIALECTS.md)) are additions as a whole.

${table(['certainty', 'meaning'], Object.entries(CERTAINTIES))}

## All operations

${table(HEADER, rowsOf(general))}

## Responses

${table(HEADER, rowsOf(answers))}

${operations.map(operationSection).join('\n')}`;
}
