import type { Message } from '../../../base/messages/message.ts';
/** Why the reading of an input is likely wrong. Shape: `sets` are settings that may fix it, as of `--set`. */
export interface Doubt {
  rule: string;
  sentence: Message;
  sets: readonly string[];
}

/** What a sample of the addresses shows. Shape: shares are 0 to 1. */
export interface AddressFigures {
  texts: number;
  province: number;
  ward: number;
  house: number;
}

/** Where the addresses of a sample are. Shape: `provinces` are numbers of texts by the code of the province that they name, `rows` is about the number of rows of the input. */
export interface AddressPlaces {
  provinces: Readonly<Record<string, number>>;
  rows: number;
}

/** What a sample says about the reading of an input: one line for a right one, and the doubts. */
export interface Judgement {
  line?: Message;
  figures?: AddressFigures;
  doubts: readonly Doubt[];
}

/** Returns a share, 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Returns a share as text. */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}
