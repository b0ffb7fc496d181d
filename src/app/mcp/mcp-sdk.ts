import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type * as Protocol from '@modelcontextprotocol/sdk/types.js'
import { loadPackage } from '../../base/files/load-package.ts'
import { UsageError } from '../edge/usage-error.ts'

/** The parts of the MCP SDK that we use; users install it themselves. */
interface ServerSdk {
  Server: typeof Server
  Transport: typeof StdioServerTransport
  protocol: Pick<
    typeof Protocol,
    | 'CallToolRequestSchema'
    | 'ListToolsRequestSchema'
    | 'ListResourcesRequestSchema'
    | 'ListResourceTemplatesRequestSchema'
    | 'ReadResourceRequestSchema'
    | 'McpError'
    | 'ErrorCode'
  >
}

/** Loads the SDK, resolved from a folder. @throws UsageError with the command that installs it */
export async function loadServerSdk(folder: string): Promise<ServerSdk> {
  const load = <Part>(part: string): Promise<Part> =>
    loadPackage({ name: '@modelcontextprotocol/sdk', line: 1, part }, folder, {
      needed: 'tableread mcp needs',
      fail: (message) => new UsageError(message),
    })
  const [{ Server }, { StdioServerTransport }, protocol] = await Promise.all([
    load<Pick<ServerSdk, 'Server'>>('server/index.js'),
    load<{ StdioServerTransport: ServerSdk['Transport'] }>('server/stdio.js'),
    load<ServerSdk['protocol']>('types.js'),
  ])
  return { Server, Transport: StdioServerTransport, protocol }
}
