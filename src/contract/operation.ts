import type { TObject, TSchema } from 'typebox';

/** Describes one of the shapes in which an operation is asked and answered. */
export interface Shape<P extends TObject = TObject, A extends TSchema = TSchema> {
  readonly parameters: P;
  readonly answer: A;
}

/**
 * Describes one operation of the interface: everything that client, server and documentation derive from.
 *
 * Shape: `shapes` has the members `google` and `osm`, or `only` where there is one; `shapeOf` tells from the raw parameters
 * which one is meant. `root` says which of the two base addresses `path` is relative to.
 */
export interface Operation<S extends Readonly<Record<string, Shape>> = Readonly<Record<string, Shape>>> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly root: 'base' | 'imagery';
  readonly section: string;
  readonly summary: string;
  /** Whether the operation computes routes: a local service then needs a router, which has its own processes. */
  readonly needsRouter?: boolean;
  readonly shapes: S;
  readonly shapeOf: (parameters: Readonly<Record<string, unknown>>) => keyof S & string;
}

/** Declares an operation, keeping the types of its shapes. */
export function defineOperation<const N extends string, S extends Readonly<Record<string, Shape>>>(
  operation: Operation<S> & { readonly name: N },
): Operation<S> & { readonly name: N } {
  return operation;
}

/** Chooses the google shape when the parameter that only it has is present (section 1, rule 2). */
export function googleWhen(parameter: string) {
  return (parameters: Readonly<Record<string, unknown>>): 'google' | 'osm' =>
    parameters[parameter] === undefined ? 'osm' : 'google';
}

/** Chooses the only shape of an operation that has one. */
export const onlyShape = (): 'only' => 'only';
