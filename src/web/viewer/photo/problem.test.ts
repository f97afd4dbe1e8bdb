import { describe, expect, it } from 'vitest';
import { textsIn } from '../context/texts.ts';
import { failureOf, ImageryFailure } from '../imagery/imagery-client.ts';
import { problemOf } from './problem.ts';

const texts = textsIn('en');
const place = { root: 'https://maps.example/imagery/v1', origin: 'https://maps.example', hasKey: true };

describe('a problem', () => {
  it.each([
    [failureOf(401), { ...place, hasKey: false }, texts.t('viewerPart.keyMissing')],
    [failureOf(401), place, texts.t('viewerPart.keyRefused')],
    [failureOf(403), place, texts.t('viewerPart.keyRefused')],
    [failureOf(429), place, texts.t('viewerPart.limited')],
    [failureOf(503), place, 'The picture service failed with status 503.'],
    [new ImageryFailure('unreachable', ''), place, texts.t('viewerPart.unreachable')],
    [new ImageryFailure('unknownPicture', ''), place, texts.t('viewerPart.unknownPicture')],
    [new TypeError('Failed to fetch'), place, texts.viewer.loadError],
  ])('of %s has its own title, and says what to do', (error, from, title) => {
    const problem = problemOf(error, texts, from);
    expect(problem.title).toBe(title);
    expect(problem.advice).not.toBe('');
  });

  it('names service and page where the origin may not be allowed', () => {
    const { advice } = problemOf(new ImageryFailure('unreachable', ''), texts, {
      ...place,
      origin: 'https://shop.example',
    });
    expect(advice).toContain(place.root);
    expect(advice).toMatch(/geomill serve --cors https:\/\/shop\.example$/);
  });
});
