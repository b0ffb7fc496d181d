import { sameJson } from '../../../base/json.ts'
import { foreignFlaw } from '../../../suite/language/json-schema.ts'
import type { Tool } from '../../workspace/agent.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import type { McpServers } from './mcp-servers.ts'

/** What was found for the tools of a version, and when; `edition` is null for tools that state everything themselves. */
const described = new WeakMap<readonly Tool[], { tools: Tool[]; servers: McpServers; edition: number | null }>()

/**
 * The tools of an agent, with the description and the parameters of their MCP server where the version states none. Servers are
 * started for it, all at once, and asked again only once one of them ended or says that its tools have changed.
 * @throws AgentError for a server that does not start, has no such tool, or describes it by what is no JSON Schema
 */
export async function describeTools(tools: Tool[], servers: McpServers): Promise<Tool[]> {
  const known = described.get(tools)
  if (known?.edition === null) return tools
  if (known !== undefined && known.servers === servers && known.edition === servers.edition()) return known.tools
  const asks = tools.some((tool) => tool.source?.kind === 'mcp' && saysLittle(tool))
  const edition = asks ? servers.edition() : null
  const found = asks ? await ask(tools, servers) : tools
  described.set(tools, { tools: found, servers, edition })
  return found
}

function ask(tools: readonly Tool[], servers: McpServers): Promise<Tool[]> {
  return Promise.all(
    tools.map(async (tool) => {
      const { source, description, parameters } = tool
      if (source?.kind !== 'mcp' || !saysLittle(tool)) return tool
      const found = await servers.find(source)
      const flaw = takesAnything(tool) ? foreignFlaw(found.parameters) : null
      if (flaw !== null) {
        const whose = `the MCP server ${source.server.name} describes ${source.tool} by parameters`
        throw new AgentError(
          `${whose} that are no JSON Schema: ${flaw}; state parameters of the tool ${tool.name}`,
          'service',
        )
      }
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
