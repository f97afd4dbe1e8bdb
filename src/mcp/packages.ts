import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { loadOptional } from '../base/errors/optional-package.ts';

/** The version of the SDK that the tools are tested with. */
export const MCP_PACKAGE = '@modelcontextprotocol/sdk@1.32.2';

/** What is used of the SDK of the Model Context Protocol. */
export interface McpSdk {
  McpServer: typeof McpServer;
  StdioServerTransport: typeof StdioServerTransport;
  HttpTransport: typeof WebStandardStreamableHTTPServerTransport;
  CallToolRequestSchema: typeof CallToolRequestSchema;
  ListToolsRequestSchema: typeof ListToolsRequestSchema;
}

/** Loads the SDK. Errors: NOT_SUPPORTED with the command that installs it. */
export function loadMcpSdk(): Promise<McpSdk> {
  return loadOptional('MCP', MCP_PACKAGE, importSdk);
}

async function importSdk(): Promise<McpSdk> {
  const [mcp, stdio, http, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return {
    McpServer: mcp.McpServer,
    StdioServerTransport: stdio.StdioServerTransport,
    HttpTransport: http.WebStandardStreamableHTTPServerTransport,
    CallToolRequestSchema: types.CallToolRequestSchema,
    ListToolsRequestSchema: types.ListToolsRequestSchema,
  };
}
