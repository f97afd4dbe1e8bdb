import { describeReviewRounds } from './review-rounds-suite.ts';

describeReviewRounds({ rows: 60 });
