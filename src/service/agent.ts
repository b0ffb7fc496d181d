/** Agents in code: their types, and what reads the results of frameworks. */

export { type AiSdkReading, type AiSdkResult, fromAiSdk } from './agents/frameworks/ai-sdk.ts'
export { fromLangGraph, type LangGraphState } from './agents/frameworks/lang-graph.ts'
export { fromMastra, type MastraResult } from './agents/frameworks/mastra.ts'
export { fromOpenAiAgents, type OpenAiAgentsRun } from './agents/frameworks/openai-agents.ts'
export type {
  AgentFunction,
  AgentPart,
  AgentTurn,
  CallPart,
  TokenUsage,
  ToolCaller,
  ToolFunction,
  ToolOutcome,
} from './workspace/agent-function.ts'
export { AgentError } from './workspace/agent-function.ts'
