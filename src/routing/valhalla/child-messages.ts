import type { ErrorCode } from '../../errors/catalogue.ts';
import type { ValhallaAction } from './requests.ts';

/** Asks a child; one question at a time. */
export interface ChildQuestion {
  action: ValhallaAction;
  request: string;
}

/** Answers a question, or says first that the child is ready, or why it never will be. */
export type ChildAnswer =
  { ready: true } | { broken: string; code: ErrorCode } | { answer: string } | { failure: string };
