import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 1, journalStep: { 'in this thread': 3, 'in threads': 9 } });
