import { describePoisons } from './queue-poisoned-suite.ts';
import { POISONS } from './queue-poisons.ts';

describePoisons(POISONS);
