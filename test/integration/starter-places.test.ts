import { describe, expect, it } from 'vitest';
import { categoryValues } from '../../src/engine/gazetteer/categories/categories.ts';
import { categoriesOf, nameOf } from '../../src/engine/gazetteer/store/access.ts';
import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';

const COMMITTED = 'fixtures/starter';

describe('the places of the starter dataset', () => {
  it('lie in Vietnam, nearly all of them in a ward', async () => {
    const tables = openDataset(await loadDataset(COMMITTED)).tables as PlaceTables;
    const baseWards = [...tables.featureBaseWard];
    expect(baseWards.length).toBeGreaterThan(900);
    const outside = baseWards.flatMap((baseWard, feature) =>
      baseWard === tables.baseWardCount ? [nameOf(tables, feature)] : [],
    );
    expect(outside.length, outside.join()).toBeLessThan(12);
  });

  it('have a category each', async () => {
    const tables = openDataset(await loadDataset(COMMITTED)).tables as PlaceTables;
    const { streetCount } = tables;
    const without = [...tables.featureBaseWard.keys()].filter(
      (feature) => feature >= streetCount && categoriesOf(tables, feature).length === 0,
    );
    expect(without).toEqual([]);
    const [first = -1] = categoriesOf(tables, streetCount);
    expect(categoryValues(first).length).toBeGreaterThan(0);
  });
});
