import { DAMAGES } from '../support/damages.ts';
import { describeEveryFile } from './every-file-suite.ts';

const names = Object.keys(DAMAGES);
describeEveryFile((nth) => [names[nth % names.length] ?? '']);
