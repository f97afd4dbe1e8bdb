import { expect, it } from 'vitest';
import { parseJob } from '../../job/parse-job.ts';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { writeOrder } from '../work-order.ts';
import { judgeInTime } from './judge-sample.ts';

it('says that an input has a header and no rows', async () => {
  const job = await parseJob('name: a\nstages: [geocode]\noutputs: [csv]\n', { file: 'a.yaml' });
  const layout: FoundLayout = {
    ...{ format: 'csv', compression: 'none', encoding: 'utf-8', delimiter: ',', dataOffset: 0, findings: [] },
    ...{ columns: ['id', 'address'], firstLine: 2 },
  };
  const judge = (text: string, isWhole = true) =>
    judgeInTime(job)({
      ...{ bytes: Buffer.from(text), isWhole, order: writeOrder(job, layout), layout, encoding: 'utf-8' },
    });
  const codes = async (text: string, isWhole?: boolean) =>
    (await judge(text, isWhole)).lines.map(({ code }) => code);
  expect(await codes('')).toEqual(['sample.noRows']);
  expect(await codes('\n\n')).toEqual(['sample.noRows']);
  expect(await codes('1,"Huế', false)).not.toContain('sample.noRows');
  expect(await codes('1,Huế\n')).not.toContain('sample.noRows');
});
