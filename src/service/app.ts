import type { ServiceContext } from './context/context.ts'
import { createContext } from './create-context.ts'
import { type HostSide, routeOperations } from './route-operations.ts'
import { createAuthenticator } from './rules/authenticate.ts'
import type { ServiceSettings } from './settings.ts'
import type { Workspace } from './workspace/workspace.ts'

/** The local service: a request in, a response out; it knows no sockets. */
export interface Service {
  fetch(request: Request, side?: HostSide): Response | Promise<Response>
  context: ServiceContext
  /** Puts other workspaces in place of those there are; sessions stay. */
  replaceWorkspaces(workspaces: readonly Workspace[]): void
  /** Stops the timers and closes the store. */
  close(): void
}

/** Makes the local service (Endpoints). Every answer has the envelope; bad input never becomes a fault. */
export function createService(settings: ServiceSettings): Service {
  const context = createContext(settings)
  const authenticate = createAuthenticator(context.directory)
  const sides = {
    base: routeOperations(context, authenticate, 'base'),
    workflow: routeOperations(context, authenticate, 'workflow'),
    both: routeOperations(context, authenticate, 'both'),
  }
  return {
    fetch: (request, side = 'both') => sides[side].fetch(request),
    context,
    replaceWorkspaces: (workspaces) => context.directory.replace(workspaces),
    close() {
      context.timeline.stop()
      context.store.close()
    },
  }
}
