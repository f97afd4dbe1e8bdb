import { describeCrashes } from './crash-suite.ts';

describeCrashes({ operationStep: 2, journalStep: { 'in this thread': 12, 'in threads': 36 } });
