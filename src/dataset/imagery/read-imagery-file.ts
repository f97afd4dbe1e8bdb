import { readSourceValues } from '../sources/source-rows.ts';
import type { ValueSink } from '../sources/table-rows.ts';
import { readItem, type SourcePicture } from '../../engine/imagery/source/read-item.ts';
import {
  createReport,
  remarkRow,
  skipRow,
  type SourceOptions,
  type SourceReport,
} from '../sources/source-report.ts';

/** Receiver of the pictures of all sources of a build. */
export interface PictureCollector {
  readonly pictures: readonly SourcePicture[];
  /** Adds a picture; false if one with its id was added before. */
  add(picture: SourcePicture): boolean;
}

/** Creates a collector. */
export function createPictureCollector(): PictureCollector {
  const pictures: SourcePicture[] = [];
  const ids = new Set<string>();
  return {
    pictures,
    add(picture) {
      const { id } = picture.item;
      if (ids.has(id)) return false;
      ids.add(id);
      pictures.push(picture);
      return true;
    },
  };
}

/**
 * Reads a file of street pictures: a STAC ItemCollection, items one per line, or responses of a Panoramax API, also several.
 *
 * Shape: rows of the report are items.
 * Errors: those of the file.
 */
export async function readImageryFile(
  file: string,
  collector: PictureCollector,
  { onBytes }: Pick<SourceOptions, 'onBytes'>,
): Promise<SourceReport> {
  const report = createReport(file);
  const take = (value: unknown): void => {
    const features = (value as { features?: unknown } | null)?.features;
    // A line with a whole response.
    if (Array.isArray(features)) {
      features.forEach(take);
      return;
    }
    report.rows += 1;
    const row = report.rows;
    const picture = readItem(value, (reason) => remarkRow(report, row, reason));
    if (typeof picture === 'string') skipRow(report, row, picture);
    else if (collector.add(picture)) report.used += 1;
    else skipRow(report, row, 'imagery.idReadBefore');
  };
  const sink: ValueSink = {
    take: (_number, value) => take(value),
    bad(_number, reason) {
      report.rows += 1;
      skipRow(report, report.rows, reason);
    },
  };
  await readSourceValues(file, sink, onBytes);
  return report;
}
