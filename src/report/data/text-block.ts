/** Rows of a block of texts. Shape: a block is JSON, a list of texts for each column, deflated. */
export const ROWS_IN_TEXT_BLOCK = 8192;

/** The texts of a block, a list for each column. */
export type TextColumns = readonly (readonly string[])[];
