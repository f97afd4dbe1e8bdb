import type { Static, TObject } from 'typebox';
import type { OperationName } from '../contract/catalogue.ts';

/** How far a call is. Shape: without a known end there is no `total`. */
export interface ToolProgress {
  progress: number;
  total?: number;
  message: string;
}

/** What accompanies a call of a tool. */
export interface ToolCall {
  /** Aborted when the client cancels the call, or is gone. */
  signal: AbortSignal;
  /** Receives how far the call is; sent only to a client that wants it. */
  onProgress: (progress: ToolProgress) => void;
}

/** A tool of the Model Context Protocol. */
export interface McpTool {
  name: string;
  title: string;
  /** What the tool does and when to use it, for a model. */
  description: string;
  /** The operation that a key of a server must allow; a tool without one works with files or with the dataset. */
  operation?: OperationName;
  /** Whether the tool reads or writes files of this machine that the call names. */
  usesFiles: boolean;
  /** Whether the tool changes nothing. */
  isReadOnly: boolean;
  input: TObject;
  output: TObject;
  /** Runs the tool on arguments that fit `input`. Shape: returns a value that fits `output`. */
  call: (args: Record<string, unknown>, call: ToolCall) => Promise<object>;
}

/** Declares a tool, so that its arguments and its answer have the types of its schemas. */
export function defineTool<I extends TObject, O extends TObject>(
  tool: Omit<McpTool, 'input' | 'output' | 'call'> & {
    input: I;
    output: O;
    call: (args: Static<I>, call: ToolCall) => Promise<Static<O>>;
  },
): McpTool {
  // The arguments are checked against the schema before the call.
  return tool as unknown as McpTool;
}
