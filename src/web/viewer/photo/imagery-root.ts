/** Address of the script that this module is built into; the classic script gets it at build time, other bundles may have none. */
const SCRIPT_URL = (import.meta.url as string | undefined) ?? '';

/** Returns the root of the imagery service, without a slash at the end. Default: that of the server of this script. */
export function imageryRoot(given: string | undefined, pageUrl: string): string {
  const isServed = SCRIPT_URL.startsWith('http');
  const url =
    given === undefined ? new URL('/imagery/v1', isServed ? SCRIPT_URL : pageUrl) : new URL(given, pageUrl);
  return url.href.replace(/\/+$/, '');
}
