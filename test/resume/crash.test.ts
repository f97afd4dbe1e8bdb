import { describeCrashes } from './crash-suite.ts';

// The journal is read before the first chunk is processed, so that threads make hardly a difference to it.
describeCrashes({ operationStep: 17, journalStep: { 'in this thread': 200, 'in threads': 400 } });
