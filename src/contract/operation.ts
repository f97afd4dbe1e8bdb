import type { TObject, TSchema } from 'typebox';
import type { BEYOND } from './beyond.ts';
import { marksOf, type BeyondMark } from './beyond.ts';

/** A shape of an operation: its parameters and its response. */
export interface Shape<P extends TObject = TObject, A extends TSchema = TSchema> {
  readonly parameters: P;
  readonly answer: A;
}

/**
 * An operation of the interface, from which client, server and documentation are derived.
 *
 * Shape: `shapes` has the members `google` and `osm`, or `only` where there is one; `shapeOf` selects one
 * by the raw parameters. `root` is the base address that `path` is relative to.
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
  /** What of the operation as a whole the interface document does not have. */
  readonly [BEYOND]?: readonly BeyondMark[];
  readonly shapes: S;
  readonly shapeOf: (parameters: Readonly<Record<string, unknown>>) => keyof S & string;
}

/** Declares an operation, keeping the types of its shapes. */
export function defineOperation<const N extends string, S extends Readonly<Record<string, Shape>>>(
  operation: Operation<S> & { readonly name: N },
): Operation<S> & { readonly name: N } {
  return operation;
}

/** Reports whether only Geomill has an operation: another service answers 404, and `section` names no section of the interface document. */
export function isExtension(operation: Operation): boolean {
  return marksOf(operation).some(({ kind }) => kind === 'operation');
}

/** Chooses the google shape when the parameter that only it has is present (section 1, rule 2). */
export function googleWhen(parameter: string) {
  return (parameters: Readonly<Record<string, unknown>>): 'google' | 'osm' =>
    parameters[parameter] === undefined ? 'osm' : 'google';
}

/** Chooses the only shape of an operation that has one. */
export const onlyShape = (): 'only' => 'only';
