// The tools of the desk, on an MCP server.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { lookUp } from '../orders.mjs'

const server = new McpServer({ name: 'orders', version: '1.0.0' })
const about = { description: 'Finds an order by its number.', inputSchema: { order_id: z.string() } }
server.registerTool('lookup_order', about, async (given) => ({
  content: [{ type: 'text', text: JSON.stringify(await lookUp(given)) }],
}))
await server.connect(new StdioServerTransport())
