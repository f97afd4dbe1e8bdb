import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../contract/catalogue.ts';
import { findOperation, readRequest } from './ask.ts';

describe('findOperation', () => {
  it('knows every operation by name and by path', () => {
    for (const name of OPERATION_NAMES) {
      expect(findOperation(name)).toBe(name);
      expect(findOperation(OPERATIONS[name].path)).toBe(name);
    }
    expect(findOperation('geocode/forward')).toBe('geocodeForward');
    expect(findOperation('geocode-reverse')).toBe('geocodeReverse');
    expect(findOperation('forcodes/encode')).toBe('encodeForcode');
  });

  it('suggests what a misspelt name may mean', () => {
    expect(() => findOperation('geocodeFoward')).toThrow(
      'there is no operation geocodeFoward: did you mean geocodeForward?',
    );
    expect(() => findOperation('zzz')).toThrow(/there is autocomplete, place, /);
    expect(() => findOperation('__proto__')).toThrow(/there is no operation/);
  });
});

describe('readRequest', () => {
  it('reads values as the operation takes them', () => {
    expect(readRequest('geocodeForward', ['text=1=2, Hà Nội', 'admin_v2=true', 'size=3'])).toEqual({
      text: '1=2, Hà Nội',
      admin_v2: true,
      size: 3,
    });
    expect(readRequest('encodeForcode', ['lat=-10.77', 'lng=106.7'])).toEqual({ lat: -10.77, lng: 106.7 });
  });

  it('tells what is wrong, and what was meant', () => {
    expect(() => readRequest('geocodeForward', ['txt=x'])).toThrow(
      'geocodeForward has no parameter txt: did you mean text?',
    );
    expect(() => readRequest('geocodeForward', ['text'])).toThrow(
      '"text" is not a parameter: write it as name=value',
    );
    expect(() => readRequest('encodeForcode', ['lat=91', 'lng=0'])).toThrow(/lat/);
    expect(() => readRequest('encodeForcode', [])).toThrow(/lat/);
  });
});
