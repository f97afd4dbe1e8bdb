import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../contract/catalogue.ts';
import { LOCAL_OPERATIONS } from './registry.ts';

describe('the operations of the local service', () => {
  it('have one file each, named like the contract, and one entry', () => {
    const files = readdirSync('src/engine/local/operations');
    const contract = readdirSync('src/contract/operations');
    expect(files.filter((file) => !contract.includes(file))).toEqual([]);
    const entries = Object.keys(LOCAL_OPERATIONS);
    expect(entries).toHaveLength(files.length);
    expect(OPERATION_NAMES).toEqual(expect.arrayContaining(entries));
  });
});
