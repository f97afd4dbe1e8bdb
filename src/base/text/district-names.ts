import table from '../../data/district-names.json' with { type: 'json' };

/** The names of districts that say in which province they are: `hoankiem`, keys of `foldKey`. */
export const DISTRICT_KEYS: ReadonlySet<string> = new Set(
  table.names.map((name) => name.replaceAll(' ', '').replaceAll('y', 'i')),
);
