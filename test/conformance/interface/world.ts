import type { GeoService } from '../../../src/contract/service.ts';

/** A reply of the server, as a program without a client library sees it. */
export interface Reply {
  status: number;
  type: string;
  body: unknown;
}

/** The server in front of a service. Shape: the path begins below the host; the query of `send` is sent as written. */
export interface HttpSide {
  key: string;
  send(method: string, pathAndQuery: string, headers?: Record<string, string>): Promise<Reply>;
  /** Returns the billing units of the calls so far; other operations than autocomplete and place may cost something, or not. */
  units(): Promise<number>;
}

/**
 * A service over the small city and the road network of the town, as the checks see it.
 *
 * Shape: `http` is there where a server is between; `hasRoads` is false where Valhalla is not installed, and routes are straight lines.
 */
export interface World {
  service: GeoService;
  http?: HttpSide;
  hasRoads: boolean;
  /** Moves the clock that session tokens are measured by. */
  advance(ms: number): void;
}

/** The check of one row. Errors: an assertion that fails, if the service does not do what the row says. */
export type Check = (world: World) => void | Promise<void>;

/**
 * The checks of some rows, by the name of the row.
 *
 * Shape: a check in `http` needs a server; all others run against every service.
 */
export interface Checks {
  any: Readonly<Record<string, Check>>;
  http?: Readonly<Record<string, Check>>;
}
