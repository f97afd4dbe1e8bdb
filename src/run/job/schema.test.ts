import { readdirSync, readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jobSchemaText } from './schema.ts';

const files = readdirSync('jobs').filter((file) => file.endsWith('.yaml'));

describe('the schema for editors', async () => {
  const schema = Compile(JSON.parse(await jobSchemaText()) as object);
  const accepts = (text: string) => schema.Check(parse(text));

  it.each(files)('accepts %s', (file) => expect(accepts(readFileSync(`jobs/${file}`, 'utf8'))).toBe(true));

  it('knows the options of every stage', () => {
    const job = (stage: string) => `name: x\noutputs: [csv]\nstages:\n  - ${stage}\n`;
    expect(accepts(job('forcode: { as: plus, resolution: 9 }'))).toBe(true);
    expect(accepts(job('reverse'))).toBe(true);
    expect(accepts(job('reverse:'))).toBe(true);
    expect(accepts(job('forcode: { resolution: 99 }'))).toBe(false);
    expect(accepts(job('forcode: { txt: "" }'))).toBe(false);
    expect(accepts(job('forkode'))).toBe(false);
    expect(accepts(job('{ forcode: {}, reverse: {} }'))).toBe(false);
  });
});
