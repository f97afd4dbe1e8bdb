import { setFlagsFromString } from 'node:v8';

/**
 * Reports whether Node has a compiler that crashes now and then where cores are short: Maglev of 24.15.0 to 24.18.1, on a thread of its own.
 *
 * Shape: `version` as in `24.16.0`. Source: https://github.com/nodejs/node/issues/64841.
 */
export function hasUnsafeCompiler(version = process.versions.node): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major === 24 && minor >= 15 && (minor < 18 || (minor === 18 && patch <= 1));
}

/** Switches that compiler off in this process and its threads, before there is work for it: a run ends by itself, or says why. */
export function avoidUnsafeCompiler(): void {
  if (hasUnsafeCompiler()) setFlagsFromString('--no-maglev');
}
