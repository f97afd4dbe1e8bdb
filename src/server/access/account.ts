import type { OperationName } from '../../contract/catalogue.ts';

/**
 * The rights and limits of a key; without the key.
 *
 * Shape: `id` names the key in logs, metrics and `GET /usage`; left-out members mean no limit.
 */
export interface Account {
  id: string;
  operations?: ReadonlySet<OperationName>;
  ratePerSecond?: number;
  perDay?: number;
}
