import { describeCacheFaults } from './cache-faults-suite.ts';

describeCacheFaults({
  stride: 1,
  errnos: ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS', 'EMFILE'],
  corruptions: 3000,
});
