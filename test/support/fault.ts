/** Fills the names in braces of a text. */
export function fault(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
