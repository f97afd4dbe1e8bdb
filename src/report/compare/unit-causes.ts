import { readManifest as readDataset } from '../../engine/gazetteer/store/manifest.ts';
import { loadHistory } from '../../engine/gazetteer/units/open-admin-dataset.ts';
import type { DatedUnit, UnitEdge } from '../../engine/gazetteer/units/unit-history.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { stagesOf } from '../read/row-columns.ts';

/** The decree that changed a unit. Shape: `item` is empty where it is not known; `isOther` where the ward is another one now, also with its code: codes are used again. */
interface UnitCause {
  decree: string;
  item: string;
  isOther: boolean;
}

/** What a run answered to a row: the text, and the code of the ward. */
interface UnitAnswer {
  match: string;
  ward: string;
}

/** Returns the decree that made one answer of another; undefined where no law says so. */
export type CauseOf = (before: UnitAnswer, now: UnitAnswer) => UnitCause | undefined;

/** Returns the day of the units of a run: that which its last conversion converts to, else that of its dataset; undefined without a dataset. */
export function dayOfUnits(run: Pick<Manifest, 'identity' | 'dataset'>): string | undefined {
  const conversion = stagesOf(run as Manifest).findLast(({ name }) => name === 'convert')?.options;
  return typeof conversion?.['to'] === 'string' ? conversion['to'] : run.dataset?.edition;
}

/**
 * Opens what the law says of wards between two days, from the dataset of the later run.
 *
 * Shape: of a ward with another code the decree that put it there; of one with its code the decree whose name of it, or of a unit above it, is in the later answer only.
 * No ward has a cause where the days are the same or unknown, or the dataset is not that of the run or cannot be read.
 */
export async function openCauses(
  datasetDir: string | undefined,
  id: string | undefined,
  from: string | undefined,
  to: string | undefined,
): Promise<CauseOf> {
  const none = () => undefined;
  if (datasetDir === undefined || id === undefined || !from || !to || from === to) return none;
  const dataset = await readDataset(datasetDir).catch(none);
  const history = dataset?.id === id ? await loadHistory(datasetDir, dataset).catch(none) : undefined;
  if (!history) return none;
  return (before, now) => {
    const ward = history.unitOf('ward', before.ward, from);
    if (!ward) return undefined;
    const isLater = from < to;
    const edgesOf = (unit: DatedUnit, code: string) =>
      (isLater ? history.successors(unit, to) : history.origins(unit, to)).find(
        (link) => link.unit.code === code,
      )?.edges ?? [];
    const isNamed = ({ from, to }: UnitEdge) => {
      const [old, name] = isLater ? [from.fullName, to.fullName] : [to.fullName, from.fullName];
      return old !== name && now.match.includes(name) && !before.match.includes(name);
    };
    const edges =
      before.ward === now.ward
        ? [ward, ...history.parentsOf(ward, from)].flatMap((unit) => edgesOf(unit, unit.code)).filter(isNamed)
        : edgesOf(ward, now.ward);
    // Of several steps the last one gave the unit its place.
    const edge = edges.findLast(({ decree }) => decree !== '');
    const isOther = edge?.from.level === 'ward' && (edge.kind === 'merged' || edge.kind === 'divided');
    return edge && { decree: edge.decree, item: edge.item, isOther };
  };
}
