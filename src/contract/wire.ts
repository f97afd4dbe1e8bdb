/**
 * Writes parameters as the query of a request: arrays comma separated, objects as JSON, absent ones and empty arrays left out: of an empty list a service would read one empty text.
 *
 * Shape: texts in the composed form (NFC), in which the data of the service is written.
 * Guarantee: sorted by name, so that equal requests give equal text.
 */
export function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(parameters).sort()) {
    const text = textOf(parameters[name]);
    if (text !== undefined) query.append(name, text.normalize('NFC'));
  }
  return query.toString();
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
