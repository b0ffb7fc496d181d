/** The local service as a library: make one in a test, talk to it by `fetch` or over a port. */
export { createService, type Service, type ServiceSettings } from './app.ts'
export { type Listening, listen } from './listen.ts'
export type { Agent, AgentVersion } from './workspace/agent.ts'
export { type LoadedWorkspace, loadWorkspace } from './workspace/load-workspace.ts'
export type { Recording, ReplayBehaviour } from './workspace/replay-behaviour.ts'
export type { ScriptedBehaviour } from './workspace/scripted-behaviour.ts'
export type { Workspace } from './workspace/workspace.ts'
