// The pages of street pictures: a map of what is listed beside it.
import { el } from '../kit/dom.ts';
import { cardLines } from '../kit/map/map.ts';
import { POINT_KINDS, type MapPoints } from '../kit/map/points.ts';
import { mercator } from '../../base/geo/mercator.ts';
import { createPageMap } from './page-map.ts';
import { readTexts } from './texts.ts';

interface ListedPlace {
  lat: number;
  lon: number;
  label: string;
  href: string;
  picture?: string;
}

const places = JSON.parse(document.getElementById('places')!.textContent) as ListedPlace[];
const t = readTexts();
const host = document.getElementById('map')!;
const numbers = new Intl.NumberFormat(document.documentElement.lang);

void createPageMap(host, () => ({
  points: pointsOf(places),
  t,
  onRow: (row) => location.assign(places[row]!.href),
  describe: {
    row: (row) => cardOf(places[row]!),
    cluster: ({ rows }) => cardLines(numbers.format(rows)),
    area: () => undefined,
  },
})).catch(() => (host.hidden = true));

/** The card of a place: its picture, and when that was taken. */
function cardOf({ label, picture }: ListedPlace): Node {
  const card = cardLines(label);
  if (picture === undefined) return card;
  return el('div', {}, el('img', { src: picture, alt: '', width: 500, height: 250 }), card);
}

function pointsOf(listed: readonly ListedPlace[]): MapPoints {
  const projected = listed.map(({ lat, lon }) => mercator(lat, lon));
  return {
    count: listed.length,
    position: Uint32Array.from(listed, (_, row) => row + 1),
    // The position 0 is none.
    x: Float64Array.from([0, ...projected.map(({ x }) => x)]),
    y: Float64Array.from([0, ...projected.map(({ y }) => y)]),
    kinds: Uint8Array.from(listed, () => POINT_KINDS.indexOf('ok')),
  };
}
