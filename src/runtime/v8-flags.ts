import { setFlagsFromString } from 'node:v8';

/** The V8 flags that a run changes, each with what sets it back. */
const FLAGS = {
  /** Nothing is allocated in the old generation because others survived. */
  'no pretenuring': ['--no-allocation-site-pretenuring', '--allocation-site-pretenuring'],
  /** The heap is collected when it is two and a half times as large as after the last full collection. */
  'slow growth': ['--heap-growing-percent=150', '--heap-growing-percent=0'],
} as const;

/** Changes a V8 flag for all threads of this process. */
export function setV8Flag(name: keyof typeof FLAGS): void {
  setFlagsFromString(FLAGS[name][0]);
}

/** Sets all these flags back: cached code is valid only for the flags under which it was written. */
export function resetV8Flags(): void {
  for (const [, reset] of Object.values(FLAGS)) setFlagsFromString(reset);
}
