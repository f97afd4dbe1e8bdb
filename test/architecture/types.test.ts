import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';

/** The projects that `make check-types` checks, with whether an index may be out of range in them. */
const PROJECTS = {
  'src/base/tsconfig.json': true,
  'src/engine/tsconfig.json': false,
  'tsconfig.json': true,
  'src/web/tsconfig.json': true,
};

const projects = Object.entries(PROJECTS).map(([path, isChecked]) => {
  const read = ts.getParsedCommandLineOfConfigFile(
    path,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (fault) => {
        throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
      },
    },
  );
  if (!read) throw new Error(`${path} cannot be read`);
  return { path, isChecked, options: read.options, files: read.fileNames };
});

describe('the projects of the type check', () => {
  it('check every file of the source once', () => {
    const root = ts.sys.getCurrentDirectory();
    const checked = projects
      .flatMap(({ files }) => files)
      .filter((file) => file.startsWith(`${root}/src/`) && file.endsWith('.ts'));
    const all = ts.sys.readDirectory(`${root}/src`, ['.ts']);
    expect(all.length).toBeGreaterThan(800);
    expect(checked.toSorted()).toEqual(all.toSorted());
  });

  it('let an index be in range by construction in engine and dataset only', () => {
    for (const { path, isChecked, options } of projects)
      expect(options.noUncheckedIndexedAccess, path).toBe(isChecked);
    const engine = projects.find(({ isChecked }) => !isChecked)?.files ?? [];
    expect(engine.length).toBeGreaterThan(100);
    expect(engine.filter((file) => !/\/src\/(engine|dataset)\/|\.test\.ts$/.test(file))).toEqual([]);
  });

  it('are all checked by make check-types', () => {
    const makefile = readFileSync('Makefile', 'utf8');
    expect(makefile).toContain('tsc -b --incremental)\n');
    expect(makefile).toContain('tsc --noEmit -p src/web/tsconfig.json)\n');
    const { references } = ts.parseConfigFileTextToJson('', readFileSync('tsconfig.json', 'utf8')).config as {
      references: { path: string }[];
    };
    expect(references.map(({ path }) => path)).toEqual(['src/base', 'src/engine']);
  });
});
