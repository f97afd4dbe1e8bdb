import * as nodeFs from 'node:fs';

/**
 * The system calls on files that several processes append to, in the form of Node, for code that cannot wait for a promise; injected, so that
 * tests can fail any of them.
 */
export type FileCalls = Pick<
  typeof nodeFs,
  | 'closeSync'
  | 'fdatasync'
  | 'fdatasyncSync'
  | 'fstatSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readSync'
  | 'renameSync'
  | 'statSync'
  | 'writeSync'
>;

/** The system calls of this process. */
export const FILE_CALLS: FileCalls = nodeFs;
