import type { Position } from '../../base/geo/position.ts';
import { addressPart, firstAddress, sentencesWithUnits } from '../../base/text/address-part.ts';
import { once } from '../gazetteer/once.ts';
import type { OpenDataset } from '../gazetteer/open-dataset.ts';
import type { LostWard } from '../gazetteer/units/unit-codes.ts';
import type { PartVerdict } from '../../contract/records/address-parts.ts';
import {
  addDistanceChances,
  addTrust,
  atUsefulLevel,
  capConfidence,
  capLost,
  capTied,
  lowerUnplaced,
} from './calibration/add-trust.ts';
import { coveragePrior, isOfProvinceAlone, isUnplaced, thinlyCovered } from './calibration/coverage-prior.ts';
import type { AdminUnits, LocalPlace } from './places/local-place.ts';
import { baseWardOf } from '../gazetteer/store/access.ts';
import { createKnownNames } from './forward/name-spans.ts';
import { openNames } from '../gazetteer/names/names.ts';
import { createHamletFinder } from './hamlets.ts';
import { createPositionAnswers } from './position-answers.ts';
import { createPlaceEngine } from './place-engine.ts';
import { joinColumns, type UnitColumn } from './reader/columns.ts';
import type { StatedRange } from './reader/admin-search.ts';
import type { SearchOptions } from './reader/admin-match.ts';
import { coverText, listAccount } from './reader/list-account.ts';
import { isPlaceMatch, type Match } from './places/place-match.ts';
import { createPostalSearch, readPostalCode, type WrittenPostalCode } from './postal-code.ts';
import { openConverter } from './convert/open-converter.ts';
import type { Converter } from './convert/converter.ts';
import { createUnitEngine } from './unit-engine.ts';

/** The greatest number of results, and the units of their labels. */
export interface EngineOptions {
  size: number;
  units: AdminUnits;
  /** Units in columns beside the address, the finest first. */
  columns?: readonly UnitColumn[];
  /** Whether each answer has the account of the text, and how likely the true position is near. */
  isExplained?: boolean;
}

/** Options of one text. Shape: `stated` are its ranges that columns gave, `written` is the postal code that was cut out of it. */
interface AnswerOptions extends EngineOptions {
  stated?: readonly StatedRange[] | undefined;
  written?: WrittenPostalCode | undefined;
}

/** The position that suggestions are requested from. Units: metres; without `radiusMeters` near places come first, then the others. */
export interface SuggestFrom {
  focus?: Position;
  radiusMeters?: number;
}

/** Returns the places that a text can be the beginning of, best first. */
export type Suggestions = (text: string, from: SuggestFrom, options: EngineOptions) => LocalPlace[];

/** The operations over a dataset; their results do not yet have the shape of a response. Units: metres. */
export interface Engine {
  forward(text: string, options: EngineOptions): LocalPlace[];
  /** Opens suggestions, whose modules are loaded then. */
  openSuggestions(): Promise<Suggestions>;
  /**
   * Returns the streets, houses and points of interest within a radius, nearest first, and behind them, where fewer than `size` are, the ward that contains
   * the position; outside of all wards and with nothing else near, the nearest one within the radius.
   */
  reverse(position: Position, radiusMeters: number, options: EngineOptions): LocalPlace[];
  /** Returns the ward that contains a position, as an index into the wards of the dataset, or -1. Cost: about a microsecond. */
  wardAt(position: Position): number;
  /** Returns the points of interest of some categories within a radius, nearest first; undefined if the dataset has no places. */
  nearby(
    position: Position,
    radiusMeters: number,
    categories: readonly number[],
    options: EngineOptions,
  ): LocalPlace[] | undefined;
  /** Returns the place, street, house or administrative unit with an id. */
  placeById(id: string, units: AdminUnits): LocalPlace | undefined;
  /** Returns the places that belong to a place; undefined if no place has that id. */
  children(parentId: string, units: AdminUnits): LocalPlace[] | undefined;
  /** Opens the converter of addresses at its first use. Errors: DATASET_BAD for a dataset without dated units. */
  converter(): Converter;
}

/**
 * Adds the verdict of each part of a text, and why several matches fit it, to its places, given the matches that they describe.
 *
 * Shape: `written` is the postal code of the text; `isKnown` reports whether a code is that of a ward in force.
 */
function addParts(
  places: LocalPlace[],
  matches: readonly Match[],
  written: string | undefined,
  isKnown: (code: string) => boolean,
): void {
  places.forEach(({ extension, postalCode }, at) => {
    const { parts, ambiguity } = matches[at];
    if (parts !== undefined) {
      const { house, street, ward, district, province } = parts;
      const postal_code = postalVerdict(written, postalCode, isKnown);
      extension.parts = { house, street, ward, district, province, postal_code };
    }
    extension.ambiguity = ambiguity;
  });
}

function postalVerdict(
  written: string | undefined,
  postalCode: string,
  isKnown: (code: string) => boolean,
): PartVerdict {
  if (written === undefined) return postalCode === '' ? 'missing' : 'completed';
  if (written === postalCode) return 'confirmed';
  // Codes of six digits, and those of before 2025, are of no ward in force.
  return postalCode !== '' && isKnown(written) ? 'contradicted' : 'unknown';
}

/** Creates the engine over a dataset. Cost: none at first; each part is opened at its first use. */
export function createEngine(dataset: OpenDataset): Engine {
  const { admin, tables, arrays } = dataset;
  const unitEngine = createUnitEngine(dataset);
  const adminSearch = unitEngine.search;
  const known = once(() => tables && createKnownNames(tables, openNames(arrays)));
  const places = tables && createPlaceEngine({ admin, tables, arrays, adminSearch, known });

  const thin = once(() => (tables ? thinlyCovered(admin, tables, adminSearch().table) : []));
  const search = (text: string, options: SearchOptions): Match[] => {
    const matches = places?.search(text, options) ?? [];
    const [first] = matches;
    const isThin =
      first !== undefined && isOfProvinceAlone(first) && tables && thin()[baseWardOf(tables, first.place)];
    return places === undefined || isThin ? adminSearch().search(text, options) : matches;
  };

  const prior = once(() => (tables ? coveragePrior(admin, tables, adminSearch().table) : 1));

  const byPostalCode = once(() =>
    createPostalSearch({
      ...{ admin, search, adminSearch },
      wardOf: (match) => (isPlaceMatch(match) ? places?.wardOf(match) : match.newUnits.ward),
    }),
  );

  const describeAll = (matches: readonly Match[], units: AdminUnits): LocalPlace[] => {
    const described: LocalPlace[] = [];
    for (const match of matches) {
      if (!isPlaceMatch(match)) described.push(unitEngine.describe(match, units));
      else if (places !== undefined) described.push(places.describe(match, units));
    }
    return described;
  };

  /** Returns matches in the units that are asked for: a province in force as the former one of its name. */
  const inUnits = (matches: readonly Match[], units: AdminUnits): readonly Match[] =>
    units === 'new'
      ? matches
      : matches.map((match) =>
          match.level === 'province' && !isPlaceMatch(match) ? unitEngine.asFormer(match) : match,
        );

  /** Adds the account of a text to its answers: what each of its words is for. */
  const addAccounts = (
    places: readonly LocalPlace[],
    matches: readonly Match[],
    whole: string,
    stated: readonly StatedRange[] | undefined,
  ): void => {
    places.forEach(({ extension }, at) => {
      const { used, parts } = matches[at];
      if (used === undefined || parts === undefined || extension.parts === undefined) return;
      const understanding = adminSearch().understand(used.text, undefined, known(), stated);
      extension.account = coverText(whole, listAccount(understanding, used, parts), extension.parts);
    });
  };

  const lost = (): readonly LostWard[] => admin.codes?.lostWards() ?? [];
  const isKnownCode = (code: string): boolean => admin.codes?.wardOfPostalCode(code) !== undefined;
  const answer = (
    text: string,
    { size, units, stated, written = readPostalCode(text), isExplained }: AnswerOptions,
    whole: string,
  ): LocalPlace[] => {
    const found = stated === undefined && written ? byPostalCode()(written, size) : undefined;
    const listed = found?.matches.slice(0, size) ?? search(text, { size, stated });
    const matches = inUnits(listed, units).map(atUsefulLevel);
    const places = capTied(addTrust(describeAll(matches, units), matches), matches);
    if (matches.some(isUnplaced)) lowerUnplaced(places, matches, prior());
    if (found?.most !== undefined) capConfidence(places, found.most);
    addParts(places, matches, written?.code, isKnownCode);
    capLost(places, matches, whole, lost);
    if (isExplained) {
      addAccounts(places, matches, whole, stated);
      addDistanceChances(places, matches, dataset.manifest.chances);
    }
    return places;
  };
  const atHamlet = once(() => createHamletFinder(admin, arrays));
  const atPosition = createPositionAnswers<EngineOptions>({
    ...{ admin, wardAt: unitEngine.wardAt, wardNear: unitEngine.wardNear },
    search: (text, options) => forwardOf(text, { ...options, size: 1 })[0],
  });
  const forward: Engine['forward'] = (text, options) => {
    const place = atPosition(text, options);
    if (place !== undefined) return [place];
    const [first, ...others] = forwardOf(text, options);
    return first === undefined ? [] : [atHamlet()(text, first) ?? first, ...others];
  };
  const forwardOf: Engine['forward'] = (text, options) => {
    const { columns = [] } = options;
    if (columns.length > 0) {
      const address = addressPart(text);
      const written = readPostalCode(address);
      const { text: line, stated } = joinColumns(written?.rest ?? address, columns);
      return answer(line, { ...options, stated, written }, line);
    }
    const first = firstAddress(text);
    if (first !== undefined) {
      const places = answer(first, options, text);
      // The cell has other addresses, which are not answered.
      for (const { extension } of places) extension.ambiguity ??= 'several_records';
      return places;
    }
    const part = addressPart(text);
    const places = answer(part, options, text);
    if (hasWard(places)) return places;
    // Other lines may name the unit that the address lacks.
    const whole = part === text ? places : answer(text, options, text);
    if (hasWard(whole)) return whole;
    const sentences = sentencesWithUnits(text).map((sentence) => answer(sentence, options, text));
    const best = sentences.filter(hasWard).sort((a, b) => confidenceOf(b) - confidenceOf(a))[0];
    return best ?? (places.length === 0 ? whole : places);
  };
  const reverse: Engine['reverse'] = (position, radiusMeters, { size, units }) => {
    const near = places?.near(position, radiusMeters, size, units) ?? [];
    if (near.length >= size) return near;
    const ward = unitEngine.wardNear(position, radiusMeters, units);
    return ward === undefined || (near.length > 0 && ward.distanceMeters !== 0) ? near : [...near, ward];
  };
  const converter = once(() =>
    openConverter(dataset, adminSearch(), known(), {
      forward: (text) => forward(text, { size: 1, units: 'new' })[0],
      reverse: (position, radiusMeters, size) => reverse(position, radiusMeters, { size, units: 'old' }),
    }),
  );

  return {
    forward,
    converter,
    async openSuggestions() {
      const { openSuggest } = await import('./autocomplete/suggest.ts');
      const opened = once(() =>
        openSuggest({ arrays, tables, admin, table: adminSearch().table, fallback: search }),
      );
      return (text, from, { size, units }) => {
        const place = atPosition(text, { size, units }, from.focus);
        if (place !== undefined) return [place];
        return describeAll(
          inUnits(opened().suggest(text, { ...from, size, adminUnits: units }), units),
          units,
        );
      };
    },
    reverse,
    wardAt: unitEngine.wardAt,
    nearby: (position, radiusMeters, categories, { size, units }) =>
      places?.nearby(position, radiusMeters, categories, size, units),
    placeById: (id, units) => places?.byId(id, units) ?? unitEngine.byId(id, units),
    children(parentId, units) {
      const children = places?.children(parentId, units);
      return children ?? (unitEngine.byId(parentId, units) === undefined ? undefined : []);
    },
  };
}

const confidenceOf = ([first]: readonly LocalPlace[]): number => first?.extension.confidence ?? 0;

/** Reports whether the first place is in a known ward. */
function hasWard([first]: readonly LocalPlace[]): boolean {
  return first !== undefined && first.extension.new.ward !== null;
}
