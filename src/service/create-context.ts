import { createRandom } from './answer/random.ts'
import { createAmbiguity } from './context/ambiguity.ts'
import type { ServiceContext } from './context/context.ts'
import { createTurnOrder } from './context/turn-order.ts'
import { createFaultPlan } from './faults/fault-plan.ts'
import type { ServiceSettings } from './settings.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { createTimeline } from './store/timeline.ts'
import { systemClock } from './time/clock.ts'
import { createDirectory } from './workspace/directory.ts'

/** Puts together what every operation works with. What was due while a stored service was away happens now. */
export function createContext({
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

/** What links are signed with; it is kept, so that links outlive a restart as long as they would have anyway. */
function secretOf(store: ServiceContext['store']): string {
  const kept = store.kept('secret')
  if (typeof kept === 'string') return kept
  const secret = crypto.randomUUID() + crypto.randomUUID()
  store.keep('secret', secret)
  return secret
}
