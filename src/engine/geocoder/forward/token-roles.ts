/** A word that must be explained. */
export const WORD = 0;
/** A number that may be a house number. */
export const NUMBER = 1;
/** "Số", "nhà", "SN" in front of a house number. */
export const HOUSE_WORD = 2;
/** "Ngõ", "ngách", "hẻm", "kiệt" in front of a number. */
export const ALLEY_WORD = 3;
/** "Đường", "phố": optional in any name. */
export const STREET_WORD = 4;
/** A floor, room or milestone with its number: part of a place, never a place itself. */
export const ROOM = 5;
/** The type word of an administrative unit. */
export const UNIT_WORD = 6;
/** The number of an administrative unit. */
export const UNIT_NUMBER = 7;
/** A letter of a house number, written as a separate word. */
export const LETTER = 8;
/** "Đối diện", "bên cạnh", "kéo dài", "địa chỉ": a relation to a place or a heading; never part of a name. */
export const SIDE_WORD = 9;
