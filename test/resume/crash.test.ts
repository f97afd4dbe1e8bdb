import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 3, journalStep: 10 });
