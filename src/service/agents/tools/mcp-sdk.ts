import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { loadPackage } from '../../../base/files/load-package.ts'
import { AgentError } from '../../workspace/agent-function.ts'

/** The parts of the MCP SDK that we use; users install it themselves. */
export interface McpSdk {
  Client: typeof Client
  HttpTransport: typeof StreamableHTTPClientTransport
}

/** Loads the SDK as seen from a workspace, for a server's name. @throws AgentError with the command to install */
export async function loadSdk(server: string, folder: string): Promise<McpSdk> {
  const load = <Part>(part: string): Promise<Part> =>
    loadPackage({ name: '@modelcontextprotocol/sdk', line: 1, part }, folder, {
      needed: `the MCP server ${server} needs`,
      fail: (message) => new AgentError(message, 'script'),
    })
  const [{ Client }, { StreamableHTTPClientTransport: HttpTransport }] = await Promise.all([
    load<Pick<McpSdk, 'Client'>>('client/index.js'),
    load<{ StreamableHTTPClientTransport: McpSdk['HttpTransport'] }>('client/streamableHttp.js'),
  ])
  return { Client, HttpTransport }
}
