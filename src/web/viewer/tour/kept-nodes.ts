/** Nodes of the search that are kept, those used last: a long tour of ever new pictures must not fill the memory. */
export const KEPT_NODES = 200;
