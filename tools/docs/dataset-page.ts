import { ARRAY_FAMILIES } from '../../src/engine/gazetteer/array-families.ts';
import { ADMIN_FILES, ADMIN_TABLES } from '../../src/engine/gazetteer/store/admin-files.ts';
import type { ArrayFamily } from '../../src/engine/gazetteer/store/array-family.ts';
import { BLOCK_FAMILY } from '../../src/engine/gazetteer/store/block-family.ts';
import { ARRAY_TYPES } from '../../src/engine/gazetteer/store/array-types.ts';
import {
  ARRAY_ALIGNMENT,
  DATASET_FORMAT,
  DATASET_VERSION,
  type DatasetManifest,
  MANIFEST_FILE,
  LEARNED_FILE,
  PICTURE_HASHES_FILE,
  PICTURES_FOLDER,
  ROADS_FILE,
} from '../../src/engine/gazetteer/store/manifest.ts';
import { table } from './marked.ts';

/** The members of the manifest. */
const MANIFEST_MEMBERS: Readonly<Record<keyof Required<DatasetManifest>, { type: string; meaning: string }>> =
  {
    format: { type: `"${DATASET_FORMAT}"`, meaning: 'name of the layout' },
    version: {
      type: `${DATASET_VERSION}`,
      meaning:
        'version of the layout; a reader accepts version 2 as well, which has no dated units, and refuses any other',
    },
    id: {
      type: 'string',
      meaning:
        'SHA-256 of the JSON text of the object {edition, attribution, counts, bbox, files, arrays} without spaces; changes with any byte of the dataset',
    },
    edition: { type: 'YYYY-MM-DD', meaning: 'day from which the administrative units are in force' },
    attribution: {
      type: '{text, license}[]',
      meaning: 'origins of the data; `text` has to be displayed with results',
    },
    counts: {
      type: 'object of integers',
      meaning:
        'numbers of `provinces`, `wards`, `formerWards`, `streets`, `pois`, `houses`, and of `pictures` if there are any',
    },
    provinces: {
      type: '{code, name, wards, covered, streets, houses, places, base?}[]',
      meaning:
        'places by province: `covered` of its `wards` have at least three streets; `base` are the `streets`, `houses` and `places` that the build took over from the dataset that its sources were added to; absent in datasets of versions before 0.2',
    },
    build: {
      type: '{from, files, columns, credit, roads, pictures?}',
      meaning:
        'how `geomill dataset rebuild` builds it again: the dataset that the sources were added to, their files by kind (paths relative to the folder, or addresses), stated columns and credits, whether with roads; absent in the starter dataset',
    },
    chances: {
      type: '[constant, factor][]',
      meaning:
        'what `--fit-chances` fitted on its own addresses: applied to the log-odds of the chances of 100, 500 and 2,000 m; part of the id; absent without that option',
    },
    map: {
      type: 'string',
      meaning:
        'SHA-256 of the names and hashes of the files that are not of units, as they were before `geomill decree add`; absent without such decrees',
    },
    bbox: {
      type: '[west, south, east, north] or null',
      meaning: 'bounds of all places, degrees WGS84; null without places',
    },
    files: {
      type: '{[name]: {sha256, bytes}}',
      meaning: 'all other files of the dataset, with SHA-256 (hexadecimal) and size in bytes',
    },
    arrays: {
      type: '{file, name, type, offset, length}[]',
      meaning: 'all arrays: file, name, element type, offset in bytes, number of elements',
    },
  };

/** Returns docs/DATASET.md: the files of a dataset, every array in them, and the checks on open. */
export function datasetPage(): string {
  return `# Dataset format

Generated from \`src/engine/gazetteer/\` by \`make docs\`. This page describes \`${DATASET_FORMAT}\` version ${DATASET_VERSION}.

A dataset is a folder of files. \`${MANIFEST_FILE}\` lists all others. Administrative units are CSV tables and a map of hexagons; everything
else is flat arrays of numbers, which are read into memory once, shared by all threads, and used without parsing.

Programs that need the administrative units alone do not have to read these files: [UNITS.md](UNITS.md) reads the tables of the starter dataset, and boundaries and conversions beside them.

## Files

${table(['file', 'content', 'present'], fileRows())}

## ${MANIFEST_FILE}

${table(
  ['member', 'type', 'meaning'],
  Object.entries(MANIFEST_MEMBERS).map(([name, { type, meaning }]) => [
    `\`${name}\``,
    `\`${type}\``,
    meaning,
  ]),
)}

## Tables of administrative units

UTF-8, comma-separated, quoted as in RFC 4180, one header line.

${Object.entries(ADMIN_TABLES)
  .map(([kind, columns]) => adminSection(ADMIN_FILES[kind as keyof typeof ADMIN_TABLES], columns))
  .join('\n\n')}

## ${ADMIN_FILES.cells}

The wards in force as a tree of H3 cells: a cell is in one ward, in no ward, or divided into its seven children.

It begins with \`GMC2\`; \`src/engine/gazetteer/units/cover-codec.ts\` has the layout.

## Arrays

Types are ${Object.keys(ARRAY_TYPES)
    .map((type) => `\`${type}\``)
    .join(', ')}, little-endian; Geomill maps them without conversion, and therefore runs on
little-endian machines only (x86-64 and ARM64 are). Each array starts at a multiple of ${ARRAY_ALIGNMENT} bytes in its file, at the offset that the manifest has; the gaps are
zeros. Numbers of streets, features, places and names count from 0, and \`x[i]\` to \`x[i + 1]\` includes the first and excludes the last.

The manifest lists the arrays; their meaning, unit and length stand beside the code that reads them: \`src/engine/gazetteer/array-families.ts\` leads there. The files:

${ARRAY_FAMILIES.map(familyLine).join('\n')}

## ${ROADS_FILE}

Road tiles of Valhalla in a tar archive with an index, memory-mapped by the router. Geomill checks its size and hash (\`geomill dataset check\`)
and does not read it otherwise. A dataset without it has straight-line routes.

## pictures/

\`dataset build --imagery items.ndjson --pictures originals/\` makes these files of each item. The originals are named \`<id>.jpg\` or as the item's
\`original_file:name\`, in any sub-folder; JPEG, PNG, WebP, TIFF or AVIF.

| file | contents |
| --- | --- |
| \`pictures/<id>/thumb.jpg\` | 500 px wide |
| \`pictures/<id>/sd.jpg\` | 2048 px wide, or as wide as the original |
| \`pictures/<id>/hd.jpg\` | as large as the original |
| \`pictures/<id>/tiles/<column>_<row>.jpg\` | tiles of 512 px of a 360 picture; columns and rows are powers of two, so that the tiles together are up to 1.41 times larger or smaller than \`hd\` |
| \`pictures/<id>/overviews/<level>/<column>_<row>.jpg\` | the same, 2, 4 ... times coarser (level 1, 2 ...), down to 2048 px; about a third more bytes |

Originals in PNG give lossless WebP (\`.webp\`). The orientation of the camera is applied to the pixels, and all metadata is removed: the item
has what is public. The items get the addresses of the files, relative to the root of the imagery service. An item whose original is
damaged gets the status \`broken\` and is never found by a search; an item without original keeps the addresses of its source. Both are listed with the reason.
\`pictures.sha256\` has a line per file, as \`sha256sum\` writes it: \`geomill dataset check\` and \`sha256sum -c\` compare them.

## Checks on open

A dataset that fails a check is refused with \`DATASET_BAD\`, the file or array, and what to do. Checked are the manifest, the size and SHA-256 of each file that is
read (\`geomill ask\` reads only the blocks that it uses, and compares each with its hash in \`${BLOCK_FAMILY.file}\`), codes and positions of the tables, and type,
alignment and length of every array. \`geomill dataset check\` also reads \`${ROADS_FILE}\` and the pictures.

## Versions

The version changes when files or arrays change their meaning, type or order. A dataset of a version that is not
read any more is refused and has to be built again from its sources. A file that older programs do not need, such as \`${BLOCK_FAMILY.file}\`, leaves the version as it is; a dataset without it
is read as a whole. The same sources and the same version of Geomill give the same bytes, so \`id\` identifies a dataset.
`;
}

function fileRows(): string[][] {
  return [
    [MANIFEST_FILE, 'description of the dataset and of all other files', 'always'],
    [ADMIN_FILES.provinces, 'provinces in force', 'always'],
    [ADMIN_FILES.wards, 'wards in force', 'always'],
    [ADMIN_FILES.formerWards, 'wards before 1 July 2025, and what they became', 'always'],
    [ADMIN_FILES.cells, 'map of the wards in force, in H3 cells', 'always'],
    ['other `.bin` files', 'arrays, [below](#arrays)', 'with places, or optional'],
    [ROADS_FILE, 'road network for routes', 'optional'],
    [`${PICTURES_FOLDER}/`, 'street pictures: a folder per item', 'optional'],
    [
      LEARNED_FILE,
      'positions that persons confirmed, with source and day: `dataset build --learn`',
      'optional',
    ],
    [PICTURE_HASHES_FILE, `hashes of the files in \`${PICTURES_FOLDER}/\``, `with \`${PICTURES_FOLDER}/\``],
  ].map(([file = '', ...rest]) => [file.includes('`') ? file : `\`${file}\``, ...rest]);
}

function adminSection(file: string, columns: Readonly<Record<string, string>>): string {
  const lines = Object.entries(columns).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);
  return `### ${file}\n\n${lines.join('\n')}`;
}

function familyLine({ file, meaning, isLazy }: ArrayFamily): string {
  return `- \`${file}\`: ${meaning}${isLazy === true ? '; read by the first request that needs it' : ''}`;
}
