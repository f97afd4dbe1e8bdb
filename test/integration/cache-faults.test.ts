import { describeCacheFaults } from './cache-faults-suite.ts';

describeCacheFaults({ stride: 13, errnos: ['ENOSPC', 'EIO'], corruptions: 60 });
