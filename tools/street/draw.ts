// Draws the pictures of the street, pixel by pixel.
import sharp from 'sharp';
import { colourAt } from './scene.ts';
import type { Picture } from './street.ts';

/** Draws a picture. Returns the bytes of a PNG file. */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const { width, height } = picture;
  const direction = picture.fieldOfView === 360 ? equirectangular(picture) : flat(picture);
  const pixels = Buffer.alloc(width * height * 3);
  let offset = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { heading, pitch } = direction(x + 0.5, y + 0.5);
      offset = pixels.writeUIntBE(colourAt(picture, heading, pitch), offset, 3);
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true })
    .toBuffer();
}

interface Direction {
  heading: number;
  pitch: number;
}

/** The middle column of an equirectangular picture looks along its azimuth. */
function equirectangular({ width, height, azimuth }: Picture): (x: number, y: number) => Direction {
  return (x, y) => ({
    heading: (azimuth + (x / width - 0.5) * 360 + 360) % 360,
    pitch: 90 - (y / height) * 180,
  });
}

/** A pinhole camera without tilt: the field of view is that of the width. */
function flat({ width, height, azimuth, fieldOfView }: Picture): (x: number, y: number) => Direction {
  const depth = width / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  return (x, y) => {
    const right = x - width / 2;
    return {
      heading: (azimuth + (Math.atan2(right, depth) * 180) / Math.PI + 360) % 360,
      pitch: (Math.atan2(height / 2 - y, Math.hypot(right, depth)) * 180) / Math.PI,
    };
  };
}
