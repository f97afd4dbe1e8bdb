import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 11, journalStep: 50 });
