import table from '../../data/unit-aliases.json' with { type: 'json' };
import { diacriticKey } from './diacritics.ts';
import { foldKey } from './fold.ts';

/** Another name of a unit; `key` and `nameKey` are results of foldKey, `spelling` is the diacriticKey of the unit. */
export interface Alias {
  key: string;
  nameKey: string;
  spelling: string;
  weak: boolean;
}

/** An entry of the table: other names of a unit, and its own. */
interface Entry {
  aliases: readonly string[];
  name: string;
  weak?: boolean;
}

function listAliases(entries: readonly Entry[]): Alias[] {
  return entries.flatMap(({ aliases, name, weak }) =>
    aliases.map((alias) => ({
      key: foldKey(alias),
      nameKey: foldKey(name),
      spelling: diacriticKey(name),
      weak: weak === true && alias.length <= 3,
    })),
  );
}

/** The other names of provinces, old and new. */
export const PROVINCE_ALIASES: readonly Alias[] = listAliases(table.provinces);

/** The names of provinces that were divided, each for every province that it became. */
export const ABOLISHED_PROVINCES: readonly Alias[] = listAliases(
  table.abolishedProvinces.flatMap(({ aliases, became }) => became.map((name) => ({ aliases, name }))),
);

/** The other names of former districts. */
export const DISTRICT_ALIASES: readonly Alias[] = listAliases(table.districts);
