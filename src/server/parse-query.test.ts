import { describe, expect, it } from 'vitest';
import { parseQuery, refuseMalformed } from './parse-query.ts';

describe('a query', () => {
  it('is decoded', () => {
    expect({ ...parseQuery('text=ph%E1%BB%9F+b%C3%B2&size=2&&flag&a=b=c') }).toEqual({
      text: 'phở bò',
      size: '2',
      flag: '',
      a: 'b=c',
    });
  });

  it('keeps every value of a repeated parameter', () => {
    expect({ ...parseQuery('ids=a&ids=b&ids=c') }).toEqual({ ids: ['a', 'b', 'c'] });
  });

  it('has no members but its parameters', () => {
    const query = parseQuery('__proto__=1&constructor=2');
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
    expect('toString' in query).toBe(false);
  });

  it('does not throw at malformed escapes, since the router would not catch it', () => {
    const query = parseQuery('text=%zz&size=1');
    expect(Object.keys(query)).toEqual(['size']);
    expect(() => refuseMalformed(query, 'query')).toThrow('malformed');
    expect(() => refuseMalformed(parseQuery('size=1'), 'query')).not.toThrow();
  });
});
