import { expect, it } from 'vitest';
import { ioError } from './io-error.ts';

const errorOf = (what: string, code: string) =>
  ioError(what, '/out/rows.csv', Object.assign(new Error('x'), { code }));

it.each([
  ['ENOSPC', 74, /free some space/],
  ['EDQUOT', 74, /disk quota .* raised/],
  ['EFBIG', 74, /ulimit -f/],
  ['EIO', 74, /check the disk/],
  ['EMFILE', 74, /ulimit -n/],
  ['EROFS', 73, /read-only.*make it writable/],
  ['EACCES', 73, /change the permissions/],
  ['EISDIR', 73, /a folder of this name/],
  ['ELOOP', 73, /symbolic link/],
  ['ENAMETOOLONG', 73, /shorter name/],
  ['ENOTDIR', 73, /part of this path is a file/],
  ['ENOENT', 73, /no folder can be made there/],
])(
  '%s is named, with exit code %d where the file cannot be made, and with its own advice',
  (errno, exitCode, advice) => {
    const error = errorOf('make', errno);
    expect(error.traits.exitCode).toBe(exitCode);
    expect(error.message).toContain(`/out/rows.csv (${errno}): `);
    expect(error.message).toMatch(advice);
    // Where it was open already, the failure may pass.
    expect(errorOf('write', errno).traits.exitCode).toBe(74);
  },
);
