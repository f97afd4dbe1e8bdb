import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 1, journalStep: 3 });
