import type { Trip } from '../router.ts';

/**
 * Corrections of Valhalla's Vietnamese instructions: missing spaces, sides without "bên", word-for-word translations.
 *
 * Source: proof-reading of the instructions of 750 routes in Ho Chi Minh City.
 */
const CORRECTIONS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/về phía(?=[đtnb])/gu, 'về phía '],
  [/nằm ở (?=phải|trái)/gu, 'nằm ở bên '],
  [/Rẽ (phải|trái) hình chữ U/gu, 'Quay đầu bên $1'],
  [/Đi lên Phà (.+?) chuyến Phà/gu, 'Lên Phà $1'],
  [/Đi lên (.+?) chuyến Phà/gu, 'Lên phà $1'],
  [/rẽ ra ngoài tại đoạn rẽ thứ/gu, 'rẽ ra tại lối rẽ thứ'],
  [/Rẽ ra ngoài tại đoạn rẽ (phải|trái)/gu, 'Rẽ vào lối ra bên $1'],
  [/Rẽ ra ngoài tại đoạn rẽ (.+?) phía (phải|trái)/gu, 'Rẽ vào lối ra $1 bên $2'],
  [/Rẽ ra ngoài tại đoạn rẽ/gu, 'Rẽ vào lối ra'],
  [/Rẽ ra ngoài/gu, 'Rẽ vào lối ra'],
];

/** Corrects one instruction. */
export function correctVietnamese(text: string): string {
  return CORRECTIONS.reduce((corrected, [wrong, right]) => corrected.replace(wrong, right), text);
}

/** Corrects the written and spoken instructions of a trip. */
export function withCorrectVietnamese(trip: Trip): Trip {
  return {
    ...trip,
    legs: trip.legs.map((leg) => ({ ...leg, maneuvers: leg.maneuvers.map(withCorrectTexts) })),
  };
}

type Maneuver = Trip['legs'][number]['maneuvers'][number];

function withCorrectTexts(maneuver: Maneuver): Maneuver {
  const corrected = Object.entries(maneuver).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && name.endsWith('instruction') ? correctVietnamese(value) : value,
  ]);
  return Object.fromEntries(corrected) as Maneuver;
}
