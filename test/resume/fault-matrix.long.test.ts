import { describeFaultMatrix } from './fault-matrix-suite.ts';

describeFaultMatrix({ operationStep: 4, corruptionsPerKind: 14, days: 2 });
