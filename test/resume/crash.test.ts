import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 7, journalStep: 25 });
