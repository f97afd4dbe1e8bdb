import { describeFaultMatrix } from './fault-matrix-suite.ts';

describeFaultMatrix({ operationStep: 37, corruptionsPerKind: 1 });
