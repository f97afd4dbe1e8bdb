import { DAMAGES } from '../support/damages.ts';
import { describeEveryFile } from './every-file-suite.ts';

describeEveryFile(() => Object.keys(DAMAGES));
