import type { CallsExpectation } from '../../suite/language/calls-expectation.ts'
import type { SimulatedUser } from '../../suite/language/simulated-user.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Judges } from '../judge/judges.ts'
import type { AnsweredTurn, TurnRun } from '../run/conversation-run.ts'
import type { UserMove, UserVoice } from '../run/user-voice.ts'
import { createAgenda } from './agenda.ts'
import { speakByModel } from './model-user.ts'
import { findBrokenLaw, type Utterance, wordsOf } from './user-laws.ts'

/**
 * Whoever speaks for the simulated user of a plan: an agenda by its seed, or the model that the user names. Nothing that breaks
 * a law of the user's turns is ever given out to be sent.
 */
export function createVoice(user: SimulatedUser, plan: Plan, judges: Judges | undefined): UserVoice {
  const fixed = plan.conversation.turns.length
  const seed = plan.userSeed ?? ''
  const agenda = createAgenda(user, seed, fixed === 0 || user.opensWith !== undefined)
  return {
    owes: agenda.owes,
    saidInstead: agenda.saidInstead,
    told: () => (user.model === undefined ? agenda.told() : { ...agenda.told(), unanswered: [] }),
    async next({ turns }, left, signal) {
      const answered = turns.filter((turn): turn is AnsweredTurn => turn.kind === 'answered')
      const last = answered.at(-1)
      const planned = agenda.next({
        index: turns.length,
        left,
        reply: last?.view ?? null,
        replyIndex: last?.index ?? 0,
      })
      const allows = planned.kind === 'says' ? planned.allows : []
      const holds = (text: string): Utterance => utterance(text, { user, turns, fixed, allows })
      if (user.model !== undefined) {
        const means = planned.kind === 'says' && planned.from !== 'otherwise' ? planned.text : null
        return speakByModel({ user, model: user.model.value, plan, seed, left, answered, means, holds }, judges, signal)
      }
      if (planned.kind !== 'says') return planned
      return lawful(planned.text, holds)
    },
  }
}

function lawful(text: string, holds: (text: string) => Utterance): UserMove {
  const broken = findBrokenLaw(holds(text))
  return broken === null ? { kind: 'says', text } : { kind: 'fault', ...broken, said: text }
}

/** What is held against the laws: everything that the user may know, and what was said. */
function utterance(
  text: string,
  { user, turns, fixed, allows }: { user: SimulatedUser; turns: readonly TurnRun[]; fixed: number; allows: string[] },
): Utterance {
  const { user: said, agent, tools } = wordsOf(turns)
  const card = user.knows.flatMap(({ name, value }) => [name, ...value.map((each) => each.value)])
  const { calls } = user.doneWhen
  const now = turns.findLast((turn) => turn.kind === 'answered')?.view.entries.findLast((entry) => 'timestamp' in entry)
  return {
    text,
    known: [...card, user.wants.value, ...allows, ...agent, ...said],
    tools: [...tools, ...(calls === undefined ? [] : toolsIn(calls))],
    earlier: wordsOf(turns.slice(fixed)).user,
    repeatsAtMost: user.repeatsAtMost,
    ...(now !== undefined && 'timestamp' in now ? { now: now.timestamp } : {}),
  }
}

function toolsIn({
  inOrder = [],
  exactly = [],
  anyOrder = [],
  never = [],
  pre,
  during,
  post,
}: CallsExpectation): string[] {
  const nested = [pre, during, post].flatMap((part) => (part === undefined ? [] : toolsIn(part)))
  return [...[...inOrder, ...exactly, ...anyOrder, ...never].map(({ name }) => name), ...nested]
}
