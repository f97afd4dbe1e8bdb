const BACKSLASH = 92;
const QUOTE = 34;

/**
 * Returns the members of a JSON object, names decoded, values with their original text.
 *
 * Shape: in the order of the text, duplicates included. The text must be a valid JSON object.
 */
function rawMembers(json: string): [name: string, value: string][] {
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

/**
 * Returns the text of a GeoJSON Feature as a flat object; other objects are returned unchanged.
 *
 * Shape: `id`, the properties, foreign members, then `lon` and `lat` of a Point with their original digits. The geometry is kept as the member
 * `geometry` if it is of another type or has a height, or if the properties have a `lon` or `lat`. `bbox` is dropped.
 * The text must be a valid JSON object. Source: RFC 7946, section 3.2.
 */
export function flattenFeature(json: string): string {
  const feature = new Map(rawMembers(json));
  if (feature.get('type') !== '"Feature"') return json;
  const properties = feature.get('properties') ?? 'null';
  const flat = new Map<string, string>();
  const addIfNew = (name: string, value: string) => {
    if (!flat.has(name)) flat.set(name, value);
  };
  const named = properties.startsWith('{') ? rawMembers(properties) : [['properties', properties] as const];
  const id = feature.get('id');
  if (id !== undefined && !named.some(([name]) => name === 'id')) flat.set('id', id);
  for (const [name, value] of named) if (properties !== 'null') flat.set(name, value);
  for (const [name, value] of feature) if (!GEOJSON_MEMBERS.has(name)) addIfNew(name, value);
  const geometry = feature.get('geometry') ?? 'null';
  const point = pointOf(geometry);
  if (point !== undefined && !flat.has('lon') && !flat.has('lat')) {
    flat.set('lon', point.lon);
    flat.set('lat', point.lat);
    if (point.hasHeight) addIfNew('geometry', geometry);
  } else if (geometry !== 'null') addIfNew('geometry', geometry);
  return `{${[...flat].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

const GEOJSON_MEMBERS = new Set(['type', 'id', 'properties', 'geometry', 'bbox']);

function pointOf(geometry: string): { lon: string; lat: string; hasHeight: boolean } | undefined {
  if (!geometry.startsWith('{')) return undefined;
  const members = new Map(rawMembers(geometry));
  if (members.get('type') !== '"Point"') return undefined;
  const [, lon, lat, height] = COORDINATES.exec(members.get('coordinates') ?? '') ?? [];
  return lon === undefined || lat === undefined ? undefined : { lon, lat, hasHeight: height !== undefined };
}

const COORDINATES = /^\[\s*(-?\d[^\s,\]]*)\s*,\s*(-?\d[^\s,\]]*)\s*(,[^\]]*)?\]$/;
