import { join } from 'node:path';
import { englishText } from '../base/messages/message.ts';
import type { SkippedCounts } from '../dataset/features.ts';
import type { SkippedRows } from '../dataset/sources/source-report.ts';
import type { DatasetManifest, ProvinceCounts } from '../engine/gazetteer/store/manifest.ts';
import { countByProvince } from '../engine/gazetteer/province-counts.ts';
import type { UnitHistory } from '../engine/gazetteer/units/unit-history.ts';
import { formatDuration } from '../base/text/duration.ts';
import { alignedRows, formatBytes, formatCount, formatCounted } from './format-figures.ts';
import type { ReadSource } from '../dataset/prepare-sources.ts';
import { LAZY_FILES } from '../engine/gazetteer/array-families.ts';
import { HAMLET_FAMILY } from '../engine/gazetteer/store/hamlet-family.ts';
import { loadDataset } from '../engine/gazetteer/load-dataset.ts';
import { openDataset } from '../engine/gazetteer/open-dataset.ts';
import type { QuestionCosts } from '../runtime/question-costs.ts';
import { buildUnits } from '../engine/gazetteer/unit-table/units.ts';

const LABEL_WIDTH = 12;

/** Adds the sizes of the files that a manifest vouches for. Units: bytes. */
export function sizeOf({ files }: DatasetManifest): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the summary of a build: what was built, and for each source what was used and skipped. */
export function buildText(
  outDir: string,
  manifest: DatasetManifest,
  sources: readonly ReadSource[],
  leftOut: SkippedCounts,
  seconds: number,
): string {
  const { streets, houses, pois } = manifest.counts;
  const counts = `${formatCounted(streets, 'street')}, ${formatCounted(houses, 'house')}, ${formatCounted(pois, 'place')}${picturesText(manifest)}`;
  const lines = [`${outDir}: ${counts}, ${formatBytes(sizeOf(manifest))}, in ${formatDuration(seconds)}`];
  for (const source of sources) {
    lines.push(labelled(source.kind, `${source.file}: ${list(source.read)}; used ${list(source.used)}`));
    lines.push(...reasons('skipped', source.skipped), ...reasons('note', source.remarks));
  }
  [...leftOut.values()].forEach(({ reason, count }, at) =>
    lines.push(labelled(at === 0 ? 'left out' : '', `${formatCount(count)}: ${englishText(reason)}`)),
  );
  lines.push(...provinceLines(manifest.provinces ?? []));
  lines.push(labelled('use it', `geomill run geocode --input FILE --dataset ${outDir}`));
  return lines.join('\n');
}

/** Returns what a dataset with a base has of its sources and of that base, for the provinces with the most of its sources. */
function provinceLines(provinces: readonly ProvinceCounts[]): string[] {
  const ofSources = provinces.map(({ name, streets, houses, places, base }) => ({
    name,
    base: { streets: 0, houses: 0, places: 0, ...base },
    own: {
      // A street of the base that goes on in one of a source is counted as one of the base.
      streets: Math.max(0, streets - (base?.streets ?? 0)),
      houses: Math.max(0, houses - (base?.houses ?? 0)),
      places: Math.max(0, places - (base?.places ?? 0)),
    },
  }));
  if (!provinces.some(({ base }) => base !== undefined)) return [];
  const size = ({ own }: (typeof ofSources)[number]) => own.streets + own.houses + own.places;
  const added = ofSources.filter((each) => size(each) > 0).sort((a, b) => size(b) - size(a));
  const lines = added.slice(0, NAMED_PROVINCES).map(({ name, own, base }) => {
    const others = Object.values(base).some((count) => count > 0) ? `, of the base ${list({ ...base })}` : '';
    return `${name}: of the sources ${list(own)}${others}`;
  });
  if (added.length > NAMED_PROVINCES)
    lines.push(`${added.length - NAMED_PROVINCES} more provinces; --json has all`);
  return lines.map((line, at) => labelled(at === 0 ? 'by province' : '', line));
}

function list(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (parts.length === 0) return 'nothing';
  return parts.map(([what, count]) => `${formatCount(count)} ${what}`).join(', ');
}

function reasons(label: string, counts: Readonly<Record<string, SkippedRows>>): string[] {
  return Object.entries(counts)
    .sort(([a, { count: n }], [b, { count: m }]) => m - n || (a < b ? -1 : 1))
    .map(([reason, { count, rows }]) => {
      const more = count > rows.length ? ' ...' : '';
      const where =
        rows.length === 0 ? '' : ` (${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}${more})`;
      return labelled('', `${label} ${formatCount(count)}: ${reason}${where}`);
    });
}

/** Returns the description of a dataset. */
export function infoText(
  dir: string,
  manifest: DatasetManifest,
  history: UnitHistory | undefined,
  covered: readonly ProvinceCounts[],
): string {
  const { counts, bbox, attribution, edition, id, files } = manifest;
  const size = Object.entries(files).map(([name, { bytes }]) =>
    labelled('', `${formatBytes(bytes).padStart(10)}  ${join(dir, name)}`),
  );
  const credit = attribution.map(({ text, license }, at) =>
    labelled(
      at === 0 ? 'from' : '',
      license === '' || text.includes(license) ? text : `${text} (${license})`,
    ),
  );
  const streets = coverageSentence(covered, counts.provinces);
  return [
    `${dir}: a dataset for the local service`,
    labelled(
      'places',
      `${formatCount(counts.streets)} streets, ${formatCount(counts.houses)} houses, ${formatCount(counts.pois)} places${picturesText(manifest)}`,
    ),
    labelled(
      'units',
      `${formatCount(counts.provinces)} provinces, ${formatCount(counts.wards)} wards, ${formatCount(counts.formerWards)} former wards`,
    ),
    ...(streets === undefined ? [] : [labelled('streets in', streets)]),
    ...provinceLines(manifest.provinces ?? []),
    labelled('edition', `units in force since ${edition}`),
    ...(history === undefined ? [] : datedText(history)),
    labelled('answers', levelsOf(manifest).join(', ')),
    labelled('area', bbox === null ? 'wards only' : areaText(bbox)),
    ...credit,
    labelled('id', id),
    labelled('size', formatBytes(sizeOf(manifest))),
    ...size,
  ].join('\n');
}

/** Returns what questions read, as a table with a row for each file. */
export function costsText({ address, files, questions }: QuestionCosts): string {
  const sum = (bytes: Readonly<Record<string, number>>) =>
    formatBytes(Object.values(bytes).reduce((total, each) => total + each, 0));
  const cells = [
    ['', ...questions.map(({ operation }) => operation), 'file'],
    ...Object.entries(files).map(([file, bytes]) => [
      file,
      ...questions.map(({ read }) => (read[file] ? formatBytes(read[file]) : '-')),
      formatBytes(bytes),
    ]),
    ['together', ...questions.map(({ read }) => sum(read)), sum(files)],
  ];
  return [
    labelled(
      'a question',
      `of ${address}: what "geomill ask" reads of each file; a run and a server read files whole, once`,
    ),
    ...alignedRows(cells, 1).map((row) => labelled('', row)),
  ].join('\n');
}

function datedText({ newestDay, lastDecree, decrees }: UnitHistory): string[] {
  return [
    labelled('units as of', `${newestDay}, by ${formatCounted(decrees.size, 'decree')}`),
    labelled('last decree', `${lastDecree.id} of ${lastDecree.effective}: ${lastDecree.title}`),
  ];
}

function picturesText({ counts: { pictures } }: DatasetManifest): string {
  return pictures === undefined ? '' : `, ${formatCounted(pictures, 'street picture')}`;
}

/** Returns the match levels that results from a dataset can have. */
export function levelsOf({ counts, files }: DatasetManifest): string[] {
  return [
    'position',
    ...(counts.houses > 0 ? ['house', 'interpolated', 'alley'] : []),
    ...(counts.streets > 0 ? ['street'] : []),
    ...(counts.pois > 0 ? ['poi'] : []),
    ...(HAMLET_FAMILY.file in files ? ['hamlet'] : []),
    'ward',
    'district',
    'province',
  ];
}

function areaText([west, south, east, north]: readonly [number, number, number, number]): string {
  const point = (lat: number, lon: number) => `${lat.toFixed(4)}, ${lon.toFixed(4)}`;
  return `from ${point(south, west)} to ${point(north, east)} (latitude, longitude)`;
}

function labelled(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}`;
}

/** Returns what a dataset has in the provinces in which it has streets. Errors: DATASET_BAD. Cost: reads the files of places of a dataset of versions before 0.2. */
export async function provincesWithStreets(
  dir: string,
  { counts, provinces }: DatasetManifest,
): Promise<ProvinceCounts[]> {
  const isCovered = ({ covered }: ProvinceCounts) => covered > 0;
  if (provinces !== undefined || counts.streets === 0) return (provinces ?? []).filter(isCovered);
  const { admin, tables } = openDataset(await loadDataset(dir, LAZY_FILES));
  return tables === undefined ? [] : countByProvince(admin, tables, buildUnits(admin)).filter(isCovered);
}

/** Provinces with streets that are named, those with the most. */
const NAMED_PROVINCES = 5;

/** Returns the sentence about the provinces in which a dataset has streets; undefined where it has none. */
export function coverageSentence(covered: readonly ProvinceCounts[], provinces: number): string | undefined {
  if (covered.length === 0) return undefined;
  const named = covered
    .slice(0, NAMED_PROVINCES)
    .map(
      (province) =>
        `${province.name} (${formatCount(province.covered)} of ${formatCount(province.wards)} wards)`,
    )
    .join(', ');
  const more = covered.length > NAMED_PROVINCES ? ` and ${covered.length - NAMED_PROVINCES} more` : '';
  return `${covered.length} of ${provinces} provinces: ${named}${more}; elsewhere an address is matched at its ward`;
}
