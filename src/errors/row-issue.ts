/**
 * The reason why a record could not be read, or a row could not be processed.
 *
 * Shape: `code` is stable and machine-readable (`ragged_row`, `row_too_large`, `invalid_utf8` ...); `message` is for a person;
 * `column` names the input column where one is to blame.
 */
export interface RowIssue {
  code: string;
  message: string;
  column?: string;
}
