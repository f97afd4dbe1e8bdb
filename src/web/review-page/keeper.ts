import type {
  DecisionCells,
  DecisionResult,
  ReviewFacts,
  ReviewText,
} from '../../report/data/review-facts.ts';
import { mercator } from '../../base/geo/mercator.ts';
import type { Translate } from '../../base/messages/translate.ts';
import { unitAt, type MapUnits } from '../kit/map/units.ts';
import { cellsOf, type Decision } from './decisions.ts';

/** Where decisions go: to the server of the page, or into its file. */
export interface Keeper {
  /** Decisions of this page before it was loaded again. */
  kept: readonly DecisionCells[];
  /** Whether a page that is closed loses nothing. */
  isLasting: boolean;
  /** Keeps a decision, or takes back the one before where there is none now. */
  put(text: ReviewText, decision: Decision | undefined, replaces: boolean): Promise<DecisionResult>;
  /** Called after a step with all decisions. */
  store(lines: readonly DecisionCells[]): void;
}

/** Opens the keeper of the server that sent the page. Shape: a server that is not there any more keeps nothing. */
export async function serverKeeper(t: Translate): Promise<Keeper> {
  const { lines } = await post<{ lines: DecisionCells[] }>('kept', {});
  return {
    kept: lines,
    isLasting: true,
    async put(text, decision, replaces) {
      try {
        return await post<DecisionResult>('decide', { cells: cellsOf(text, decision), replaces });
      } catch (error) {
        const reason = error instanceof TypeError ? t('reviewPage.noServer') : (error as Error).message;
        return { fault: t('reviewPage.lost', { reason }) };
      }
    },
    store: () => undefined,
  };
}

/** Sends to the server of the page. Errors: TypeError without an answer; Error with what the server says. */
export async function post<T>(action: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

/** Opens the keeper of a page without a server: decisions are saved as a file, and kept in this browser until then. */
export function fileKeeper({ key }: ReviewFacts, provinces: MapUnits, t: Translate): Keeper {
  const name = `geomill-review-${key}`;
  let isLasting = true;
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch {
      isLasting = false;
      return undefined;
    }
  };
  const kept = attempt(() => JSON.parse(localStorage.getItem(name) ?? '[]') as DecisionCells[]) ?? [];
  return {
    kept,
    get isLasting() {
      return isLasting;
    },
    // What --apply would ask about is asked here, as far as the outlines say.
    async put({ province }, decision) {
      if (decision?.kind !== 'place' || decision.isConfirmed || province === undefined) return {};
      const there = unitAt(provinces, mercator(decision.lat, decision.lon));
      const named = provinces.byCode.get(province)?.name ?? province;
      return there?.code === province ? {} : { asks: t('reviewPage.outside', { province: named }) };
    },
    store: (lines) => attempt(() => localStorage.setItem(name, JSON.stringify(lines))),
  };
}
