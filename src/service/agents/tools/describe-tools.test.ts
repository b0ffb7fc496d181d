import { expect, it } from 'vitest'
import type { AgentTool, McpServer, ToolSource } from '../../workspace/agent.ts'
import { describeTools } from './describe-tools.ts'
import type { McpServers } from './mcp-servers.ts'

const server: McpServer = { name: 's', folder: '.', startMs: 1, kind: 'address', url: '', headers: {}, live: false }

function toolOf(name: string, source: ToolSource | undefined, rest: Partial<AgentTool> = {}): AgentTool {
  const own = source === undefined ? {} : { source }
  return { name, description: '', parameters: { type: 'object' }, timeMs: 0, cases: [], ...own, ...rest }
}

/** Servers that count how often they are asked, and whose tools carry that number in their description. */
function countingServers() {
  const calls: string[] = []
  let edition = 1
  const servers: McpServers = {
    async find({ tool }) {
      calls.push(tool)
      return { name: tool, description: `asked ${calls.length}`, parameters: { a: 1 }, call: async () => null }
    },
    edition: () => edition,
    retire: () => undefined,
    close: async () => undefined,
  }
  return {
    servers,
    asked: calls,
    change: () => {
      edition += 1
    },
  }
}

it('a server is asked once, and again once its tools may be others', async () => {
  const { servers, asked, change } = countingServers()
  const tools = [toolOf('stock', { kind: 'mcp', server, tool: 'stock' }), toolOf('own', undefined)]
  const first = await describeTools(tools, servers)
  expect(first.map(({ description }) => description)).toEqual(['asked 1', ''])
  expect(await describeTools(tools, servers)).toBe(first)
  expect(asked).toEqual(['stock'])
  change()
  expect((await describeTools(tools, servers))[0]?.description).toBe('asked 2')
  const other = countingServers()
  await describeTools(tools, other.servers)
  expect(other.asked).toEqual(['stock'])
})

it('tools that state everything are nobody\u2019s question, whatever changes', async () => {
  const { servers, asked, change } = countingServers()
  const definition = { description: 'Counts.', parameters: { type: 'object', properties: {} } }
  const tools = [toolOf('stock', { kind: 'mcp', server, tool: 'stock' }, definition), toolOf('own', undefined)]
  expect(await describeTools(tools, servers)).toBe(tools)
  change()
  expect(await describeTools(tools, servers)).toBe(tools)
  expect(asked).toEqual([])
})

it('what could not be found is asked for again', async () => {
  const { servers } = countingServers()
  const tools = [toolOf('stock', { kind: 'mcp', server, tool: 'stock' })]
  const broken: McpServers = { ...servers, find: () => Promise.reject(new Error('it does not start')) }
  await expect(describeTools(tools, broken)).rejects.toThrow('it does not start')
  expect((await describeTools(tools, servers))[0]?.description).toBe('asked 1')
})
