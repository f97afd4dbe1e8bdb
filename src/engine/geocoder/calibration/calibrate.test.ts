import { describe, expect, it } from 'vitest';
import { SEARCHED_LEVELS } from '../../../contract/records/osm-feature.ts';
import type { MatchClues } from '../places/match-clues.ts';
import { createAdminMatch, type UnitsOfMatch } from '../reader/admin-match.ts';
import { NO_OLD_UNITS } from '../../gazetteer/unit-table/units.ts';
import { createPlaceMatch, type PlaceMatch } from '../places/place-match.ts';
import { trustOf } from './calibrate.ts';
import { EVIDENCE, evidenceOf } from './evidence.ts';
import { CALIBRATION } from './calibration.ts';

const street: PlaceMatch = {
  ...createPlaceMatch(0, 'street', { lat: 21, lon: 105.8 }, 400, '', 0.95, 0.4),
  clues: {
    ...{ house: 'none', name: 'exact', depth: 0, namesakes: 1 },
    ...{ named: 'ward', wards: 1, wardShare: 1, isInWard: true },
    ...{ isSpelled: true, rivals: 0, namesakesNear: 0, namesakesInWard: 0 },
    ...{ number: 0, knownHouses: 40, unitMargin: 1 },
    ...{ streetMeters: 400, middleMeters: 0 },
    ...{ isProvinceNamed: true, isUnitMisspelt: false, hasSite: false },
    ...{ nearestRival: undefined, nearestNamesake: undefined, offLine: undefined, twin: undefined },
  },
};

describe('trustOf', () => {
  it('trusts weaker evidence less, and gives it a larger radius', () => {
    const sure = trustOf(street);
    const weak = trustOf({
      ...street,
      score: 0.5,
      margin: 0,
      unexplained: ['abc'],
      contradicted: ['Quận 3'],
      clues: { ...(street.clues as MatchClues), name: 'partly' },
    });
    expect(weak.confidence).toBeLessThan(sure.confidence);
    expect(weak.radiusMeters).toBeGreaterThan(sure.radiusMeters);
  });

  it('trusts a street less whose ward is not known', () => {
    const clues = { ...(street.clues as MatchClues), named: 'province' as const, wards: 3, wardShare: 0.3 };
    expect(trustOf({ ...street, clues }).confidence).toBeLessThan(trustOf(street).confidence - 0.2);
  });

  it('trusts a street less that a divided ward is left open by, the less the smaller its share of the street', () => {
    const inSuccessor = (share: number): number =>
      trustOf({
        ...street,
        candidates: [
          { ward: 1, share, areaOnly: false },
          { ward: 2, share: 1 - share, areaOnly: false },
        ],
      }).confidence;
    expect(inSuccessor(0.99)).toBeGreaterThan(inSuccessor(0.8));
    expect(inSuccessor(0.8)).toBeGreaterThan(inSuccessor(0.4));
    expect(inSuccessor(0.8)).toBeLessThan(trustOf(street).confidence);
  });

  it('never trusts one of several successors more than its share', () => {
    for (const share of [0.99, 0.79, 0.5, 0.21]) {
      const candidates = [share, 1 - share].map((each, ward) => ({ ward, share: each, areaOnly: false }));
      expect(trustOf({ ...street, candidates }).confidence).toBeLessThanOrEqual(share);
    }
  });

  it('trusts a ward less whose bare name is beside other words than one that is named', () => {
    const named = { isBare: false, isMisspelt: false, isBeside: false, touching: 0 };
    const units: UnitsOfMatch = {
      unitId: 'ward:26740',
      level: 'ward',
      position: { lat: 10.78, lon: 106.7 },
      accuracyRadiusMeters: 1200,
      reachMeters: 1200,
      newUnits: { province: 0, ward: 0 },
      oldUnits: NO_OLD_UNITS,
      candidates: undefined,
      formers: undefined,
    };
    const ward = { ...createAdminMatch(units, 0.95, 1), namesakes: 0, unitClues: named };
    const sure = trustOf(ward).confidence;
    // "Saigon scooter center"
    const unitClues = { ...named, isBare: true, isBeside: true, touching: 1 };
    expect(trustOf({ ...ward, unitClues, unexplained: ['scooter center'] }).confidence).toBeLessThan(
      sure - 0.1,
    );
    expect(sure).toBeGreaterThan(0.95);
  });

  it.each(['house', 'interpolated', 'alley', 'street', 'poi'] as const)(
    'stays between 0 and 1 for level %s, with a radius',
    (level) => {
      for (const score of [0, 0.2, 0.5, 0.9, 1]) {
        for (const margin of [0, 1]) {
          const { confidence, radiusMeters } = trustOf({
            ...street,
            level,
            score,
            margin,
            accuracyRadiusMeters: 1,
          });
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThan(1);
          expect(radiusMeters).toBeGreaterThan(0);
        }
      }
    },
  );

  it('uses the factor of the band that the confidence is in', () => {
    const trust = trustOf(street, {
      ...CALIBRATION,
      weights: { ...CALIBRATION.weights, street: EVIDENCE.map(() => 0) },
      probability: { ...CALIBRATION.probability, street: { x: [0], y: [0.7] } },
      radius: { ...CALIBRATION.radius, street: { confidence: [0.6, 0.8], factor: [5, 2, 1] } },
    });
    expect(trust).toEqual({ confidence: 0.7, radiusMeters: 800 });
  });
});

describe('the table', () => {
  it.each(SEARCHED_LEVELS)('of level %s ascends and fits the evidence', (level) => {
    expect(CALIBRATION.weights[level]).toHaveLength(evidenceOf(street).length);
    expect(evidenceOf(street)).toHaveLength(EVIDENCE.length);
    const { x, y } = CALIBRATION.probability[level];
    expect(x.length).toBeGreaterThan(0);
    for (const values of [x, y]) expect(values).toEqual([...values].sort((a, b) => a - b));
    const { confidence, factor } = CALIBRATION.radius[level];
    expect(factor).toHaveLength(confidence.length + 1);
  });
});
