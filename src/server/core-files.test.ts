import { describe, expect, it } from 'vitest';
import { coreFileLimit, keepEnvironmentOutOfReports, warnOfCoreFiles } from './core-files.ts';

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max data size             unlimited            unlimited            bytes
Max core file size        ${soft.padEnd(20)} unlimited            bytes
Max resident set          unlimited            unlimited            bytes
`;

async function warningsOf(readLimits: () => Promise<string>) {
  const warnings: object[] = [];
  await warnOfCoreFiles({ warn: (line: object) => warnings.push(line) }, readLimits);
  return warnings;
}

describe('core files', () => {
  it('are warned of where a crash could write one', async () => {
    for (const limit of ['unlimited', '1048576'])
      expect(await warningsOf(async () => limits(limit))).toMatchObject([
        { event: 'Server:CoreFiles', limit },
      ]);
  });

  it('are not mentioned where none can be written, or the limit is not known', async () => {
    expect(await warningsOf(async () => limits('0'))).toEqual([]);
    expect(await warningsOf(async () => '')).toEqual([]);
    expect(await warningsOf(() => Promise.reject(new Error('no such file')))).toEqual([]);
    expect(coreFileLimit('')).toBeUndefined();
  });
});

describe('diagnostic reports', () => {
  it('are written without the environment where Node can do that', () => {
    const report = { excludeEnv: false };
    keepEnvironmentOutOfReports(report);
    expect(report.excludeEnv).toBe(true);
    const older = {};
    keepEnvironmentOutOfReports(older);
    expect(older).toEqual({});
    expect(() => keepEnvironmentOutOfReports(undefined)).not.toThrow();
  });
});
