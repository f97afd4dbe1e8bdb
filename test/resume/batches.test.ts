import { describeBatches } from './batches-suite.ts';

describeBatches(1);
