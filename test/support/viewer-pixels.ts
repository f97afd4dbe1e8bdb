import sharp from 'sharp';
import { colourAt, type Colour } from '../../tools/street/scene.ts';
import type { Picture } from '../../tools/street/street.ts';
import type { ViewerPage } from './viewer-site.ts';

/** Greatest difference of a colour channel: pictures are compressed. */
const TOLERANCE = 40;
/** A direction is compared only if the scene has one colour that far around it. Units: degrees. */
const CLEAR_DEGREES = 1.5;

/** Returns the colour in the middle of the viewer. */
export async function middleColour({ page }: ViewerPage): Promise<Colour> {
  const box = (await page.locator('.psv-canvas-container').boundingBox())!;
  const png = await page.screenshot({
    clip: {
      x: Math.round(box.x + box.width / 2) - 1,
      y: Math.round(box.y + box.height / 2) - 1,
      width: 3,
      height: 3,
    },
  });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = 4 * info.channels;
  return (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
}

/** Reports whether two colours are nearly the same. */
export function isNearly(a: Colour, b: Colour): boolean {
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= TOLERANCE);
}

/** Returns the colour of a scene in a direction; undefined where another colour is near. Units: degrees. */
export function clearColour(
  picture: Picture,
  heading: number,
  pitch: number,
  clearDegrees = CLEAR_DEGREES,
): Colour | undefined {
  const colour = colourAt(picture, heading, pitch);
  for (const right of [-clearDegrees, 0, clearDegrees]) {
    for (const up of [-clearDegrees, 0, clearDegrees]) {
      if (colourAt(picture, (heading + right + 360) % 360, pitch + up) !== colour) return undefined;
    }
  }
  return colour;
}

/** Returns the directions of a grid in which the viewer shows another colour than the scene has. */
export async function wrongDirections(
  viewer: ViewerPage,
  picture: Picture,
  directions: readonly (readonly [heading: number, pitch: number])[],
): Promise<{ compared: number; wrong: string[] }> {
  const wrong: string[] = [];
  let compared = 0;
  for (const [heading, pitch] of directions) {
    const expected = clearColour(picture, heading, pitch);
    if (expected === undefined) continue;
    compared++;
    await viewer.run(`photo.setView({ headingDegrees: ${heading}, pitchDegrees: ${pitch}, zoom: 80 })`);
    await viewer.run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const seen = await middleColour(viewer);
    if (!isNearly(seen, expected)) {
      wrong.push(`${heading}/${pitch}: ${seen.toString(16)} for ${expected.toString(16)}`);
    }
  }
  return { compared, wrong };
}
