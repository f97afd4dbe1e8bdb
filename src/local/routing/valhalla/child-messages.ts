import type { ValhallaAction } from './requests.ts';

/** Asks a child; numbered, since answers say which question they are to. */
export interface ChildQuestion {
  id: number;
  action: ValhallaAction;
  request: string;
}

/** Answers a question, or says first that the child is ready, or why it never will be. */
export type ChildAnswer =
  { ready: true } | { broken: string } | { id: number; answer: string } | { id: number; failure: string };
