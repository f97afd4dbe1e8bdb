// Writes fixtures/street/: the items and houses of an invented street. The same bytes every time.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { housesText, itemsText } from './items.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'fixtures/street' } } });
await mkdir(values.out, { recursive: true });
await writeFile(join(values.out, 'items.ndjson'), itemsText());
await writeFile(join(values.out, 'houses.csv'), housesText());
