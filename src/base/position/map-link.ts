import { isPosition, type Position } from '../geo/position.ts';

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const SEPARATOR = String.raw`(?:,|%2C|\/|\+|%20)+`;

/**
 * Where map services write the position of a link, the most exact first: the place of Google Maps (`!3d21.03!4d105.85`), parameters of a query
 * (`q`, `query`, `ll`, `center`, `destination`), the marker of OpenStreetMap, `lat` and `lon` of a place shared by Zalo, `geo:` links (RFC 5870), and the middle of the map (`@21.03,105.85`, `#map=17/21.03/105.85`).
 */
const PLACES = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(
    `[?&](?:q|query|ll|sll|center|destination|daddr|pin)=(?:loc:)?${NUMBER}${SEPARATOR}${NUMBER}`,
    'i',
  ),
  new RegExp(`[?&](?:m?lat|latitude)=${NUMBER}&(?:m?lon|lng|long|longitude)=${NUMBER}`, 'i'),
  new RegExp(`/(?:place|search|dir/[^/]*)/${NUMBER}${SEPARATOR}${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`, 'i'),
];
const VIEWS = [new RegExp(`@${NUMBER},${NUMBER}`), new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`)];
/** Accuracy of a marked place, and of a place that is somewhere in the view. Units: metres. */
const PLACE_METERS = 10;
const VIEW_METERS = 100;

const LINK = /^(?:https?:\/\/|geo:)\S+$/i;

/** The position of a link, and how exact it is. Units: metres. */
export interface LinkPosition {
  position: Position;
  accuracyMeters: number;
}

/** Reads the position of a link to a map service; undefined for a text that is no link, or a link without a position, as short links are. */
export function readMapLink(text: string): LinkPosition | undefined {
  const link = text.trim();
  if (!LINK.test(link)) return undefined;
  for (const [forms, accuracyMeters] of [[PLACES, PLACE_METERS] as const, [VIEWS, VIEW_METERS] as const]) {
    for (const form of forms) {
      const [, lat, lon] = form.exec(link) ?? [];
      const position = { lat: Number(lat), lon: Number(lon) };
      if (lat !== undefined && isPosition(position)) return { position, accuracyMeters };
    }
  }
  return undefined;
}

/** Reports whether a text is a link: one without a position cannot be searched. */
export function isLink(text: string): boolean {
  return LINK.test(text.trim());
}
