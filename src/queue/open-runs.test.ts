import { expect, it } from 'vitest';
import { ANSWERS_VERSION } from '../contract/answers-version.ts';
import { queueName, type RunRecord } from './records.ts';
import { refusalOf } from './compute-job.ts';

const service = { identity: 'local a', identityFor: async () => 'local a' };
const record = { version: '1', answers: ANSWERS_VERSION, service: 'local a', operations: [] };

it('a worker refuses a run of other answers, and does not even share its queue', async () => {
  const refusal = (more: object) => refusalOf({ ...record, ...more } as unknown as RunRecord, '1', service);
  expect(await refusal({})).toBeUndefined();
  expect(await refusal({ answers: ANSWERS_VERSION + 1 })).toBe(
    `the run has the version of answers ${ANSWERS_VERSION + 1}, this worker has ${ANSWERS_VERSION}`,
  );
  // A coordinator from before there were versions of answers.
  expect(await refusal({ answers: undefined })).toContain('the version of answers none');
  expect(queueName({ ...record, answers: ANSWERS_VERSION + 1 })).not.toBe(queueName(record));
});
