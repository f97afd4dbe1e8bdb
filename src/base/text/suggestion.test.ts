import { describe, expect, it } from 'vitest';
import { englishText } from '../messages/message.ts';
import { nearestName, suggestion } from './suggestion.ts';

describe('nearestName', () => {
  const names = ['geocodeForward', 'geocodeReverse', 'nearby', 'place'];
  it.each([
    ['geocode/forward', 'geocodeForward'],
    ['GEOCODE-REVERSE', 'geocodeReverse'],
    ['geocodeFoward', 'geocodeForward'],
    ['nerby', 'nearby'],
    ['geo', 'geocodeForward'],
    ['plcae', 'place'],
  ])('finds %s', (name, expected) => expect(nearestName(name, names)).toBe(expected));

  it.each(['', 'xyz', 'directions', 'n'])('finds nothing for %j', (name) =>
    expect(nearestName(name, names)).toBeUndefined(),
  );

  it('is worded as the end of a sentence', () => {
    expect(englishText(suggestion('plase', names))).toBe('did you mean place?');
    expect(englishText(suggestion('xyz', ['a', 'b']))).toBe('there is a, b');
  });
});
