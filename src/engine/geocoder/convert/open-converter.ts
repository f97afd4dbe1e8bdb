import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { OpenDataset } from '../../gazetteer/open-dataset.ts';
import { createUnitPeriods } from '../../gazetteer/units/unit-periods.ts';
import type { AdminSearch, KnownNames } from '../reader/admin-search.ts';
import { createAddressReader } from './address-reader.ts';
import { createConverter, type Converter, type ConverterOptions } from './converter.ts';

/**
 * Opens the converter of a dataset.
 *
 * Shape: `known` are the names with which `forward` parses a text, so that both share what they understand of it.
 * Errors: DATASET_BAD for a dataset without dated units.
 * Cost: some 400 ms for the units of Vietnam.
 */
export function openConverter(
  { admin }: OpenDataset,
  adminSearch: AdminSearch,
  known: KnownNames | undefined,
  places: Pick<ConverterOptions, 'forward' | 'reverse'>,
): Converter {
  const { history } = admin;
  if (history === undefined) {
    throw new GeomillError(
      'DATASET_BAD',
      'The dataset has no units with days, so that addresses cannot be converted. Build it anew with this version: geomill dataset build.',
    );
  }
  const periods = createUnitPeriods(history);
  const reader = createAddressReader({ admin, history, periods, adminSearch, known });
  return createConverter({ admin, history, periods, reader, ...places });
}
