import { sameJson } from '../../../base/json.ts'
import type { Tool } from '../../workspace/agent.ts'
import type { McpServers } from './mcp-servers.ts'

/**
 * The tools of an agent, with the description and the parameters of their MCP server where the version states none. Servers are
 * started for it, all at once.
 * @throws AgentError for a server that does not start, or has no such tool
 */
export async function describeTools(tools: Tool[], servers: McpServers): Promise<Tool[]> {
  if (!tools.some((tool) => tool.source?.kind === 'mcp' && saysLittle(tool))) return tools
  return Promise.all(
    tools.map(async (tool) => {
      const { source, description, parameters } = tool
      if (source?.kind !== 'mcp' || !saysLittle(tool)) return tool
      const found = await servers.find(source)
      return {
        ...tool,
        description: description === '' ? found.description : description,
        parameters: takesAnything(tool) ? found.parameters : parameters,
      }
    }),
  )
}

function saysLittle(tool: Tool): boolean {
  return tool.description === '' || takesAnything(tool)
}

function takesAnything({ parameters }: Tool): boolean {
  return sameJson(parameters, { type: 'object' })
}
