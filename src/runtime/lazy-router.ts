import type { Router } from '../engine/routing/router.ts';

/** Builds a router that is loaded at the first request for a route; most runs never ask for one. */
export function createLazyRouter(load: () => Promise<Router>): Router {
  let loading: Promise<Router> | undefined;
  let loaded: Router | undefined;
  const open = async () => (loaded = await (loading ??= load()));
  return {
    // Read with a response in hand, so after the router was loaded.
    get notice() {
      return loaded?.notice;
    },
    roadDistances: async (...request) => (await open()).roadDistances(...request),
    matrix: async (...request) => (await open()).matrix(...request),
    route: async (...request) => (await open()).route(...request),
    close: async () => (await loading)?.close(),
  };
}
