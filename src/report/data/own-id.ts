const OWN_ID = ['id', 'key', 'code', 'stt', 'no', 'mã', 'ma'];

/** Reports whether the name of a column is that of ids that a user gave to rows. */
export const isOwnId = (column: string): boolean =>
  column
    .toLowerCase()
    .split(/[_ ]/)
    .some((word) => OWN_ID.includes(word));
