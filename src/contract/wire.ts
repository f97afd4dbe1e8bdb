/**
 * Writes parameters as the query of a request: arrays comma separated, objects as JSON, absent ones and empty arrays left out: of an empty list a service would read one empty text.
 *
 * Shape: texts in the composed form (NFC), in which the data of the service is written.
 * Guarantee: sorted by name, so that equal requests give equal text.
 */
export function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  let query = '';
  for (const name of Object.keys(parameters).sort()) {
    const text = textOf(parameters[name]);
    if (text === undefined) continue;
    query += `${query === '' ? '' : '&'}${formText(name)}=${formText(text.normalize('NFC'))}`;
  }
  return query;
}

const LONE_SURROGATES = /\p{Surrogate}/gu;
// What encodeURIComponent leaves as it is and URLSearchParams does not, and the other way round.
const FORM_TEXTS: Readonly<Record<string, string>> = {
  '%20': '+',
  '!': '%21',
  "'": '%27',
  '(': '%28',
  ')': '%29',
  '~': '%7E',
};

/** Writes a text as URLSearchParams does. Cost: a third of it; a run sends millions. */
function formText(text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATES, '\uFFFD')).replace(
    /%20|[!'()~]/g,
    (found) => FORM_TEXTS[found] as string,
  );
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
