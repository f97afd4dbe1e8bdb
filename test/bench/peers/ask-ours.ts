import type { Feature } from '../../../src/dataset/features.ts';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import type { Internals } from '../measurement.ts';
import { RIGHT_METERS, type PeerQuestions, type PeerResult, type PeerScore } from './peer-protocol.ts';

/** Asks the local engine, in this process; `rssBytes` is what the process grew by. */
export async function askOurs(
  internals: Internals,
  admin: AdminDataset,
  features: () => Iterable<Feature>,
  questions: PeerQuestions,
): Promise<PeerResult> {
  const { assembleTables, createAdminSearch, createPlaceSearch } = internals;
  const { buildNameArrays, openNames } = internals;
  const { buildSpatialArrays, openSpatial, PLACE_KINDS } = internals;
  const { buildSuggestArrays, openSuggest } = internals;
  const rssBefore = process.memoryUsage().rss;
  const startedMs = cpuMs();
  const adminSearch = createAdminSearch(admin);
  const { table } = adminSearch;
  const tables = assembleTables({ admin, units: table, features: features() });
  const names = openNames(buildNameArrays(tables));
  const found = openSpatial(buildSpatialArrays(tables), tables);
  const arrays = buildSuggestArrays(tables, admin, table);
  const buildSeconds = (cpuMs() - startedMs) / 1000;
  const search = createPlaceSearch({ adminSearch, wardAt: admin.wardAt, tables, names });
  const suggestions = openSuggest({ arrays, tables, admin, table });
  const autocomplete = ask(questions.autocomplete, (text) => {
    suggestions.suggest(text, { size: 5, adminUnits: 'old' });
  });
  const forward = ask(questions.forward, ({ text, truth }) => {
    const best = search.search(text, { size: 1 })[0];
    return best !== undefined && distanceMeters(best.position, truth) <= RIGHT_METERS;
  });
  const reverse = ask(questions.reverse, (point) => {
    found.nearest(point, 10_000, 1, PLACE_KINDS.house);
  });
  return { buildSeconds, rssBytes: process.memoryUsage().rss - rssBefore, autocomplete, forward, reverse };
}

function ask<T>(list: readonly T[], answer: (question: T) => boolean | void): PeerScore & { hits: number } {
  for (const question of list.slice(0, list.length / 2)) answer(question);
  const costs: number[] = [];
  let hits = 0;
  const startedMs = cpuMs();
  for (const question of list) {
    const beforeMs = cpuMs();
    if (answer(question) === true) hits += 1;
    costs.push(cpuMs() - beforeMs);
  }
  const spentMs = cpuMs() - startedMs;
  costs.sort((a, b) => a - b);
  const at = (share: number): number =>
    costs[Math.min(costs.length - 1, Math.floor(costs.length * share))] ?? NaN;
  return { asked: list.length, cpuMs: spentMs, p50Ms: at(0.5), p99Ms: at(0.99), hits: hits / list.length };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
