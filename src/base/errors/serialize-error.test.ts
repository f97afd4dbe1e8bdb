import { describe, expect, it } from 'vitest';
import { GeomillError, isGeomillError } from './geomill-error.ts';
import { deserializeError, serializeError } from './serialize-error.ts';

const across = (error: unknown) => deserializeError(structuredClone(serializeError(error)));
const throughText = (error: unknown) =>
  deserializeError(JSON.parse(JSON.stringify(serializeError(error))) as ReturnType<typeof serializeError>);

describe('serializeError', () => {
  it.each([across, throughText])('keeps the code and the details of a failure of the catalogue', (copy) => {
    const failure = copy(new GeomillError('INVALID_REQUEST', 'too far', { details: { stops: [1, 3] } }));
    expect(isGeomillError(failure, 'INVALID_REQUEST')).toBe(true);
    expect(failure).toMatchObject({ message: 'too far', details: { stops: [1, 3] } });
    expect(isGeomillError(failure) && failure.traits.scope).toBe('row');
  });

  it.each([across, throughText])('keeps message and stack of any other', (copy) => {
    const error = new TypeError('undefined is not a function');
    const failure = copy(error);
    expect(isGeomillError(failure)).toBe(false);
    expect(failure).toMatchObject({ message: error.message, stack: error.stack });
    expect(copy('thrown text').message).toBe('thrown text');
  });

  it('does not take a code of another version for one of this', () => {
    const failure = deserializeError({ code: 'NEWER' as 'IO', message: 'x', stack: 'x' });
    expect(isGeomillError(failure)).toBe(false);
  });
});
