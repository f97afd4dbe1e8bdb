import { GeomillError } from '../../errors/geomill-error.ts';
import { isPosition, type Position } from '../../geo/position.ts';
import { findWard, findWardOfCell, findWardsNear } from './cover.ts';
import { decodeCover } from './cover-codec.ts';
import { ADMIN_COLUMNS, ADMIN_FILES, CODE_SEPARATOR } from './dataset-files.ts';
import { readManifest, readTable, readVouchedFile } from './read-files.ts';
import type { AdminDataset, FormerWard, Province, Ward } from './units.ts';

/**
 * Opens the administrative map in a folder.
 *
 * Errors: DATASET_BAD when files are missing, damaged, of another version, or do not fit each other.
 * Cost: a third of a second, then 40 MB, for the whole of Vietnam.
 */
export async function openAdminDataset(dir: string): Promise<AdminDataset> {
  const manifest = await readManifest(dir);
  const read = (name: string): Promise<Buffer> => readVouchedFile(dir, name, manifest);
  const [provincesFile, wardsFile, formerFile, cellsFile] = await Promise.all([
    read(ADMIN_FILES.provinces),
    read(ADMIN_FILES.wards),
    read(ADMIN_FILES.formerWards),
    read(ADMIN_FILES.cells),
  ]);
  const provinces = readProvinces(provincesFile);
  const wards = readWards(wardsFile, provinces);
  const formerWards = readFormerWards(formerFile, wards);
  const cover = decodeCover(cellsFile, wards.length);
  return {
    id: manifest.id,
    edition: manifest.edition,
    attribution: manifest.attribution,
    provinces,
    wards,
    formerWards,
    finestResolution: cover.finestResolution,
    wardAt: (position) => findWard(cover, position),
    wardOfCell: (cell) => findWardOfCell(cover, cell),
    wardsNear: (position, radiusMeters) => findWardsNear(cover, position, radiusMeters),
  };
}

function readProvinces(file: Buffer): Province[] {
  return readTable(file, ADMIN_FILES.provinces, ADMIN_COLUMNS.provinces).map((row) => {
    const [code = '', name = '', fullName = '', type = '', forcodePrefix = '', ...figures] = row;
    return {
      code,
      name,
      fullName,
      type,
      forcodePrefix,
      ...readFigures(figures, ADMIN_FILES.provinces, code),
    };
  });
}

function readWards(file: Buffer, provinces: Province[]): Ward[] {
  const provinceOf = indexByCode(provinces);
  return readTable(file, ADMIN_FILES.wards, ADMIN_COLUMNS.wards).map((row) => {
    const [code = '', name = '', fullName = '', type = '', provinceCode = '', ...figures] = row;
    const province = find(provinceOf, provinceCode, ADMIN_FILES.wards, code);
    return { code, name, fullName, type, province, ...readFigures(figures, ADMIN_FILES.wards, code) };
  });
}

function readFormerWards(file: Buffer, wards: Ward[]): FormerWard[] {
  const wardOf = indexByCode(wards);
  return readTable(file, ADMIN_FILES.formerWards, ADMIN_COLUMNS.formerWards).map((row) => {
    const [code = '', fullName = '', district = '', province = '', wardCodes = ''] = row;
    const became = wardCodes
      .split(CODE_SEPARATOR)
      .map((wardCode) => find(wardOf, wardCode, ADMIN_FILES.formerWards, code));
    return { code, fullName, district, province, wards: became };
  });
}

function readFigures(
  [lat, lon, areaKm2, radiusMeters]: string[],
  file: string,
  code: string,
): { position: Position; areaKm2: number; radiusMeters: number } {
  const position = { lat: Number(lat), lon: Number(lon) };
  const figures = { position, areaKm2: Number(areaKm2), radiusMeters: Number(radiusMeters) };
  if (!isPosition(position) || !(figures.areaKm2 >= 0) || !(figures.radiusMeters >= 0)) {
    throw new GeomillError(
      'DATASET_BAD',
      `${file} of the dataset has no usable figures for ${code}. Build it anew.`,
    );
  }
  return figures;
}

function indexByCode(units: readonly { code: string }[]): Map<string, number> {
  return new Map(units.map((unit, index) => [unit.code, index]));
}

function find(indexes: Map<string, number>, code: string, file: string, row: string): number {
  const index = indexes.get(code);
  if (index === undefined) {
    throw new GeomillError(
      'DATASET_BAD',
      `${file} of the dataset: ${row} refers to ${code}, which is not there. Build it anew.`,
    );
  }
  return index;
}
