import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../contract/catalogue.ts';
import { LOCAL_OPERATIONS } from './registry.ts';

describe('the operations of the local service', () => {
  it('have one file each, named like the contract', () => {
    expect(readdirSync('src/engine/local/operations')).toEqual(readdirSync('src/contract/operations'));
    expect(Object.keys(LOCAL_OPERATIONS).sort()).toEqual([...OPERATION_NAMES].sort());
  });
});
