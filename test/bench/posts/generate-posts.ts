import { createRandom } from '../random.ts';
import type { LabelledText } from '../../benchmark/labelled/labelled-text.ts';
import type { Post, PostTemplate } from './posts.ts';

/** Writes a post around each address with each template in turn, the same for one seed. */
export function generatePosts(
  addresses: readonly LabelledText[],
  templates: readonly PostTemplate[],
  seed: number,
): Post[] {
  const random = createRandom(seed);
  const number = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const pick = (of: readonly string[]): string => of[number(0, of.length - 1)] ?? '';
  return addresses.map(({ text: address, ward }, at) => {
    const { name, write } = templates[at % templates.length] as PostTemplate;
    const other = addresses[number(0, addresses.length - 1)] as LabelledText;
    const lines = address.split(/\s*,\s*/u).filter((line) => line !== '');
    const parts = { address, lines, other: other.text, ward, otherWard: other.ward, pick, number };
    const written = write(parts);
    const { text, wards } = typeof written === 'string' ? { text: written, wards: [ward] } : written;
    return { template: name, text, wards };
  });
}
