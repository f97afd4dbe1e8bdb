import { describeFaultMatrix } from './fault-matrix-suite.ts';

describeFaultMatrix({ operationStep: 7, corruptionsPerKind: 7 });
