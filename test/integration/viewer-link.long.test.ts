import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Colour } from '../../tools/street/scene.ts';
import { houseAt, HOUSES, PICTURES, STREET_HEADING, type Picture } from '../../tools/street/street.ts';
import { startServerProcess } from '../support/server-process.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';
import { clearColour, isNearly } from '../support/viewer-pixels.ts';
import { describeViewer, type ViewerPage } from '../support/viewer-site.ts';

/** Houses of both sides, at both ends and within the street, with numbers of one and of two figures. */
const LINKED = [1, 8, 13, 24];
/** The part of the screen that is compared, from its middle: the plate with the number is to the right of the middle of the front. Units: pixels. */
const PART = { left: -60, right: 180, up: 60, down: 60, step: 8 };
/** A direction is compared only if the scene has one colour that far around it. Units: degrees. */
const CLEAR_DEGREES = 0.6;
/** Height of the view at the zoom with which the demo begins. Units: degrees. */
const VIEW_DEGREES = 60;
const PLATE: Colour = 0x0d47a1;
const WHITE: Colour = 0xffffff;

describeViewer('The link of a row to the viewer', (site) => {
  const newFolder = useTemporaryFolders('viewer-link');

  it('opens the picture with the number of the house in the middle', async () => {
    const { datasetDir } = site();
    const server = await startServerProcess(['--dataset', datasetDir]);
    const origin = `http://127.0.0.1:${server.port}`;
    try {
      const rows = await rowsOf(newFolder(), datasetDir, `${origin}/viewer/demo.html`);
      for (const number of LINKED) {
        const row = rows.find(({ house_number: one }) => Number(one) === number)!;
        const picture = PICTURES.find(({ id }) => id === row['imagery_id'])!;
        const link = new URL(row['imagery_link']!);
        const viewer = await site().open(link.pathname + link.search + link.hash, { origin: link.origin });
        const heading = headingTo(picture, number);
        await expect
          .poll(() => viewer.page.locator('.gm-viewer-status').textContent(), { timeout: 20_000 })
          .toContain(`${Math.round(heading)}°`);
        await expect
          .poll(async () => (await compare(viewer, picture, heading)).wrong, { timeout: 20_000 })
          .toEqual([]);
        const { compared } = await compare(viewer, picture, heading);
        // The plate and the figures on it are among what was compared.
        for (const colour of [PLATE, WHITE]) {
          expect(
            compared.filter((one) => one === colour).length,
            `${colour.toString(16)} of house ${number}`,
          ).toBeGreaterThan(2);
        }
        await viewer.shoot(`link-house-${number}`);
        expect(viewer.faults).toEqual([]);
        await viewer.close();
      }
    } finally {
      await server.stop();
    }
  });
});

/** Runs the stage imagery over the houses of the fixture street. */
async function rowsOf(
  folder: string,
  datasetDir: string,
  viewerUrl: string,
): Promise<Record<string, string>[]> {
  const job = ['run', 'imagery', '--input', 'fixtures/street/houses.csv', '--dataset', datasetDir, '--quiet'];
  const options = ['--output', folder, '--set', `imagery.viewer_url=${viewerUrl}`];
  await promisify(execFile)(process.execPath, ['dist/cli/main.cjs', ...job, ...options]);
  return parse(await readFile(join(folder, 'houses.csv'), 'utf8'), { columns: true, bom: true });
}

/** Returns the heading from a picture to the middle of the front of a house. Units: degrees. */
function headingTo({ at }: Picture, number: number): number {
  const to = houseAt(HOUSES[number - 1]!);
  const turn = (Math.atan2(to.right - at.right, to.along - at.along) * 180) / Math.PI;
  return (STREET_HEADING + turn + 360) % 360;
}

/** Compares the part of the screen around the middle with the scene, in the directions where that is clear. */
async function compare(
  { page }: ViewerPage,
  picture: Picture,
  heading: number,
): Promise<{ compared: Colour[]; wrong: string[] }> {
  const box = (await page.locator('.psv-canvas-container').boundingBox())!;
  const focal = box.height / 2 / Math.tan((VIEW_DEGREES / 2 / 180) * Math.PI);
  const { data, info } = await sharp(await page.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const compared: Colour[] = [];
  const wrong: string[] = [];
  for (let x = PART.left; x <= PART.right; x += PART.step) {
    for (let y = -PART.up; y <= PART.down; y += PART.step) {
      const right = (Math.atan2(x, focal) * 180) / Math.PI;
      const up = (Math.atan2(-y, Math.hypot(x, focal)) * 180) / Math.PI;
      const expected = clearColour(picture, (heading + right + 360) % 360, up, CLEAR_DEGREES);
      if (expected === undefined) continue;
      const [column, row] = [box.x + box.width / 2 + x, box.y + box.height / 2 + y].map(Math.round);
      const at = (row! * info.width + column!) * info.channels;
      const seen = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
      compared.push(expected);
      if (!isNearly(seen, expected)) {
        wrong.push(`${x}/${y}: ${seen.toString(16)} for ${expected.toString(16)}`);
      }
    }
  }
  return { compared, wrong };
}
