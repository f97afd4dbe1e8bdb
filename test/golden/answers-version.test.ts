import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANSWERS_VERSION, GOLDEN_ANSWERS } from '../../src/contract/answers-version.ts';
import { filterRows } from '../../src/runtime/filter-rows.ts';
import { loadJob } from '../../src/runtime/load-job.ts';
import { openService } from '../../src/runtime/open-service.ts';
import type { OpenedService } from '../../src/runtime/opened-service.ts';

/** Texts as people write them, besides those of the fixtures. */
const TEXTS = [
  '12 Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM',
  '12 le loi, p ben nghe, q1, tphcm',
  '45/12/3 Nguyễn Trãi, P.2, Q.5, TP HCM',
  'Số 7 ngõ 12 Đào Tấn, Ba Đình, Hà Nội',
  '86 Hàng Bài, Hoàn Kiếm, HN',
  'Chợ Bến Thành',
  'chợ đà lạt',
  'Bệnh viện Chợ Rẫy, 201B Nguyễn Chí Thanh',
  'Sân bay Tân Sơn Nhất',
  'Xã Tân Thông Hội, huyện Củ Chi',
  'Phường Long Tuyền, Quận Bình Thuỷ, Cần Thơ',
  'Phường An Hòa, Huế',
  'Phuong An Hoa, Hue',
  'Thị trấn Sa Pa, Lào Cai',
  'Ấp 3, xã Phước Kiển, huyện Nhà Bè',
  'Tổ 5, khu phố 2, phường Tân Phong, Biên Hòa, Đồng Nai',
  'Đường 3/2, Quận 10',
  '3 tháng 2, Ninh Kiều',
  'KCN Sóng Thần, Dĩ An, Bình Dương',
  'QL1A, Hòa Vang, Đà Nẵng',
  'Hà Nội',
  'TP. Thủ Đức',
  'Tỉnh Bắc Giang',
  'Quận 2',
  'Hoàn Kiếm',
  '00001',
  '10.7769, 106.7009',
  'không rõ địa chỉ',
  'CÔNG TY TNHH MỘT THÀNH VIÊN THƯƠNG MẠI ABC, 12 Lê Lợi, Q.1',
  'giao giờ hành chính, 86 Bát Đàn, Hoàn Kiếm, Hà Nội',
];

/** What is answered: a job, and its input. */
const GOLDEN: readonly [job: string, input: string | (() => Readable)][] = [
  ['geocode', 'fixtures/addresses.csv'],
  ['geocode', () => Readable.from([Buffer.from(`address\n${TEXTS.map((text) => `"${text}"\n`).join('')}`)])],
  ['convert', 'fixtures/addresses.csv'],
  ['reverse', 'fixtures/points.csv'],
  ['forcode', 'fixtures/points.csv'],
  ['nearby', 'fixtures/points.csv'],
];

let service: OpenedService;
beforeAll(async () => {
  service = await openService({ kind: 'local', env: {} });
});
afterAll(() => service.close());

it('golden answers are those of the version of answers', async () => {
  const hash = createHash('sha256');
  for (const [name, input] of GOLDEN) {
    const job = await loadJob(name, { jobsDir: 'jobs' });
    const settings = { job, service, input: typeof input === 'string' ? input : input(), workers: 1 };
    const listeners = { onNote: () => undefined, onResults: () => undefined };
    for await (const part of filterRows({ ...settings, ...listeners, signal: new AbortController().signal }))
      hash.update(part);
  }
  const found = { dataset: service.shared?.loaded.manifest.id ?? '', sha256: hash.digest('hex') };
  const write = `write dataset '${found.dataset}' and sha256 '${found.sha256}' into src/contract/answers-version.ts`;
  const advice =
    found.dataset === GOLDEN_ANSWERS.dataset
      ? `the answers have changed, over the same dataset: raise the version of answers to ${ANSWERS_VERSION + 1} and ${write}`
      : `the starter dataset is another edition, which runs compare by itself: ${write}; raise the version of answers to ${ANSWERS_VERSION + 1} too if the program answers otherwise over one dataset`;
  expect(found, advice).toEqual(GOLDEN_ANSWERS);
});
