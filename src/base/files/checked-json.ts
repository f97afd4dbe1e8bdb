import { hash } from 'node:crypto';

/** Returns the sha256 of the compact JSON of plain data. */
export const hashOfJson = (value: unknown): string => hash('sha256', JSON.stringify(value));

/** Returns plain data with `check`, the sha256 of the compact JSON of all other members. */
export const withCheck = <T extends object>(value: T): T & { check: string } => ({
  ...value,
  check: hashOfJson(value),
});

/** Reads JSON that was written by {@link withCheck}; undefined where it is damaged. */
export function readChecked(text: string): Record<string, unknown> | undefined {
  try {
    const { check, ...value } = JSON.parse(text) as Record<string, unknown>;
    return check === hashOfJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
