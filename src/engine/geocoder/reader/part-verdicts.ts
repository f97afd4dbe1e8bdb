/** The verdict of a part of a text; the contract has the same list, which a dataset does not depend on. */
export type PartVerdict =
  'confirmed' | 'corrected' | 'completed' | 'contradicted' | 'unknown' | 'unused' | 'missing';

/** The verdict of each part of a text. */
export type AddressParts = Record<
  'house' | 'street' | 'ward' | 'district' | 'province' | 'postal_code',
  PartVerdict
>;

/** Why several matches fit a text equally, as in the contract. */
export type Ambiguity = 'divided_ward' | 'several_provinces' | 'old_or_new' | 'several_records';
