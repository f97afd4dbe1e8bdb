import { describePoisons } from './queue-poisoned-suite.ts';
import { POISONS } from './queue-poisons.ts';

/** One for each place and for each way in which it is noticed; all are in the long form. */
const SHORT = [
  'runs is a list',
  'queue:wait is a string',
  'the record of a run is garbage',
  'the record of this run has another output',
  'one other byte in chunks',
  'no job waits any more',
  'a result of garbage',
  'a result with another byte than was sent',
  'a result of other rows',
];

describePoisons(POISONS.filter(({ name }) => SHORT.includes(name)));
