import { isPosition, type Position } from '../geo/position.ts';

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const SEPARATOR = String.raw`(?:,|%2C|\/|\+|%20)+`;

/**
 * Where map services write the position of a link, the most exact first: the place of Google Maps (`!3d21.03!4d105.85`), parameters of a query
 * (`q`, `query`, `ll`, `center`, `destination`), the marker of OpenStreetMap, `geo:` links (RFC 5870), and the middle of the map (`@21.03,105.85`, `#map=17/21.03/105.85`).
 */
const FORMS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(
    `[?&](?:q|query|ll|sll|center|destination|daddr|pin)=(?:loc:)?${NUMBER}${SEPARATOR}${NUMBER}`,
    'i',
  ),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`/(?:place|search|dir/[^/]*)/${NUMBER}${SEPARATOR}${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`, 'i'),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
];

const LINK = /^(?:https?:\/\/|geo:)\S+$/i;

/** Reads the position of a link to a map service; undefined for a text that is no link, or a link without a position, as short links are. */
export function readMapLink(text: string): Position | undefined {
  const link = text.trim();
  if (!LINK.test(link)) return undefined;
  for (const form of FORMS) {
    const [, lat, lon] = form.exec(link) ?? [];
    const position = { lat: Number(lat), lon: Number(lon) };
    if (lat !== undefined && isPosition(position)) return position;
  }
  return undefined;
}

/** Reports whether a text is a link: one without a position cannot be searched. */
export function isLink(text: string): boolean {
  return LINK.test(text.trim());
}
