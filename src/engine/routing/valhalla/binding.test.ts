import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadError, PACKAGE_VERSION } from './binding.ts';

describe('loadError', () => {
  it.each([
    ['libbsd.so.0: cannot open shared object file: No such file or directory', 'libbsd0'],
    [
      '/x/valhalla_build_tiles: error while loading shared libraries: libselinux.so.1: cannot open shared object file: No such file or directory',
      'libselinux1',
    ],
    ['libstdc++.so.6: cannot open shared object file: No such file or directory', 'libstdc++6'],
  ])('names the command that installs the library of "%s"', (message, library) => {
    const { code, message: said } = loadError(new Error(message));
    expect(code).toBe('NOT_SUPPORTED');
    expect(said).toBe(
      `routes over roads need the system library ${library}: run apt-get install ${library} (Debian, Ubuntu)`,
    );
  });

  it('names the supported systems otherwise', () => {
    expect(loadError("Cannot find module '/x/win32/x64/valhalla_node.node'\nRequire stack").message).toMatch(
      /binaries for Linux .* only; on \w+ \w+ it cannot be loaded: Cannot find module '[^\n]*'$/,
    );
  });
});

it('PACKAGE_VERSION is the version that package.json has', () => {
  const text = readFileSync('package.json', 'utf8');
  const versions = [...text.matchAll(/"@valhallajs\/valhallajs": "([^"]*)"/g)].map(([, version]) => version);
  expect(versions).toContain(PACKAGE_VERSION);
  for (const version of versions) expect(version).toContain(PACKAGE_VERSION);
});
