import { expect } from 'vitest';

/** The client of the SDK waits a minute, which is little on a busy machine. */
export const PATIENT = { timeout: 600_000 };

/** A call of a tool, and what its answer must be. Shape: `code` is that of a call that must fail. */
export interface McpTask {
  name: string;
  arguments: Record<string, unknown>;
  code?: string;
  /** Members that the answer must have, or a check of it. */
  is?: object | ((answer: Record<string, unknown>) => void);
}

const firstPlace = (members: object) => (answer: Record<string, unknown>) =>
  expect((answer.places as object[])[0]).toMatchObject(members);
const placesOf = (count: number) => (answer: Record<string, unknown>) =>
  expect(answer.places).toHaveLength(count);

const ONE_PLACE: readonly [text: string, members: object][] = [
  ['86 Bát Đàn, Hoàn Kiếm, Hà Nội', { level: 'street', ward: 'Phường Hoàn Kiếm' }],
  ['135 Nam Kỳ Khởi Nghĩa, Phường Bến Thành, Quận 1, TP.HCM', { level: 'house', ward: 'Phường Bến Thành' }],
  ['phường Bến Nghé, Quận 1', { level: 'ward', ward: 'Phường Sài Gòn', former_ward: 'Phường Bến Nghé' }],
  ['257 Hàn Thuyên, phường Vị Xuyên, thành phố Nam Định', { province: 'Tỉnh Ninh Bình' }],
  ['Thành phố Đà Nẵng', { level: 'province', province_code: '48' }],
  ['Tỉnh Hà Giang', { province: 'Tỉnh Tuyên Quang' }],
  ['phuong ben thanh, quan 1, tphcm', { former_ward: 'Phường Bến Thành' }],
];

const CONVERSIONS: readonly [text: string, members: object][] = [
  ['Phường Bến Nghé, Quận 1', { found: true, ward: 'Phường Sài Gòn', change: 'merged' }],
  ['12 Lê Lợi, phường Bến Nghé, Quận 1, TP.HCM', { found: true, to: /^12 Lê Lợi, Phường Sài Gòn/ }],
  ['Tỉnh Hà Giang', { found: true, province: 'Tỉnh Tuyên Quang' }],
  ['Xã Hải Hòa, Cẩm Phả, Quảng Ninh', { found: true, province: 'Thành phố Quảng Ninh' }],
  ['phường Vị Xuyên, thành phố Nam Định, Nam Định', { found: true, ward: 'Phường Nam Định' }],
  ['zzzz qqqq', { found: false }],
];

const WARDS: readonly [args: Record<string, unknown>, members: object][] = [
  [{ ward: 'Bến Nghé', district: 'Quận 1', province: 'Hồ Chí Minh' }, { decree: '1685/NQ-UBTVQH15' }],
  [{ ward: '26740' }, { found: true }],
  [{ ward: 'Phường Vị Xuyên', province: 'Nam Định' }, { ward: 'Phường Nam Định' }],
  [{ ward: 'Bến Nghé', district: 'Quận 1', language: 'vi' }, { found: true }],
  [{ ward: 'Không Có Xã Này' }, { found: false }],
];

const POINTS: readonly [lat: number, lon: number, province: string][] = [
  [21.03, 105.85, 'Thành phố Hà Nội'],
  [10.776, 106.7, 'Thành phố Hồ Chí Minh'],
  [16.0678, 108.2208, 'Thành phố Đà Nẵng'],
  [10.0452, 105.7469, 'Thành phố Cần Thơ'],
];

/**
 * Fifty calls.
 *
 * Shape: `folder` may be read and has `ten-thousand.csv`, `addresses.csv` and `mine.yaml`; `results` may be written; `outside` may not be used. With a `limit`
 * the run ends after so many rows.
 */
export function mcpTasks(
  { folder, results, outside }: Readonly<Record<'folder' | 'results' | 'outside', string>>,
  limit = 10_000,
): McpTask[] {
  const refused = (name: string, args: Record<string, unknown>): McpTask => ({
    name,
    arguments: args,
    code: 'PATH_REFUSED',
  });
  return [
    ...ONE_PLACE.map(([text, members]) => ({
      name: 'geocode',
      arguments: { text },
      is: firstPlace(members),
    })),
    { name: 'geocode', arguments: { text: 'Lê Lợi', size: 5 }, is: placesOf(5) },
    { name: 'geocode', arguments: {}, code: 'INVALID_REQUEST' },
    { name: 'geocode', arguments: { text: 'Hà Nội', siz: 2 }, code: 'INVALID_REQUEST' },
    { name: 'geocode', arguments: { text: 'Hà Nội', size: 1000 }, code: 'INVALID_REQUEST' },
    ...POINTS.map(([lat, lon, province]) => ({
      name: 'reverse',
      arguments: { lat, lon },
      is: firstPlace({ province }),
    })),
    { name: 'reverse', arguments: { lat: 95, lon: 105 }, code: 'INVALID_REQUEST' },
    { name: 'reverse', arguments: { lat: 0, lon: 0 }, is: placesOf(0) },
    ...CONVERSIONS.map(([text, members]) => ({ name: 'convert_units', arguments: { text }, is: members })),
    ...WARDS.map(([args, is]) => ({ name: 'explain_ward', arguments: args, is })),
    {
      name: 'nearby',
      arguments: { categories: 'hospital', lat: 21.03, lon: 105.85, size: 3 },
      is: firstPlace({ province: 'Thành phố Hà Nội' }),
    },
    { name: 'nearby', arguments: { categories: 'hospital', lat: 21.03 }, code: 'INVALID_REQUEST' },
    { name: 'describe_dataset', arguments: {}, is: { counts: { provinces: 34 } } },
    { name: 'no_such_tool', arguments: {}, code: 'USAGE' },
    { name: 'check_job', arguments: { job: 'geocode', input: 'addresses.csv' }, is: { format: 'csv' } },
    { name: 'check_job', arguments: { job: 'mine.yaml' }, is: { job: 'mine' } },
    { name: 'check_job', arguments: { job: 'geocod' }, code: 'JOB_WRONG' },
    { name: 'plan_job', arguments: { job: 'geocode', input: 'ten-thousand.csv' }, is: { rows: 10_000 } },
    { name: 'sample_rows', arguments: { path: 'addresses.csv', rows: 2 }, is: { format: 'csv' } },
    { name: 'check_job', arguments: { job: 'geocode', input: 'missing.csv' }, code: 'INPUT_MISSING' },
    { name: 'run_status', arguments: { folder: 'nothing' }, code: 'INPUT_MISSING' },
    {
      name: 'run_job',
      arguments: { job: 'geocode', input: 'ten-thousand.csv', output: 'big', limit },
      is: { outcome: 'finished', rows: limit, rejected: 0, output: `${results}/big` },
    },
    { name: 'run_status', arguments: {}, is: { more: 0 } },
    {
      name: 'sample_rows',
      arguments: { path: `${results}/big/ten-thousand.csv`, rows: 1 },
      is: (answer) => expect(answer.columns).toContain('geocode_status'),
    },
    refused('sample_rows', { path: '../secret.csv' }),
    refused('sample_rows', { path: `${outside}/secret.csv` }),
    refused('sample_rows', { path: `${folder}/link.csv` }),
    refused('run_job', { job: 'geocode', input: 'addresses.csv', output: `${outside}/out` }),
    refused('run_job', { job: 'geocode', input: 'addresses.csv', output: 'to-outside/out' }),
    refused('run_job', { job: 'geocode', input: 's3://bucket/addresses.csv' }),
    refused('plan_job', { job: `${outside}/secret.yaml`, input: 'addresses.csv' }),
    refused('check_job', { job: 'geocode', set: [`aliases=${outside}/secret.csv`] }),
  ];
}
