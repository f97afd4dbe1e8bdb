import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { escapeHtml } from '../base/text/escape-html.ts';
import { DRIVER_DATA, type DriverPage } from './data/driver-facts.ts';
import { ELEMENTS } from './data/packed-rows.ts';
import type { ReportFacts } from './data/report-facts.ts';
import type { ReviewFacts } from './data/review-facts.ts';
import type { GroundTiles } from './ground/dataset-ground.ts';

/** The built parts of the page: its script, its styles, and compressed outlines: those of the provinces, and those of the wards of each province, by its code. */
export interface PageFiles {
  script: string;
  /** The script of the pages of drivers. */
  driver: string;
  /** The script of the page of a review. */
  review: string;
  styles: string;
  provinces: Buffer;
  wardsOf: (province: string) => Promise<Buffer>;
}

/** What one page shows; compressed parts as they are read by it. */
export interface PageData {
  key: string;
  version: string;
  title: string;
  facts: ReportFacts;
  rows: Buffer;
  positions: Buffer;
  texts: readonly Buffer[];
  tours?: Buffer;
  /** The changed rows, beside an earlier run. */
  compared?: Buffer;
  /** The outlines of the wards of the provinces around the rows. */
  wards: readonly Buffer[];
  details: readonly Buffer[];
  ground?: GroundTiles;
  /** Thumbnails, in the order of their names in the facts. */
  pictures: readonly Buffer[];
}

/** Reads the parts of the page from the folder that the build wrote. Errors: INTERNAL when one is missing. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const read = async (name: string) => {
    try {
      return await readFile(join(folder, name));
    } catch (cause) {
      throw new GeomillError(
        'INTERNAL',
        `the page of the report is missing in ${folder}: run "make build", or install Geomill again`,
        { cause },
      );
    }
  };
  const [script, driver, review, styles, provinces] = await Promise.all(
    ['report.js', 'driver.js', 'review.js', 'report.css', 'provinces.bin'].map(read),
  );
  return {
    script: script!.toString(),
    driver: driver!.toString(),
    review: review!.toString(),
    styles: styles!.toString(),
    provinces: provinces!,
    wardsOf: (province) => read(`wards/${province}.bin`),
  };
}

/**
 * Builds the page of a report: one file that loads nothing.
 *
 * Shape: its lines, without the newlines; as one text, and then as bytes, it would take three times its size.
 * Guarantee: scripts and styles other than those of the page are refused by its policy; the data is in elements that no browser runs, and has no `<`.
 */
export function pageOf(
  { script, styles, provinces }: Pick<PageFiles, 'script' | 'styles' | 'provinces'>,
  data: PageData,
): string[] {
  const texts = base64Blocks(data.texts);
  const details = base64Blocks(data.details);
  const pictures = base64Blocks(data.pictures);
  const ground = groundBlocks(provinces, data);
  const facts = {
    ...data.facts,
    textBlocks: texts.offsets,
    detailBlocks: details.offsets,
    pictures: { ...data.facts.pictures, offsets: pictures.offsets },
    ...ground.facts,
  };
  return shellOf({ script, styles }, { ...data, mark: `report of ${data.key}` }, [
    `<noscript><p>This report needs JavaScript. Báo cáo này cần JavaScript.</p></noscript>`,
    jsonBlock(ELEMENTS.facts, facts),
    dataBlock(ELEMENTS.rows, data.rows.toString('base64')),
    dataBlock(ELEMENTS.positions, data.positions.toString('base64')),
    ...ground.lines,
    dataBlock(ELEMENTS.texts, texts.text),
    dataBlock(ELEMENTS.details, details.text),
    ...(data.pictures.length > 0 ? [dataBlock(ELEMENTS.pictures, pictures.text)] : []),
    ...(data.tours ? [dataBlock(ELEMENTS.tours, data.tours.toString('base64'))] : []),
    ...(data.compared ? [dataBlock(ELEMENTS.compared, data.compared.toString('base64'))] : []),
  ]);
}

/** What the page of a review shows; `texts` are compressed. */
export interface ReviewPageData extends Pick<PageData, 'version' | 'title' | 'wards' | 'ground'> {
  facts: Omit<ReviewFacts, 'wardBlocks' | 'ground'>;
  texts: Buffer;
}

/** Builds the page of a review. Shape and guarantee: as of {@link pageOf}; where a server of this machine sends it, it may send decisions to that server. */
export function reviewPageOf(
  { review, styles, provinces }: Pick<PageFiles, 'review' | 'styles' | 'provinces'>,
  data: ReviewPageData,
): string[] {
  const ground = groundBlocks(provinces, data);
  const policy = data.facts.isServed ? [`connect-src 'self'`] : [];
  return shellOf({ script: review, styles }, { ...data, mark: 'review', policy }, [
    `<noscript><p>This page needs JavaScript. Trang này cần JavaScript.</p></noscript>`,
    jsonBlock(ELEMENTS.facts, { ...data.facts, ...ground.facts }),
    ...ground.lines,
    dataBlock(ELEMENTS.texts, data.texts.toString('base64')),
  ]);
}

/** Builds the page of a driver or of the dispatcher: one file that loads nothing but itself. Guarantee: as of {@link pageOf}. */
export function driverPageOf(
  files: Pick<PageFiles, 'script' | 'styles'>,
  page: DriverPage,
  title: string,
): string {
  const policy = [`connect-src 'self'`, `worker-src 'self'`];
  const head = '<meta name="robots" content="noindex">';
  const own = { title, head, policy, language: 'vi', bodyClass: 'driver' };
  return `${shellOf(files, own, [jsonBlock(DRIVER_DATA, page)]).join('\n')}\n`;
}

/** What the pages differ in around their data. Shape: `mark` is in a comment at the start, with the version. */
interface Shell {
  title: string;
  version?: string;
  mark?: string;
  head?: string;
  policy?: readonly string[];
  language?: string;
  bodyClass?: string;
}

/** Returns the lines of a page around those of its data. */
function shellOf(
  { script, styles }: Pick<PageFiles, 'script' | 'styles'>,
  { title, version, mark, head = '', policy = [], language = 'en', bodyClass }: Shell,
  data: readonly string[],
): string[] {
  const rules = [
    ...[`default-src 'none'`, `script-src ${hashOf(script)}`, `style-src ${hashOf(styles)}`, 'img-src data:'],
    ...[...policy, `base-uri 'none'`, `form-action 'none'`],
  ];
  return [
    `<!doctype html>`,
    ...(version === undefined ? [] : [`<!-- Geomill ${escapeHtml(version)}, ${mark} -->`]),
    `<html lang="${language}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">`,
    ...(version === undefined ? [] : [`<meta name="generator" content="Geomill ${escapeHtml(version)}">`]),
    `${head}<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>`,
    `<style>${styles}</style></head><body${bodyClass === undefined ? '' : ` class="${bodyClass}"`}>`,
    ...data,
    `<script>${script}</script></body></html>`,
  ];
}

/** Returns the outlines and the tiles of a map as elements, and what the facts say of them. */
function groundBlocks(provinces: Buffer, { wards, ground }: Pick<PageData, 'wards' | 'ground'>) {
  const outlines = base64Blocks(wards);
  const tiles = ground && base64Blocks(ground.blocks);
  return {
    facts: {
      wardBlocks: outlines.offsets,
      ...(ground && { ground: { ...ground.facts, blocks: tiles?.offsets } }),
    },
    lines: [
      dataBlock(ELEMENTS.provinces, provinces.toString('base64')),
      dataBlock(ELEMENTS.wards, outlines.text),
      ...(tiles ? [dataBlock(ELEMENTS.tiles, tiles.text)] : []),
    ],
  };
}

function jsonBlock(id: string, value: object): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function dataBlock(id: string, text: string): string {
  return `<script type="application/octet-stream" id="${id}">${text}</script>`;
}

/** Returns blocks as base64 in one text, with the offset of each and the end. */
function base64Blocks(blocks: readonly Buffer[]): { text: string; offsets: number[] } {
  const texts = blocks.map((block) => block.toString('base64'));
  const offsets = [0];
  for (const text of texts) offsets.push((offsets.at(-1) as number) + text.length);
  return { text: texts.join(''), offsets };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
