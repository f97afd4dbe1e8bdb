import { GeomillError } from '../../../base/errors/geomill-error.ts';

const PLACEHOLDER = /\{([^}]*)\}/g;
const KNOWN = ['lat', 'lon', 'text'];

/** What a link to a map shows. Units: degrees WGS84; null where there is no candidate. */
export interface MapTarget {
  text: string;
  lat: number | null;
  lon: number | null;
}

/** Checks a template of links, as in `https://maps.example/?q={lat},{lon}`. Errors: USAGE if it is no web address, or has no known placeholder. */
export function checkMapTemplate(template: string): void {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !KNOWN.includes(name));
  const isAddress = /^https?:\/\/[^/]/i.test(template) && URL.canParse(template.replace(PLACEHOLDER, '1'));
  if (isAddress && names.length > 0 && unknown === undefined) return;
  const what =
    unknown !== undefined ? `has {${unknown}}` : isAddress ? 'has no placeholder' : 'is no web address';
  throw new GeomillError(
    'USAGE',
    `the map template ${JSON.stringify(template)} ${what}: write it with {lat} and {lon}, or {text}, as in --map 'https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map=17/{lat}/{lon}'`,
  );
}

/** Returns the link of a target; null where the template needs a position and there is none. */
export function mapLink(template: string, target: MapTarget): string | null {
  const needed = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as keyof MapTarget);
  if (needed.some((name) => target[name] === null)) return null;
  return template.replace(PLACEHOLDER, (_, name: keyof MapTarget) =>
    encodeURIComponent(String(target[name])),
  );
}
