import type { OperationName } from '../../contract/catalogue.ts';

/**
 * The rights and limits of a key; without the key.
 *
 * Shape: `id` names the key in logs, metrics and `GET /v1/usage`; a member that is left out means no limit.
 */
export interface Account {
  id: string;
  operations?: ReadonlySet<OperationName>;
  ratePerSecond?: number;
  perDay?: number;
}

/** The account of all requests of a server that needs no key. */
export const ANONYMOUS: Account = { id: 'anonymous' };
