import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { plainText } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { firstOf } from '../world/rule.ts'
import { type Scenarios, scenario } from '../world/scenario.ts'
import { talkers, type World } from '../world/world.ts'
import { allOf, expectEqual, oneOf } from './messages.ts'
import { entriesIn, saidIn, turn } from './turns.ts'

/** A step as plain data, to be shrunk, printed and repeated; `session` selects one of those that exist. */
type Step =
  | { step: 'start'; by: 'own' | 'other' }
  | { step: 'continue'; by: 'own' | 'other'; session: number; message: string }
  | { step: 'both at once'; session: number }
  | { step: 'fetch'; by: 'own' | 'other'; session: number }

/** The expected state of a session after the steps so far. */
interface Expected {
  id: string
  owner: 'own' | 'other'
  turns: number
}

const by = fc.constantFrom<('own' | 'other')[]>('own', 'own', 'other')
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ step: fc.constant('start' as const), by }),
    fc.record({ step: fc.constant('continue' as const), by, session: fc.nat(5), message: plainText }),
    fc.record({ step: fc.constant('both at once' as const), session: fc.nat(5) }),
    fc.record({ step: fc.constant('fetch' as const), by, session: fc.nat(5) }),
  ),
  { minLength: 2, maxLength: 12 },
)

/** Performs one step and compares the result with the model; gives what does not hold, or null. */
async function perform(bench: Bench, agent: string, model: Expected[], step: Step): Promise<string | null> {
  if (step.step === 'start') {
    const { sessionId } = await turn(bench, agent, 'Hello', {}, step.by)
    const isKnown = model.some(({ id }) => id === sessionId)
    model.push({ id: sessionId, owner: step.by, turns: 1 })
    return isKnown ? `a new session has the id of an old one, ${sessionId}` : null
  }
  const session = model[step.session % Math.max(1, model.length)]
  if (session === undefined) return null
  if (step.step === 'both at once') return turnTwice(bench, agent, session)
  const foreign = step.by !== session.owner
  if (step.step === 'fetch') {
    const { outcome, body } = await bench.send({ ...draftOf('session.get', null, session.id), credential: step.by })
    if (foreign) return expectEqual('status of a foreign fetch', 404, outcome.status)
    return expectEqual('turns of the session', session.turns, countTurns((body as JsonObject).data))
  }
  const chatBody = { doReturnResponse: true, agentName: agent, message: step.message, sessionId: session.id }
  const { outcome } = await bench.send({ ...draftOf('chat.trigger', chatBody), credential: step.by })
  if (foreign) return expectEqual('status of a foreign turn', 403, outcome.status)
  session.turns += 1
  return outcome.accepted ? null : `the turn was refused with ${outcome.status}`
}

/** Two turns of one session at the same time: both must be kept; laws are checked anyway (CHA-36). */
async function turnTwice(bench: Bench, agent: string, session: Expected): Promise<string | null> {
  const answers = await Promise.all(
    ['first of two', 'second of two'].map((message) =>
      turn(bench, agent, message, { sessionId: session.id }, session.owner),
    ),
  )
  session.turns += 2
  const stored = await bench.fetch(session.id, session.owner)
  const texts = JSON.stringify(entriesIn(stored))
  const lostMessages = ['first of two', 'second of two'].filter((message) => !texts.includes(message))
  return firstOf(
    lostMessages.length === 0 ? null : `the turn "${lostMessages.join('" and "')}" is lost`,
    answers.every(({ transcript }) => saidIn(transcript) !== '') ? null : 'one of two turns at once has no reply',
  )
}

function countTurns(data: unknown): number {
  return entriesIn((data ?? {}) as JsonObject).filter(({ role }) => role === 'user').length
}

function walk(filter: (step: Step) => boolean) {
  return scenario(
    (world: World) => {
      const agents = talkers(world).filter(({ name }) => world.subject.other?.agents.some((each) => each.name === name))
      return allOf({ agent: oneOf(agents.map(({ name }) => name)), steps: steps.map((all) => all.filter(filter)) })
    },
    async (bench, { agent, steps: all }) => {
      const model: Expected[] = []
      for (const step of all) {
        const finding = await perform(bench, agent, model, step)
        if (finding !== null) return finding
      }
      for (const { id, owner, turns } of model) {
        const finding = expectEqual(`turns of ${owner} session ${id}`, turns, countTurns(await bench.fetch(id, owner)))
        if (finding !== null) return finding
      }
      return null
    },
    'other',
  )
}

/** New sessions, continuations and fetches in two workspaces against a model (Trigger chat; Authentication). */
export const conversationModel: Scenarios = {
  'ISO-07': walk(({ step }) => step !== 'both at once'),
  'CHA-36': walk(() => true),
}
