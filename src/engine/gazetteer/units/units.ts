import type { Position } from '../../../base/geo/position.ts';
import type { UnitCodes } from './unit-codes.ts';
import type { EdgeExtent, UnitHistory } from './unit-history.ts';

/**
 * A province in force.
 *
 * Shape: `name` without its type word (`Hà Nội`), `fullName` with it (`Thành phố Hà Nội`); `forcodePrefix` as in a forcode (`HN`).
 * Units: `position` is a point inside the province near its centroid; the radius around it contains 95 % of the area.
 */
export interface Province {
  code: string;
  name: string;
  fullName: string;
  type: string;
  forcodePrefix: string;
  position: Position;
  areaKm2: number;
  radiusMeters: number;
}

/**
 * A ward in force; `province` is an index into the provinces of the dataset.
 *
 * Shape: `type` is `Phường`, `Xã` or `Đặc khu`; `name` without it, `fullName` with it.
 * Units: see Province.
 */
export interface Ward {
  code: string;
  name: string;
  fullName: string;
  type: string;
  province: number;
  position: Position;
  areaKm2: number;
  radiusMeters: number;
}

/**
 * A ward before 1 July 2025, and what it became.
 *
 * Shape: `district` and `province` are full former names (`Quận Ba Đình`, `Tỉnh Hà Giang`); `wards` are indexes into the wards
 * of the dataset, several if the former ward was split. `code` is empty for a ward that had already been merged away
 * in the years before (`Phường 13, Quận Gò Vấp`), and `fullName` is empty for the five island districts that had no wards.
 */
export interface FormerWard {
  code: string;
  fullName: string;
  district: string;
  province: string;
  wards: number[];
  /** How much each of `wards` got by law; absent if there is only one, or the law does not say. */
  extents?: readonly EdgeExtent[];
}

/** A ward, its distance from a position, 0 inside it, and the point of it at that distance. */
export interface WardDistance {
  ward: number;
  distanceMeters: number;
  nearest: Position;
}

/**
 * The administrative map in memory, read-only.
 *
 * Shape: `id` changes with any byte of the dataset; `edition` is the day the units are in force from (`2025-07-01`);
 * provinces and wards ascend by code.
 */
export interface AdminDataset {
  id: string;
  edition: string;
  attribution: string;
  provinces: Province[];
  wards: Ward[];
  formerWards: FormerWard[];
  /** The units of every day by law; absent or undefined for a dataset without them. */
  readonly history?: UnitHistory | undefined;
  /** The codes, postal codes and earlier names that answers have; absent or undefined as `history`. */
  readonly codes?: UnitCodes | undefined;
  /**
   * Returns the ward that contains a position.
   *
   * Shape: an index into `wards`, or -1 outside all of them.
   */
  wardAt: (position: Position) => number;
  /** H3 resolution of the finest cells of the map. */
  finestResolution: number;
  /**
   * Returns the ward of an H3 cell of `finestResolution` or finer: the result of `wardAt` for nearly every point of it.
   *
   * Shape: an index into `wards`, or -1 outside all of them.
   */
  wardOfCell(cell: string): number;
  /**
   * Returns the nearest wards within a radius, all of them without `size`; nearest first, the one that contains the position at distance 0.
   *
   * Units: metres to the nearest part of the ward, exact to about one cell of the cover.
   * Cost: with a small `size`, about the same for any radius and any position.
   */
  wardsNear: (position: Position, radiusMeters: number, size?: number) => WardDistance[];
}
