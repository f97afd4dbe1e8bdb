import { writeFile } from 'node:fs/promises';
import { queryOf } from '../../src/contract/wire.ts';
import { isUnknown } from '../support/loopback-answers.ts';
import { createRandom, pick } from './random.ts';

const STREETS = ['Lê Lợi', 'Trần Hưng Đạo', 'Nguyễn Huệ', 'Hai Bà Trưng', 'Lý Thường Kiệt', 'Điện Biên Phủ'];
const PLACES = [
  'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
  'Phường Hàng Bạc, Quận Hoàn Kiếm, Thành phố Hà Nội',
  'Phường Thạch Thang, Quận Hải Châu, Thành phố Đà Nẵng',
  'Phường An Cựu, Thành phố Huế, Tỉnh Thừa Thiên Huế',
];

/** Holds a file of addresses and what the loopback service answers to it. */
export interface AddressFile {
  path: string;
  rows: number;
  /** Addresses that differ. */
  distinct: number;
  /** Rows whose address the loopback service knows. */
  findable: number;
  /** The questions, each once, as they are on the wire. */
  queries: string[];
}

/** Says how the geocode stage of the benches asks. */
export const GEOCODE = { kind: 'geocode', options: { text: '{address}', admin_v2: true } } as const;

/** Writes a CSV file of addresses in which a share of the rows repeats an earlier address. */
export async function writeAddresses(
  path: string,
  { rows, repeated, seed }: { rows: number; repeated: number; seed: number },
): Promise<AddressFile> {
  const random = createRandom(seed);
  const addresses: string[] = [];
  const queries: string[] = [];
  let text = 'id,name,address\n';
  let findable = 0;
  for (let row = 1; row <= rows; row += 1) {
    const isRepeated = addresses.length > 0 && random() < repeated;
    const address = isRepeated
      ? pick(random, addresses)
      : `${addresses.length + 1} ${pick(random, STREETS)}, ${pick(random, PLACES)}`;
    const query = queryOf({ text: address, size: 1, admin_v2: GEOCODE.options.admin_v2 }).toString();
    if (!isRepeated) {
      addresses.push(address);
      queries.push(query);
    }
    if (!isUnknown(query)) findable += 1;
    text += `${row},Khách hàng ${row},"${address}"\n`;
  }
  await writeFile(path, text);
  return { path, rows, distinct: addresses.length, findable, queries };
}
