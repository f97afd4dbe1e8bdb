import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import type { AdminSearch } from '../../src/engine/geocoder/reader/admin-search.ts';
import { wardsOf } from '../../src/engine/gazetteer/unit-table/centres.ts';

/** Creates the test whether a unit holds a ward in force, by their ids and codes. */
export function createHolds(
  admin: AdminDataset,
  { table }: AdminSearch,
): (unitId: string, wardCode: string) => boolean {
  const units = new Map(table.units.map((unit) => [unit.id, unit]));
  return (unitId, wardCode) => {
    const unit = units.get(unitId);
    return (
      unit !== undefined && wardsOf(table, unit.ranges).some((ward) => admin.wards[ward]?.code === wardCode)
    );
  };
}
