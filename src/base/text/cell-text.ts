/** Returns the text of a cell: empty for null and absent, JSON for nested values. */
export function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  return JSON.stringify(cell);
}
