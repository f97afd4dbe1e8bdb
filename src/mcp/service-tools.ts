import type { GeoService } from '../contract/service.ts';
import { placeTools } from './place-tools.ts';
import type { McpTool } from './tool.ts';
import { unitTools } from './unit-tools.ts';

/** Returns the tools over one operation of the service each. Shape: `service` is opened with the first call. */
export function serviceTools(service: () => Promise<GeoService>): McpTool[] {
  return [...placeTools(service), ...unitTools(service)];
}
