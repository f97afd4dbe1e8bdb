import type { LocalOperation } from '../local-operation.ts';

/** Searches street pictures; not supported, because datasets have no pictures yet. */
export const searchImagery: LocalOperation<'searchImagery'> = {
  support: 'not yet (`NOT_SUPPORTED`)',
  createHandlers: () => undefined,
};
