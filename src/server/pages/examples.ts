import table from '../../data/api-examples.json' with { type: 'json' };

/** A request of the documentation. Shape: `path` fills the names in braces of its address. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: { type: string; text: string };
}

/** The example of each operation, by its `operationId`, in the order in which they are sent. Shape: some need what an earlier answer has, see {@link exampleOf}. */
export const EXAMPLES: Readonly<Record<string, Example>> = table.examples;

const NEVER_AN_ID = '00000000-0000-4000-8000-000000000000';
const EARLIER: Readonly<Record<string, readonly (string | number)[]>> = table.earlier;

/** Reports whether an example needs what an earlier answer has: the id of a place or of a picture. */
export const needsEarlier = (example: Example): boolean => JSON.stringify(example).includes('$');

/** Returns an example with what earlier answers have, by `operationId`. Shape: where they have none, the answer says so. */
export function exampleOf(example: Example, answers: ReadonlyMap<string, unknown>): Example {
  const valueOf = (name: string): string => {
    const [id, ...steps] = EARLIER[name] ?? [];
    const value = steps.reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step],
      answers.get(String(id)),
    );
    return typeof value === 'string' ? value : NEVER_AN_ID;
  };
  return JSON.parse(
    JSON.stringify(example).replace(/\$(\w+)/g, (_, name: string) =>
      JSON.stringify(valueOf(name)).slice(1, -1),
    ),
  ) as Example;
}
