import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Answers requests that match no route: 405 with `Allow` where the path has routes for other methods, else 404.
 *
 * Shape: to be called before routes are added, since it collects their paths.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const methodsByPath = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    let route = methodsByPath.get(url);
    if (!route) methodsByPath.set(url, (route = { pattern: patternOf(url), methods: new Set() }));
    for (const one of Array.isArray(method) ? method : [method]) route.methods.add(one.toUpperCase());
  });
  app.setNotFoundHandler((request) => {
    const [path = ''] = request.url.split('?', 1);
    for (const { pattern, methods } of methodsByPath.values()) {
      if (!pattern.test(path)) continue;
      const allow = [...methods].sort().join(', ');
      throw new Refusal(405, `${request.method} is not allowed here, only ${allow}`, { allow });
    }
    throw new Refusal(404, 'There is no such path on this server. /openapi.json lists all paths.');
  });
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replaceAll('\\*', '.*')}$`);
}
