import { hasMembers, insistKind } from '../base/json/insist-kind.ts'
import { redactEnvironment } from '../base/secrets/environment.ts'
import { createAgentCode } from './agents/code/agent-code.ts'
import { createMcpServers } from './agents/tools/mcp-servers.ts'
import type { CallEnvelope } from './answer/answer.ts'
import { createRandom } from './answer/random.ts'
import { createAmbiguity } from './context/ambiguity.ts'
import { createTurnOrder, drawId, type ServiceContext, type SuiteDrafter } from './context/context.ts'
import { createFaultPlan } from './faults/fault.ts'
import { type HostSide, routeOperations } from './route-operations.ts'
import { createAuthenticator } from './rules/authenticate.ts'
import { createMemoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'
import { createTimeline } from './store/timeline.ts'
import { type Clock, createSystemClock, type FrozenClock } from './time/clock.ts'
import { carryOut } from './turn/carry-out.ts'
import { createDirectory, type Workspace } from './workspace/workspace.ts'

/** The local service: a request in, a response out; it knows nothing about sockets. */
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
  const areLoaded =
    Array.isArray(settings?.workspaces) && settings.workspaces.every((each) => hasMembers(each, 'agents'))
  const wanted = 'createService takes { workspaces }, a list of the workspace of what loadWorkspace gives'
  insistKind(areLoaded, wanted, settings?.workspaces ?? settings)
  const closing = new AbortController()
  const context = createContext(settings, closing.signal)
  const authenticate = createAuthenticator(context.directory)
  const sides = {
    base: routeOperations(context, authenticate, 'base'),
    workflow: routeOperations(context, authenticate, 'workflow'),
    both: routeOperations(context, authenticate, 'both'),
  }
  return {
    fetch: (request, side = 'both') => sides[side].fetch(request),
    context,
    replaceWorkspaces(workspaces) {
      context.directory.replace(workspaces)
      context.mcpServers.retire()
      context.agentCode.take()
    },
    close() {
      closing.abort(new Error('the service is closed'))
      context.mcpServers.close()
      context.agentCode.close()
      context.timeline.stop()
      context.store.close()
    },
  }
}

/** Assembles the context of all operations. Whatever came due while a stored service was down happens now. */
function createContext(
  {
    workspaces,
    clock = createSystemClock(),
    store = createMemoryStore(),
    seed = 'tableread',
    ambiguity = null,
    callEnvelope = 'mirrored',
    participantKey = 'the service',
    printLine = (line) => void process.stderr.write(`${line}\n`),
    draftSuite = null,
  }: ServiceSettings,
  closing: AbortSignal,
): ServiceContext {
  const context: ServiceContext = {
    clock,
    store,
    timeline: createTimeline(clock, store, async () => {
      const { performTimer } = await import('./perform-timer.ts')
      return (timer) =>
        carryOut(context, () => {
          store.dropTimer(timer.id)
          performTimer(context, timer)
        })
    }),
    turns: createTurnOrder(),
    directory: createDirectory(workspaces),
    random: createRandom(seed),
    ambiguity: createAmbiguity(ambiguity),
    faults: createFaultPlan(),
    callEnvelope,
    participantKey,
    secret: secretOf(store),
    draftSuite,
    newId: () => drawId(context.work),
    work: null,
    closing,
    telling: new Set(),
    mcpServers: createMcpServers(),
    agentCode: createAgentCode((line) => printLine(redactEnvironment(line))),
  }
  context.timeline.arm()
  return context
}

/** The secret for signing links. It is stored, so that links stay valid across a restart. */
function secretOf(store: ServiceContext['store']): string {
  const stored = store.kept('secret')
  if (typeof stored === 'string') return stored
  const secret = crypto.randomUUID() + crypto.randomUUID()
  store.keep('secret', secret)
  return secret
}

/** The settings of a local service; everything except the workspaces has a default. */
export interface ServiceSettings {
  workspaces: readonly Workspace[]
  /** @default the machine's time */
  clock?: Clock | FrozenClock
  /** @default one in memory */
  store?: Store
  /** The seed of random picks. @default 'tableread' */
  seed?: string
  /**
   * Picks among the allowed answers, drawn from this seed, wherever the interface leaves a choice.
   * @default our own decisions
   */
  ambiguity?: string | null
  /** @default 'mirrored' */
  callEnvelope?: CallEnvelope
  /**
   * The key of the customer member in a session; the interface prints it like the default.
   * @default 'the service' (SES-11)
   */
  participantKey?: string
  /** Drafts suites from sessions, for the page. @default none */
  draftSuite?: SuiteDrafter | null
  /** Receives each line that the code of agents and tools prints. @default standard error */
  printLine?: (line: string) => void
}
