/** The local service as a library: make one in a test, talk to it by `fetch` or over a port. */

export type { ServiceSettings } from './app.ts'
export { createService, type Service } from './app.ts'
export type { ServiceContext } from './context/context.ts'
export { type Listening, listen } from './listen.ts'
export type { HostSide } from './route-operations.ts'
export { createMemoryStore } from './store/memory-store.ts'
export type { Store } from './store/store.ts'
export { createFrozenClock, systemClock } from './time/clock.ts'
export type { Agent, AgentVersion, Recording, ReplayBehaviour, ScriptedBehaviour } from './workspace/agent.ts'
export { demoWorkspace, type LoadedWorkspace, loadWorkspace, readWorkspace } from './workspace/load-workspace.ts'
export type { Channel, Template, Workflow, Workspace } from './workspace/workspace.ts'
export { bareWorkspace } from './workspace/workspace.ts'
