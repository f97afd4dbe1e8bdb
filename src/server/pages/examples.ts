import table from '../../data/api-examples.json' with { type: 'json' };

/** A request of the documentation. Shape: `path` fills the names in braces of its address. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: { type: string; text: string };
}

/** The example of each operation, by its `operationId`, in the order in which they are sent. Shape: some need what an earlier answer has, see {@link needsEarlier}. */
export const EXAMPLES: Readonly<Record<string, Example>> = table.examples;

/** Reports whether an example needs what an earlier answer has: the id of a place or of a picture. */
export const needsEarlier = (example: Example): boolean => JSON.stringify(example).includes('$');
