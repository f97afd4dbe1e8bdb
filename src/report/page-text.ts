import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { escapeHtml } from '../base/text/escape-html.ts';
import { DRIVER_DATA, type DriverPage } from './data/driver-facts.ts';
import { ELEMENTS } from './data/packed-rows.ts';
import type { ReportFacts } from './data/report-facts.ts';
import type { GroundTiles } from './ground/dataset-ground.ts';

/** The built parts of the page: its script, its styles, and compressed outlines: those of the provinces, and those of the wards of each province, by its code. */
export interface PageFiles {
  script: string;
  /** The script of the pages of drivers. */
  driver: string;
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
  const [script, driver, styles, provinces] = await Promise.all(
    ['report.js', 'driver.js', 'report.css', 'provinces.bin'].map(read),
  );
  return {
    script: script!.toString(),
    driver: driver!.toString(),
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
  { script, styles, provinces }: Omit<PageFiles, 'wardsOf' | 'driver'>,
  data: PageData,
): string[] {
  const texts = base64Blocks(data.texts);
  const wards = base64Blocks(data.wards);
  const details = base64Blocks(data.details);
  const pictures = base64Blocks(data.pictures);
  const tiles = data.ground && base64Blocks(data.ground.blocks);
  const facts = JSON.stringify({
    ...data.facts,
    textBlocks: texts.offsets,
    wardBlocks: wards.offsets,
    detailBlocks: details.offsets,
    pictures: { ...data.facts.pictures, offsets: pictures.offsets },
    ...(data.ground && { ground: { ...data.ground.facts, blocks: tiles?.offsets } }),
  });
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return [
    `<!doctype html>`,
    `<!-- Geomill ${escapeHtml(data.version)}, report of ${data.key} -->`,
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">`,
    `<meta name="generator" content="Geomill ${escapeHtml(data.version)}">`,
    `<link rel="icon" href="data:,"><title>${escapeHtml(data.title)}</title>`,
    `<style>${styles}</style></head><body>`,
    `<noscript><p>This report needs JavaScript. Báo cáo này cần JavaScript.</p></noscript>`,
    `<script type="application/json" id="${ELEMENTS.facts}">${facts.replaceAll('<', '\\u003c')}</script>`,
    dataBlock(ELEMENTS.rows, data.rows.toString('base64')),
    dataBlock(ELEMENTS.positions, data.positions.toString('base64')),
    dataBlock(ELEMENTS.provinces, provinces.toString('base64')),
    dataBlock(ELEMENTS.wards, wards.text),
    dataBlock(ELEMENTS.texts, texts.text),
    dataBlock(ELEMENTS.details, details.text),
    ...(data.pictures.length > 0 ? [dataBlock(ELEMENTS.pictures, pictures.text)] : []),
    ...(tiles ? [dataBlock(ELEMENTS.tiles, tiles.text)] : []),
    ...(data.tours ? [dataBlock(ELEMENTS.tours, data.tours.toString('base64'))] : []),
    `<script>${script}</script></body></html>`,
  ];
}

/** Builds the page of a driver or of the dispatcher: one file that loads nothing but itself. Guarantee: as of {@link pageOf}. */
export function driverPageOf(
  { script, styles }: Pick<PageFiles, 'script' | 'styles'>,
  page: DriverPage,
  title: string,
): string {
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    ...[`img-src data:`, `connect-src 'self'`, `worker-src 'self'`, `base-uri 'none'`, `form-action 'none'`],
  ].join('; ');
  return [
    `<!doctype html>`,
    `<html lang="vi"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">`,
    `<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title>`,
    `<style>${styles}</style></head><body class="driver">`,
    `<script type="application/json" id="${DRIVER_DATA}">${JSON.stringify(page).replaceAll('<', '\\u003c')}</script>`,
    `<script>${script}</script></body></html>\n`,
  ].join('\n');
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
