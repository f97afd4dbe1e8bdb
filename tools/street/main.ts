// Writes fixtures/street/: the pictures, items and houses of an invented street. The same bytes every time.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { englishText } from '../../src/base/messages/message.ts';
import { openPictureBuilder } from '../../src/dataset/imagery/pictures/build-pictures.ts';
import { PICTURES_FOLDER } from '../../src/engine/gazetteer/store/manifest.ts';
import { drawPicture } from './draw.ts';
import { housesText, itemOf } from './items.ts';
import { PICTURES } from './street.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'fixtures/street' } } });
const { out } = values;
const originals = await mkdtemp(join(tmpdir(), 'geomill-street-'));
try {
  for (const picture of PICTURES) {
    await writeFile(join(originals, `${picture.name}.png`), await drawPicture(picture));
  }
  await rm(join(out, 'pictures'), { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const builder = await openPictureBuilder(originals);
  const lines: string[] = [];
  for (const picture of PICTURES) {
    const built = await builder.build(itemOf(picture), join(out, PICTURES_FOLDER));
    if ('reason' in built) throw new Error(`${picture.name}: ${englishText(built.reason)}`);
    lines.push(`${JSON.stringify(built.item)}
`);
  }
  await writeFile(join(out, 'items.ndjson'), lines.join(''));
  await writeFile(join(out, 'houses.csv'), housesText());
} finally {
  await rm(originals, { recursive: true, force: true });
}
