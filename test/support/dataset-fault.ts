import { loadDataset } from '../../src/engine/gazetteer/load-dataset.ts';
import { openDataset, openPictures } from '../../src/engine/gazetteer/open-dataset.ts';
import { buildUnits } from '../../src/engine/gazetteer/unit-table/units.ts';
import { findPictureFault } from './picture-faults.ts';
import { findTableFault } from './table-faults.ts';

/** Returns the first fault in the order, offsets and references of all rows of a dataset, which its hashes cannot show. */
export async function findDatasetFault(dir: string): Promise<string | undefined> {
  const loaded = await loadDataset(dir);
  const pictures = await openPictures(loaded);
  const { admin, tables, arrays } = openDataset(loaded);
  // Where wards were merged by a decree, places are numbered by the base wards of before.
  const unitNameCount = arrays.baseWardWard?.length ?? buildUnits(admin).wardOf.length;
  return (tables && findTableFault(tables, unitNameCount)) ?? (pictures && findPictureFault(pictures));
}
