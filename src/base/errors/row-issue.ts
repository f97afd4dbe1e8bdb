import type { Message } from '../messages/message.ts';

/**
 * The reason why a record could not be read, or a row could not be processed.
 *
 * Shape: `code` is stable and machine-readable (`ragged_row`, `row_too_large`, `invalid_utf8` ...); `message` is for a person;
 * `column` is the name of the input column that caused it, if there is one.
 */
export interface RowIssue {
  code: string;
  message: Message;
  column?: string;
}
