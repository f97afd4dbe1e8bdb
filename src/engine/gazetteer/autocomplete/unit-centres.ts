import type { AdminDataset } from '../units/units.ts';
import { createCentres } from '../unit-table/centres.ts';
import type { Unit, UnitKind, UnitTable } from '../unit-table/units.ts';
import { toE7 } from '../store/access.ts';

/** Importance of units (0 to 255), comparable to that of streets, by kind. */
const WEIGHTS: Readonly<Record<UnitKind, number>> = {
  province: 255,
  'former-province': 245,
  district: 190,
  ward: 120,
  'former-ward': 110,
};

/** Additional weight of towns over rural units of the same kind. */
const TOWN_BONUS = 10;
const TOWNS = new Set(['thanhpho', 'quan', 'thixa', 'phuong', 'thitran']);

/** Positions, radii and importance of units. Units: 1e-7 degrees, metres. */
export interface UnitCentres {
  unitWeight: Uint8Array;
  unitLat: Int32Array;
  unitLon: Int32Array;
  unitRadius: Uint32Array;
}

/** Computes the position, radius and importance of each unit. */
export function buildUnitCentres(admin: AdminDataset, table: UnitTable): UnitCentres {
  const centreOf = createCentres(admin, table);
  const centres = table.units.map(centreOf);
  return {
    unitWeight: Uint8Array.from(table.units, weightOf),
    unitLat: Int32Array.from(centres, ({ position }) => toE7(position.lat)),
    unitLon: Int32Array.from(centres, ({ position }) => toE7(position.lon)),
    unitRadius: Uint32Array.from(centres, ({ radiusMeters }) => radiusMeters),
  };
}

function weightOf({ kind, type }: Unit): number {
  return Math.min(255, WEIGHTS[kind] + (TOWNS.has(type) ? TOWN_BONUS : 0));
}

/** Reports whether a unit is larger than a ward, so it belongs to no single cell. */
export function isLarge({ kind }: Unit): boolean {
  return kind !== 'ward' && kind !== 'former-ward';
}
