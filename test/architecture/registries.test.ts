import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { INPUT_FORMATS } from '../../src/formats/inputs.ts';
import { isDerivedFormat, type OutputFormat } from '../../src/formats/output-format.ts';
import { OUTPUT_FORMATS } from '../../src/formats/outputs.ts';
import { STAGES } from '../support/stages.ts';

describe('the registries', () => {
  it('have each entry under its own name', () => {
    for (const registry of [STAGES, INPUT_FORMATS, OUTPUT_FORMATS, OPERATIONS] as Record<
      string,
      { name: string }
    >[])
      for (const [name, entry] of Object.entries(registry)) expect(entry.name).toBe(name);
  });

  it('have formats with extensions of their own, derived ones from row formats', () => {
    const formats: readonly OutputFormat[] = Object.values(OUTPUT_FORMATS);
    expect(new Set(formats.map(({ extension }) => extension)).size).toBe(formats.length);
    const rows = formats.filter((format) => !isDerivedFormat(format)).map(({ name }) => name);
    for (const format of formats) if (isDerivedFormat(format)) expect(rows).toContain(format.from);
  });

  it('have stages that call operations of the interface', () => {
    for (const { operations } of Object.values(STAGES))
      for (const operation of operations) expect(Object.keys(OPERATIONS)).toContain(operation);
  });
});
