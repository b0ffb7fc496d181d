import type { Clock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What every operation works with. */
export interface ServiceContext {
  clock: Clock
  store: Store
  newId(): string
}

/** One authenticated request of an operation; `parameter` is the one in its path, decoded. */
export interface Call {
  request: Request
  parameter: string
  workspace: Workspace
  context: ServiceContext
}

/** An operation: a request in, a response out, nothing thrown for bad input. */
export type Handler = (call: Call) => Response | Promise<Response>
