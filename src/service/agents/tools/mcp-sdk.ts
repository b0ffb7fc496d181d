import { createRequire } from 'node:module'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { AgentError } from '../../workspace/agent-function.ts'

/** What is used of the MCP SDK, which users install themselves. */
export interface McpSdk {
  Client: typeof Client
  HttpTransport: typeof StreamableHTTPClientTransport
}

/**
 * Loads the SDK as seen from the first of some files that sees it: the user's project comes before Tableread, which may be
 * installed for the whole machine. `server` is who needs it.
 * @throws AgentError with the line that installs it
 */
export function loadSdk(server: string, from: readonly string[]): McpSdk {
  for (const each of from) {
    const require = createRequire(each)
    try {
      const { Client } = require('@modelcontextprotocol/sdk/client/index.js')
      const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js')
      return { Client, HttpTransport: StreamableHTTPClientTransport }
    } catch (error) {
      if (!isMissing(error))
        throw new AgentError(`the package @modelcontextprotocol/sdk cannot be loaded: ${(error as Error).message}`)
    }
  }
  throw new AgentError(`the MCP server ${server} needs a package: npm install --save-dev @modelcontextprotocol/sdk@1`)
}

function isMissing(error: unknown): boolean {
  return /^(?:MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED)$/.test(String((error as { code?: unknown }).code))
}
