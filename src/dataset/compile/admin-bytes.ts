import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN_FILES, LAW_FILES } from '../../engine/gazetteer/store/admin-files.ts';

/** The bytes of the files of administrative units. */
export type AdminBytes = Record<keyof typeof ADMIN_FILES, Buffer> & {
  /** The tables of dated units; absent for a dataset without them. */
  law?: Record<keyof typeof LAW_FILES, Buffer>;
};

/** Reads the files of administrative units from the folder of a dataset that is already checked. */
export async function readAdminBytes(dir: string): Promise<AdminBytes> {
  const read = (name: string): Promise<Buffer> => readFile(join(dir, name));
  const hasLaw = await access(join(dir, LAW_FILES.datedUnits)).then(
    () => true,
    () => false,
  );
  return {
    ...(hasLaw
      ? {
          law: {
            datedUnits: await read(LAW_FILES.datedUnits),
            datedEdges: await read(LAW_FILES.datedEdges),
            decrees: await read(LAW_FILES.decrees),
          },
        }
      : {}),
    provinces: await read(ADMIN_FILES.provinces),
    wards: await read(ADMIN_FILES.wards),
    formerWards: await read(ADMIN_FILES.formerWards),
    cells: await read(ADMIN_FILES.cells),
  };
}
