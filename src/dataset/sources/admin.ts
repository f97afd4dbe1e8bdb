import { message, type PlainCode } from '../../base/messages/message.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { foldKey } from '../../base/text/fold.ts';
import type { AreaFeature, FeatureSink } from '../features.ts';
import { AREA_FIELDS, type FieldRow, readFields } from './fields.ts';
import { polygonsOfGeometry } from './geometry.ts';
import type { SourceOptions, SourceReport } from './source-report.ts';

/** Options of the reader of boundaries. */
export interface AdminOptions extends SourceOptions {
  /** Level of rows without one, as of OpenStreetMap: 4 province, 6 district or ward in force, 8 former ward. */
  level?: number;
}

/** Levels by the type word of a name; a "Thành phố" is a province or a district and needs a level. */
const LEVEL_OF_TYPE: Readonly<Record<string, number>> = {
  tinh: 4,
  quan: 6,
  huien: 6,
  thixa: 6,
  dackhu: 6,
  thitran: 8,
};
const LEVELS = [4, 5, 6, 7, 8];

/**
 * Reads a file of boundaries (GeoJSON features, as a collection or one a line, `.gz`) into areas.
 *
 * Shape: Polygon or MultiPolygon; the level from `admin_level`, `options.level` or the type word of the name; the full name before the
 * bare one; the official code, if there is one.
 * Errors: INPUT_MISSING; INPUT_BAD if the file is broken; IO.
 */
export async function readAdminFile(
  file: string,
  sink: FeatureSink,
  options: AdminOptions = {},
): Promise<SourceReport> {
  const { prefix = 'admin', level } = options;
  return readFields(
    file,
    AREA_FIELDS,
    options,
    () => message('dataset.noPolygons'),
    (row) => {
      const area = readArea(row, prefix, level);
      if (typeof area === 'string') return area;
      sink(area);
      return undefined;
    },
  );
}

function readArea(
  row: FieldRow<keyof typeof AREA_FIELDS>,
  prefix: string,
  level: number | undefined,
): AreaFeature | PlainCode {
  const polygons = polygonsOfGeometry(row.geometry);
  if (polygons === undefined) return 'dataset.noPolygon';
  const name = row.read('fullName') || row.read('name');
  if (name === '') return 'dataset.noName';
  const code = row.read('code');
  const adminLevel = levelOf(row.read('level'), name, level);
  if (adminLevel === undefined) return 'dataset.noLevel';
  // A code is the same in every edition of a file; the id of a feature is often its line.
  const id = code || row.read('id') || name;
  return {
    kind: 'area',
    key: `${prefix}:${adminLevel}/${id}`,
    name,
    adminLevel,
    polygons,
    code: code === '' ? undefined : code,
  };
}

function levelOf(stated: string, name: string, fallback: number | undefined): number | undefined {
  if (stated !== '') return LEVELS.find((level) => String(level) === stated);
  return fallback ?? LEVEL_OF_TYPE[foldKey(splitFullName(name).type)];
}
