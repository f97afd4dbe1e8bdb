/**
 * The maneuver words of /direction, by Valhalla's maneuver types; other types have an empty word.
 *
 * Source: numbers from the service facts, "maneuver types"; `right`, `left` and `slight right` from the interface document, the others follow
 * their pattern.
 */
const MANEUVER_WORDS: Readonly<Record<number, string>> = {
  8: 'straight',
  9: 'slight right',
  10: 'right',
  11: 'sharp right',
  12: 'uturn right',
  13: 'uturn left',
  14: 'sharp left',
  15: 'left',
  16: 'slight left',
  17: 'ramp straight',
  18: 'ramp right',
  19: 'ramp left',
  20: 'exit right',
  21: 'exit left',
  22: 'keep straight',
  23: 'keep right',
  24: 'keep left',
  25: 'merge',
  26: 'roundabout',
  27: 'roundabout exit',
  28: 'ferry',
  29: 'ferry exit',
  37: 'merge right',
  38: 'merge left',
};

/** Returns the word of a maneuver type. */
export function maneuverWord(type: number): string {
  return MANEUVER_WORDS[type] ?? '';
}
