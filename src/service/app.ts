import { createRandom } from './answer/random.ts'
import { createAmbiguity } from './context/ambiguity.ts'
import type { ServiceContext } from './context/context.ts'
import { createTurnOrder } from './context/turn-order.ts'
import { createFaultPlan } from './faults/fault-plan.ts'
import { type HostSide, routeOperations } from './route-operations.ts'
import { createAuthenticator } from './rules/authenticate.ts'
import type { ServiceSettings } from './settings.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { createTimeline } from './store/timeline.ts'
import { systemClock } from './time/clock.ts'
import { createDirectory } from './workspace/directory.ts'
import type { Workspace } from './workspace/workspace.ts'

/** The local service: a request in, a response out; it knows nothing of sockets. */
export interface Service {
  fetch(request: Request, side?: HostSide): Response | Promise<Response>
  context: ServiceContext
  /** Replaces all workspaces; sessions stay. */
  replaceWorkspaces(workspaces: readonly Workspace[]): void
  /** Stops the timers and closes the store. */
  close(): void
}

/** Creates the local service (Endpoints). Every answer has the envelope; bad input never becomes a server fault. */
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

/** Assembles the context of all operations. Whatever came due while a stored service was down happens now. */
function createContext({
  workspaces,
  clock = systemClock,
  store = createMemoryStore(),
  seed = 'tableread',
  ambiguity = null,
  callEnvelope = 'mirrored',
  participantKey = 'the service',
}: ServiceSettings): ServiceContext {
  const context: ServiceContext = {
    clock,
    store,
    timeline: createTimeline(clock, store, async () => {
      const { performTimer } = await import('./perform-timer.ts')
      return (timer) => performTimer(context, timer)
    }),
    turns: createTurnOrder(),
    directory: createDirectory(workspaces),
    random: createRandom(seed),
    ambiguity: createAmbiguity(ambiguity),
    faults: createFaultPlan(),
    callEnvelope,
    participantKey,
    secret: secretOf(store),
    newId: () => crypto.randomUUID(),
  }
  context.timeline.arm()
  return context
}

/** The secret for signing links. It is stored, so that links survive a restart for as long as they are valid. */
function secretOf(store: ServiceContext['store']): string {
  const kept = store.kept('secret')
  if (typeof kept === 'string') return kept
  const secret = crypto.randomUUID() + crypto.randomUUID()
  store.keep('secret', secret)
  return secret
}
