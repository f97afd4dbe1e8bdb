import Type, { type Static } from 'typebox';
import { optional } from '../optional.ts';

/** The parts of an address that get a verdict, finest first. */
export const PART_NAMES = ['house', 'street', 'ward', 'district', 'province', 'postal_code'] as const;

/**
 * The verdicts of a part of an address: the text names it and it is so; named with another spelling; not named and added by the match; named, but another one than that
 * of the match; named, but not in the data; named with words beside it that the match does not explain; not named and not in the match.
 */
export const PART_VERDICTS = [
  'confirmed',
  'corrected',
  'completed',
  'contradicted',
  'unknown',
  'unused',
  'missing',
] as const;

/** The verdict of a part of an address. */
export type PartVerdict = (typeof PART_VERDICTS)[number];

const verdict = Type.Enum(PART_VERDICTS);

/** The verdict of each part of an address; `street` is that of the street, or of the name of a place. */
export const AddressParts = Type.Object({
  house: verdict,
  street: verdict,
  ward: verdict,
  district: verdict,
  province: verdict,
  postal_code: verdict,
});

/** The verdict of each part of an address. */
export type AddressParts = Static<typeof AddressParts>;

/** What a part of an address is for; `rest` is a note, a heading, a word that nothing explains. */
export const ROLES = [
  'rest',
  'house',
  'street',
  'place',
  'hamlet',
  'ward',
  'district',
  'province',
  'country',
  'postal_code',
  'phone',
] as const;

/** What a part of an address is for. */
export type Role = (typeof ROLES)[number];

/** Why words are read as a unit: their column, a type word, a part of their own between commas; beside another unit; with another letter. */
const EVIDENCE = ['column', 'type word', 'own part', 'beside', 'corrected'] as const;

/** A part of an address as it was read: each word of the text is in one of them. */
export const AccountPart = Type.Object({
  role: Type.Enum(ROLES),
  written: Type.String({ description: 'as in the text' }),
  verdict: Type.Optional(verdict),
  unit: optional.string({
    description: 'full name of the administrative unit that it names, with those above it',
  }),
  evidence: Type.Array(Type.Enum(EVIDENCE)),
});

/** A part of an address as it was read. */
export type AccountPart = Static<typeof AccountPart>;

/** Why several matches fit a text equally: a divided former ward, a name in several provinces, a name of a ward before and since 1 July 2025, several records. */
export const AMBIGUITIES = ['divided_ward', 'several_provinces', 'old_or_new', 'several_records'] as const;

/** Why several matches fit a text equally. */
export type Ambiguity = (typeof AMBIGUITIES)[number];
