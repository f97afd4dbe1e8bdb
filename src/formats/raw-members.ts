const BACKSLASH = 92;
const QUOTE = 34;

/**
 * Returns the members of a JSON object, names decoded, values with their original text.
 *
 * Shape: in the order of the text, duplicates included. The text must be a valid JSON object.
 */
export function rawMembers(json: string): [name: string, value: string][] {
  const members: [string, string][] = [];
  let at = skipSpace(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const nameEnd = endOfString(json, at);
    const valueStart = skipSpace(json, skipSpace(json, nameEnd) + 1);
    const valueEnd = endOfValue(json, valueStart);
    members.push([JSON.parse(json.slice(at, nameEnd)) as string, json.slice(valueStart, valueEnd).trimEnd()]);
    at = skipSpace(json, valueEnd);
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
  return members;
}

function skipSpace(json: string, at: number): number {
  while (json.charCodeAt(at) <= 32) at++;
  return at;
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at + 1;
  }
  return json.length;
}

/** Returns where a value ends: at the comma or bracket after it. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') at = endOfString(json, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
  }
  return json.length;
}
