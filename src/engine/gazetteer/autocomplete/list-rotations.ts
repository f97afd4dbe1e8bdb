import { blocksOf, keyOfRotation, rotationWeight, type SuggestArrays } from '../store/suggest-arrays.ts';

/** Members of keys, with their importance and section. */
export interface MemberFacts {
  memberStart: Uint32Array;
  member: Uint32Array;
  importanceOf: (member: number) => number;
  isStreet: (member: number) => boolean;
  /** Section of a member: its cell, or the number of cells for a large unit. */
  sectionOf: (member: number) => number;
  sectionCount: number;
}

/** Sections with members of each key, with the importance of the best member and of the best street (-1 for none), in parallel lists. */
interface KeySections {
  start: Uint32Array;
  section: Uint32Array;
  best: Uint8Array;
  bestStreet: Int16Array;
}

type CellRotations = Pick<
  SuggestArrays,
  'cellStart' | 'cellRank' | 'cellWeight' | 'cellBlock' | 'cellStreetWeight' | 'cellStreetBlock'
>;

type RotationWeights = Pick<
  SuggestArrays,
  'rotationWeight' | 'rotationBlock' | 'rotationStreetWeight' | 'rotationStreetBlock'
>;

/** Computes the weights of rotations, for the whole dataset and for each section; ranks ascend within a section. */
export function listRotations(rotation: Uint32Array, facts: MemberFacts): CellRotations & RotationWeights {
  const sections = sectionsOf(facts);
  const { start, section, best, bestStreet } = sections;
  const rotationWeights = new Uint8Array(rotation.length);
  const rotationStreetWeight = new Uint8Array(rotation.length);
  const cellStart = new Uint32Array(facts.sectionCount + 1);
  rotation.forEach((packed, rank) => {
    const key = keyOfRotation(packed);
    let [most, mostStreet] = [0, -1];
    for (let i = start[key]; i < start[key + 1]; i += 1) {
      most = Math.max(most, best[i]);
      mostStreet = Math.max(mostStreet, bestStreet[i]);
      const after = section[i] + 1;
      cellStart[after] = cellStart[after] + 1;
    }
    rotationWeights[rank] = rotationWeight(most, packed);
    if (mostStreet >= 0) rotationStreetWeight[rank] = rotationWeight(mostStreet, packed);
  });
  for (let i = 0; i < facts.sectionCount; i += 1) cellStart[i + 1] = cellStart[i + 1] + cellStart[i];
  return {
    rotationWeight: rotationWeights,
    rotationBlock: blocksOf(rotationWeights),
    rotationStreetWeight,
    rotationStreetBlock: blocksOf(rotationStreetWeight),
    ...fillCells(rotation, sections, cellStart),
  };
}

function fillCells(
  rotation: Uint32Array,
  { start, section, best, bestStreet }: KeySections,
  cellStart: Uint32Array,
): CellRotations {
  const next = cellStart.slice();
  const cellRank = new Uint32Array(cellStart.at(-1) ?? 0);
  const cellWeight = new Uint8Array(cellRank.length);
  const cellStreetWeight = new Uint8Array(cellRank.length);
  rotation.forEach((packed, rank) => {
    const key = keyOfRotation(packed);
    for (let i = start[key]; i < start[key + 1]; i += 1) {
      const cell = section[i];
      const at = next[cell];
      next[cell] = at + 1;
      cellRank[at] = rank;
      cellWeight[at] = rotationWeight(best[i], packed);
      if (bestStreet[i] >= 0) cellStreetWeight[at] = rotationWeight(bestStreet[i], packed);
    }
  });
  return {
    cellStart,
    cellRank,
    cellWeight,
    cellStreetWeight,
    cellBlock: blocksOf(cellWeight),
    cellStreetBlock: blocksOf(cellStreetWeight),
  };
}

function sectionsOf({ memberStart, member, ...facts }: MemberFacts): KeySections {
  const keyCount = memberStart.length - 1;
  const start = new Uint32Array(keyCount + 1);
  // Each member has an entry of its own at most.
  const section = new Uint32Array(member.length);
  const best = new Uint8Array(member.length);
  const bestStreet = new Int16Array(member.length);
  let count = 0;
  // The entry of the current key for each section; entries before the first one of the key belong to other keys.
  const entryOf = new Int32Array(facts.sectionCount).fill(-1);
  for (let key = 0; key < keyCount; key += 1) {
    const first = count;
    for (let i = memberStart[key]; i < memberStart[key + 1]; i += 1) {
      const each = member[i];
      const own = facts.sectionOf(each);
      const importance = facts.importanceOf(each);
      const street = facts.isStreet(each) ? importance : -1;
      const entry = entryOf[own];
      if (entry < first) {
        entryOf[own] = count;
        section[count] = own;
        best[count] = importance;
        bestStreet[count] = street;
        count += 1;
      } else {
        best[entry] = Math.max(best[entry], importance);
        bestStreet[entry] = Math.max(bestStreet[entry], street);
      }
    }
    start[key + 1] = count;
  }
  return { start, section, best, bestStreet };
}
