import { pick, type Random } from '../../../bench/random.ts';

/** Returns a whole number from `from` to `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** Writes number and street (`12 Lê Lợi`, `Số 47B Đường Quang Trung`). */
export function houseAndStreet(streets: readonly string[], random: Random): string {
  const letter = random() < 0.1 ? pick(random, ['A', 'B', 'C', 'Bis']) : '';
  const word = random() < 0.2 ? pick(random, ['Đường ', 'Phố ', 'Đ. ']) : '';
  return `${random() < 0.15 ? 'Số ' : ''}${between(random, 1, 480)}${letter} ${word}${pick(random, streets)}`;
}
