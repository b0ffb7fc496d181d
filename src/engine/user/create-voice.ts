import type { CallsExpectation } from '../../suite/language/expectations/calls-expectation.ts'
import type { SimulatedUser } from '../../suite/language/script/simulated-user.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Judges } from '../judge/judges.ts'
import type { ConversationRun, TurnRun } from '../run/conversation-run.ts'
import type { SimulatedTalk } from '../run/simulated-talk.ts'
import type { UserMove, UserVoice } from '../run/user-voice.ts'
import { type AgendaTurn, createAgenda } from './agenda.ts'
import { asksForTheSame } from './asked.ts'
import { firstWords } from './card.ts'
import { speakByModel } from './model-user.ts'
import { describeUnknownTongue, findBrokenLaw, isSaidAgain, type Utterance, wordsOf } from './user-laws.ts'

/** An agenda with its seed, or the model that the user names. It never says what breaks a law of the user's turns. */
export function createVoice(user: SimulatedUser, plan: Plan, judges: Judges | undefined): UserVoice {
  const { history, turns: scriptTurns } = plan.conversation
  const fixed = scriptTurns.length + (history?.exchanges.length ?? 0)
  const seed = plan.userSeed ?? ''
  const agenda = createAgenda(user, seed, fixed === 0 || user.opensWith !== undefined)
  /** For a model, the questions that it answered with "I do not know"; only its answers show what it knows. */
  const open: SimulatedTalk['unanswered'] = []
  return {
    owes: agenda.owes,
    saidInstead(text) {
      agenda.saidInstead(text)
      const { unanswered } = agenda.told()
      if (user.model !== undefined) open.splice(0, open.length, ...open.filter((each) => isAmong(each, unanswered)))
    },
    told: () => (user.model === undefined ? agenda.told() : { ...agenda.told(), unanswered: [...open] }),
    doubt(run) {
      const turns = talkOf(run)
      // what a card says was written by its author
      const userTexts = user.model === undefined ? [] : wordsOf(turns.slice(fixed)).user
      return userTexts.map(describeUnknownTongue).find((why) => why !== null) ?? null
    },
    hears: (run) => agenda.hears(turnOf(run, 0)),
    async next(run, remainingTurns, signal) {
      const turns = talkOf(run)
      const answered = turns.filter((turn) => turn.kind === 'answered')
      const last = answered.at(-1)
      const planned = agenda.next(turnOf(run, remainingTurns))
      const allows = planned.kind === 'says' ? planned.allows : []
      const holds = (text: string): Utterance => utterance(text, { user, plan, turns, fixed, allows })
      if (user.model !== undefined) {
        const means = planned.kind === 'says' && planned.from !== 'otherwise' ? planned.text : null
        const speaking = { user, model: user.model.value, plan, seed, left: remainingTurns, answered, means, holds }
        const spoken = await speakByModel(speaking, judges, signal)
        const move = blameAsker(spoken, turns)
        const openQuestion = agenda.told().unanswered.find(({ turn }) => turn === last?.index)
        if (move.kind === 'says' && openQuestion !== undefined && knowsNothing.test(move.text)) open.push(openQuestion)
        return move
      }
      if (planned.kind !== 'says') return planned
      return blameAsker(lawful(planned.text, holds), turns)
    },
  }
}

function turnOf(run: ConversationRun, remainingTurns: number): AgendaTurn {
  const last = talkOf(run).findLast((turn) => turn.kind === 'answered')
  return { index: run.turns.length, left: remainingTurns, reply: last?.view ?? null, replyIndex: last?.index ?? 0 }
}

function talkOf({ history, turns }: ConversationRun): readonly TurnRun[] {
  return history === undefined ? turns : [...history.turns, ...turns]
}

/** Phrases of a model without an answer; its instructions tell it to say so. */
const knowsNothing =
  /\b(?:do not|don't|can ?not|can't|am not|'m not) (?:\w+ ){0,2}(?:know|have|remember|recall|sure|aware|tell)\b|\bno idea\b/i

function isAmong({ turn }: { turn: number }, others: SimulatedTalk['unanswered']): boolean {
  return others.some((each) => each.turn === turn)
}

/** A user who repeats itself because the agent asks for the same again, in any words, is not at fault: the agent is. */
function blameAsker(move: UserMove, turns: readonly TurnRun[]): UserMove {
  if (move.kind !== 'fault' || move.law !== 'no loop' || move.said === null) return move
  const { said, usage } = move
  const replies = turns.map((turn) => (turn.kind === 'answered' ? turn.view.replyText : ''))
  const before = turns.flatMap(({ turn }, index) =>
    index > 0 && turn.user !== null && isSaidAgain(said, turn.user.value) ? [replies[index - 1] ?? ''] : [],
  )
  const reply = replies.at(-1) ?? ''
  if (!asksForTheSame(reply, before)) return move
  const why = `the agent asks again what was answered: "${firstWords(reply)}"`
  return { kind: 'gives up', why, ...(usage === undefined ? {} : { usage }) }
}

function lawful(text: string, holds: (text: string) => Utterance): UserMove {
  const broken = findBrokenLaw(holds(text))
  return broken === null ? { kind: 'says', text } : { kind: 'fault', ...broken, said: text }
}

function utterance(
  text: string,
  around: { user: SimulatedUser; plan: Plan; turns: readonly TurnRun[]; fixed: number; allows: string[] },
): Utterance {
  const { user, plan, turns, fixed, allows } = around
  const { user: userTexts, agent, tools } = wordsOf(turns)
  const card = user.knows.flatMap(({ name, value }) => [name, ...value.map((each) => each.value)])
  const { conversation, everyTurn } = plan
  const ofTurns = [...everyTurn, ...conversation.turns.map(({ expect }) => expect)].map((each) => each?.calls)
  const expected = [user.doneWhen.calls, conversation.session?.calls, ...ofTurns]
  const now = turns.findLast((turn) => turn.kind === 'answered')?.view.entries.findLast((entry) => 'timestamp' in entry)
  return {
    text,
    knownTexts: [...card, user.wants.value, ...allows, ...agent, ...userTexts],
    tools: [...tools, ...expected.flatMap((each) => (each === undefined ? [] : toolsIn(each)))],
    earlier: wordsOf(turns.slice(fixed)).user,
    repeatsAtMost: user.repeatsAtMost,
    ...(now !== undefined && 'timestamp' in now ? { now: now.timestamp } : {}),
  }
}

function toolsIn({ inOrder, exactly, anyOrder, never, only, pre, during, post }: CallsExpectation): string[] {
  const toolNames = [inOrder, exactly, anyOrder, never].flatMap((calls = []) => calls.map(({ name }) => name))
  const nested = [pre, during, post].flatMap((part) => (part === undefined ? [] : toolsIn(part)))
  return [...toolNames, ...(only ?? []).map(({ value }) => value), ...nested]
}
