import { sameJson } from '../../../base/json/json.ts'
import { foreignFlaw } from '../../../suite/language/matchers/json-schema.ts'
import type { AgentTool } from '../../workspace/agent.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import type { McpServers } from './mcp-servers.ts'

/** A version's described tools; `edition` is the servers' at that time, null for tools that need none. */
const described = new WeakMap<
  readonly AgentTool[],
  { tools: AgentTool[]; servers: McpServers; edition: number | null }
>()

/** Tools as their MCP servers describe them, asked again after an end or a change. @throws AgentError */
export async function describeTools(tools: AgentTool[], servers: McpServers): Promise<AgentTool[]> {
  const description = described.get(tools)
  if (description?.edition === null) return tools
  if (description !== undefined && description.servers === servers && description.edition === servers.edition())
    return description.tools
  const asks = tools.some((tool) => tool.source?.kind === 'mcp' && saysLittle(tool))
  const edition = asks ? servers.edition() : null
  const ready = asks ? await ask(tools, servers) : tools
  described.set(tools, { tools: ready, servers, edition })
  return ready
}

function ask(tools: readonly AgentTool[], servers: McpServers): Promise<AgentTool[]> {
  return Promise.all(
    tools.map(async (tool) => {
      const { source, description, parameters } = tool
      if (source?.kind !== 'mcp' || !saysLittle(tool)) return tool
      const ready = await servers.find(source)
      const flaw = takesAnything(tool) ? foreignFlaw(ready.parameters) : null
      if (flaw !== null) {
        const whose = `the MCP server ${source.server.name} describes ${source.tool} by parameters`
        throw new AgentError(
          `${whose} that are no JSON Schema: ${flaw}; state parameters of the tool ${tool.name}`,
          'service',
        )
      }
      return {
        ...tool,
        description: description === '' ? ready.description : description,
        parameters: takesAnything(tool) ? ready.parameters : parameters,
      }
    }),
  )
}

function saysLittle(tool: AgentTool): boolean {
  return tool.description === '' || takesAnything(tool)
}

function takesAnything({ parameters }: AgentTool): boolean {
  return sameJson(parameters, { type: 'object' })
}
