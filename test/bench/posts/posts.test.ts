import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createGeomillEngine } from '../../benchmark/engines/geomill-engine.ts';
import { readLabelledTexts } from '../../benchmark/labelled/labelled-text.ts';
import { generatePosts } from './generate-posts.ts';
import { KEPT_TEMPLATES } from './kept-templates.ts';
import { OPEN_TEMPLATES } from './open-templates.ts';

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const LABELS = fileAt('../../../../shared/data/addresses/dev-ward-labels.csv');

describe.skipIf(!existsSync(LABELS))('posts around labelled addresses (needs ../shared/data)', () => {
  it('lead to the ward of their address', async () => {
    const addresses = readLabelledTexts(LABELS).filter((_, at) => at % 7 === 0);
    const posts = generatePosts(addresses, [...OPEN_TEMPLATES, ...KEPT_TEMPLATES], 1);
    const engine = await createGeomillEngine(fileAt('../../../fixtures/starter'));
    const answers = await engine.answer(posts.map(({ text }) => text));
    const right = posts.filter(({ wards }, at) => wards.includes(answers[at]?.ward ?? '')).length;
    expect(posts.length).toBeGreaterThan(500);
    expect(right / posts.length).toBeGreaterThanOrEqual(0.965);
  });
});
