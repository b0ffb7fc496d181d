import { didYouMean } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import { type AgentTool, isEnabled } from '../workspace/agent.ts'
import type { ToolOutcome } from '../workspace/agent-function.ts'
import { refusedCall } from './code/call-canned.ts'

/** The tool of that name which the version may call, or else how a call of it fails. */
export function findTool(name: string, tools: readonly AgentTool[], config: BlueprintConfig): AgentTool | ToolOutcome {
  const tool = tools.find((each) => each.name === name)
  if (tool !== undefined && isEnabled(name, config)) return tool
  const names = tools.map((each) => each.name).filter((each) => isEnabled(each, config))
  const hint =
    tool === undefined ? (didYouMean(name, names) ?? listKnown(names)) : 'functions: of the agent leaves it out'
  return refusedCall(`there is no tool ${JSON.stringify(name)}: ${hint}`)
}
