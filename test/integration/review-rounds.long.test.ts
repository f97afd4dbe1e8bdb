import { describeReviewRounds } from './review-rounds-suite.ts';

describeReviewRounds({ rows: 10_000 });
