import { joinMessages } from '../../../base/messages/join-messages.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { percent, type AddressFigures, type AddressPlaces } from './judgement.ts';

/** What the dataset of a run has in a province. Shape: `covered` of its `wards` have streets. */
export interface StreetCoverage {
  code: string;
  name: string;
  wards: number;
  covered: number;
  streets: number;
}

/** A province with fewer of its wards covered has few streets. */
const FEW_WARDS = 0.1;
/** From this share of the addresses on, a province is named; house numbers in fewer of them are for wards alone. */
const MANY_ROWS = 0.05;
const MANY_HOUSES = 0.2;
const NAMED_PROVINCES = 3;
/** The extract of the whole country. */
const EXTRACT = 'https://download.geofabrik.de/asia/vietnam-latest.osm.pbf';

/** Returns what a dataset lacks for the addresses of a sample: the provinces with few streets, and the command that adds them; undefined if nothing. */
export function fewStreets(
  { texts, house }: AddressFigures,
  { provinces, rows }: AddressPlaces,
  coverage: readonly StreetCoverage[],
): Message | undefined {
  if (house < MANY_HOUSES) return undefined;
  const thin = coverage
    .map((province) => ({ ...province, named: provinces[province.code] ?? 0 }))
    .filter(
      ({ named, covered, wards }) => named >= Math.max(2, texts * MANY_ROWS) && covered < wards * FEW_WARDS,
    )
    .sort((a, b) => b.named - a.named)
    .slice(0, NAMED_PROVINCES)
    .map(({ name, streets, named }) =>
      message('sample.streetsOfProvince', {
        ...{ province: name, streets },
        ...{ rows: aboutRows((named / texts) * rows), share: percent(named / texts) },
      }),
    );
  const list = joinMessages(thin, 'list.semicolons');
  const command = `geomill dataset build --out data/vietnam --osm ${EXTRACT}`;
  return list && message('sample.fewStreets', { provinces: list, command });
}

/** Rounds an estimate to two digits. */
function aboutRows(rows: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.round(rows / unit) * unit;
}
