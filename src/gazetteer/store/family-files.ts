/** Names the files of arrays that every dataset with places has beside its tables. */
export const FAMILY_FILES = {
  units: 'units.bin',
  names: 'names.bin',
  spatial: 'spatial.bin',
  suggest: 'suggest.bin',
} as const;
