import { trimEnd } from '../../../base/text/trim-end.ts';
import { VirtualTourPlugin } from '../plugins/virtual-tour-plugin.ts';
import type { PhotoOptions, VirtualTourPluginOptions } from '../public-types.ts';

/** Checks the options that are required. Errors: TypeError that names the option. */
export function checkOptions(options: PhotoOptions): void {
  const { apiKey, container, adapter, plugins } = options ?? {};
  const fault = (name: string, what: string) => new TypeError(`Photo: the option ${name} must be ${what}`);
  if (typeof apiKey !== 'string') throw fault('apiKey', 'a text; an empty one for servers without keys');
  if (!(container instanceof HTMLElement)) throw fault('container', 'an element of the page');
  if (typeof constructorOf(adapter) !== 'function')
    throw fault('adapter', 'PhotoAdapter, or [PhotoAdapter, options]');
  if (!Array.isArray(plugins) || plugins.some((plugin) => typeof constructorOf(plugin) !== 'function')) {
    throw fault('plugins', 'an array of plugin classes or [class, options]');
  }
}

/** The options of the tour, and the plugins with them. */
export interface TourOptions {
  options: VirtualTourPluginOptions;
  plugins: PhotoOptions['plugins'];
}

/** Returns the options of the tour plugin, with another first node if one is given; undefined without a tour. */
export function tourOptionsOf({ plugins }: PhotoOptions, firstId?: string): TourOptions | undefined {
  const index = plugins.findIndex((plugin) => constructorOf(plugin) === VirtualTourPlugin);
  if (index < 0) return undefined;
  const plugin = plugins[index];
  const given: VirtualTourPluginOptions = (Array.isArray(plugin) ? plugin[1] : undefined) ?? {};
  const isKnown =
    firstId !== undefined && (given.dataMode === 'server' || given.nodes?.some(({ id }) => id === firstId));
  const options = isKnown ? { ...given, startNodeId: firstId } : given;
  return { options, plugins: plugins.with(index, [VirtualTourPlugin, options]) };
}

function constructorOf(given: unknown): unknown {
  return Array.isArray(given) ? given[0] : given;
}

/** Address of the script that this module is built into; the classic script gets it at build time, other bundles may have none. */
const SCRIPT_URL = (import.meta.url as string | undefined) ?? '';

/** Returns the root of the imagery service, without a slash at the end. Default: that of the server of this script. */
export function imageryRoot(given: string | undefined, pageUrl: string): string {
  const isServed = SCRIPT_URL.startsWith('http');
  const url =
    given === undefined ? new URL('/imagery/v1', isServed ? SCRIPT_URL : pageUrl) : new URL(given, pageUrl);
  return trimEnd(url.href, '/');
}
