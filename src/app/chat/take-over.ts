import { firstLine } from '../../base/text/wording.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import type { ConversationRun, TurnRun } from '../../engine/run/conversation-run.ts'
import type { UserMove, UserVoice } from '../../engine/run/user-voice.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import { givenOf, type Plan, refillPlan } from '../../suite/plan/plan.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { buttonsOf, describeNoAnswer, describeTurn } from './describe-turn.ts'
import { hintFor, readInput } from './input.ts'
import { type CommandOutcome, performCommand } from './perform-command.ts'
import {
  type ChatDesk,
  echo,
  line,
  printLines,
  printSentText,
  type ShownLine,
  type SimulatedPart,
  textLines,
} from './screen.ts'
import { type ChatTalk, newTalk, speakerOf, wasSent } from './talk.ts'

/** A talk to start in place of the current one; `said` are messages to say in it first. */
interface Anew {
  talk: ChatTalk
  messages: string[]
}

/** As a run, but a simulated message is sent when the person agrees; `ended` if the input ended or the person quit. */
export async function talkAsUser(
  fresh: ChatTalk,
  part: SimulatedPart,
  lines: AsyncIterator<string>,
  desk: ChatDesk,
): Promise<Omit<CommandOutcome, 'anew'> & { ended: boolean }> {
  let mistaken = false
  let next: Anew = { talk: fresh, messages: [] }
  for (;;) {
    const sitting = createSitting(next, lines, desk)
    const result = await performConversation(
      { ...versionOf(part.plan, next.talk), metadata: next.talk.metadata, stopAfterFailure: false },
      { ...part.context, client: withCancel(desk), signal: sitting.signal, voiceBy: sitting.voiceBy },
      { onTaken: sitting.hear },
    )
    const { talk, failure, anew, ended } = sitting.state
    mistaken ||= sitting.state.mistaken
    if (anew !== null) next = anew
    else {
      if (!ended) printLines(desk, describeEnd(result, failure))
      return { talk, failure, mistaken, ended }
    }
  }
}

function versionOf(plan: Plan, { version }: ChatTalk): Plan {
  return version === plan.version ? plan : { ...refillPlan(plan, { ...givenOf(plan), version }), version }
}

/** The desk's client, with every turn cancellable. It drops the client's clock: a chat has its own. */
function withCancel({ client: { clock: _, ...client }, screen }: ChatDesk): Client {
  return {
    ...client,
    converse: (request, limits) =>
      screen.during((signal) => client.converse(request, { ...limits, signal: anyOf(signal, limits?.signal) })),
  }
}

function anyOf(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other])
}

/** The closing lines of a simulated user's talk, unless another talk is to begin. */
function describeEnd(
  { simulated, outcomes, reason, problems }: ConversationResult,
  failure: Failure | null,
): ShownLine[] {
  const broken = outcomes.filter(({ verdict }) => verdict === 'failed').flatMap(showBroken)
  const goesOn = line('dim', 'from here on you speak yourself; /new restarts the simulated user', 2)
  if (simulated === undefined || simulated.ended === 'cut') {
    const why = problems[0]?.message ?? reason
    return failure !== null || why === null ? [...broken, goesOn] : [line('bad', firstLine(why)), ...broken, goesOn]
  }
  const because = simulated.why === null ? '' : `: ${simulated.why}`
  const ends = {
    done: line('plain', `the simulated user has what it wants: ${simulated.wants}`),
    'gave up': line('warn', `the simulated user gives up${because}`),
    'out of patience': line('warn', `the simulated user ran out of patience without getting what it wants${because}`),
    fault: line('bad', reason ?? 'the simulated user broke a law of its own'),
  }
  return [ends[simulated.ended], ...broken, goesOn]
}

function showBroken(outcome: Outcome): ShownLine[] {
  return textLines('warn', `line ${outcome.at.line}: ${describeOutcome(outcome)}`, 2)
}

type Outcome = Parameters<typeof describeOutcome>[0]

interface Sitting {
  state: { talk: ChatTalk; failure: Failure | null; mistaken: boolean; ended: boolean; anew: Anew | null }
  signal: AbortSignal
  voiceBy(voice: UserVoice): UserVoice
  hear(turn: TurnRun, outcomes: readonly Outcome[]): void
}

function createSitting(begun: Anew, lines: AsyncIterator<string>, desk: ChatDesk): Sitting {
  const controller = new AbortController()
  const state: Sitting['state'] = { talk: begun.talk, failure: null, mistaken: false, ended: false, anew: null }
  const script = [...begun.messages]
  const texts: string[] = []
  let speaks: 'when asked' | 'alone' | 'not' = 'when asked'
  const leave = (to: Partial<Sitting['state']>): UserMove => {
    Object.assign(state, to)
    controller.abort('left')
    return { kind: 'halted', why: 'the talk was left' }
  }

  const voiceBy = (voice: UserVoice): UserVoice => {
    const person = (text: string): UserMove => {
      voice.saidInstead(text)
      texts.push(text)
      return { kind: 'says', text }
    }
    const user = (move: UserMove): UserMove => {
      if (move.kind !== 'says') return move
      texts.push(move.text)
      printSentText(move.text, desk)
      return move
    }

    /** Reads lines until one decides the next message; `proposed` is the simulated user's, null if it was not asked. */
    const listen = async (proposed: UserMove | null, think: () => Promise<UserMove>): Promise<UserMove> => {
      let move = proposed
      for (;;) {
        const next = await lines.next()
        if (next.done === true) return leave({ ended: true })
        const input = readInput(next.value, buttonsOf(state.talk.turns.at(-1)))
        echo(next.value, input, desk)
        if (input.kind === 'message') return person(input.text)
        if (input.kind === 'nothing') {
          if (move !== null && speaks !== 'not') return user(move)
          continue
        }
        if (input.kind === 'unknown command') {
          state.mistaken = true
          printLines(desk, [line('bad', `there is no command /${input.word}`), line('dim', hintFor(input.word), 2)])
        } else if (input.name === 'quit') return leave({ ended: true })
        else if (input.name === 'auto') {
          speaks = 'alone'
          return user(move ?? (await think()))
        } else if (input.name === 'me') {
          speaks = speaks === 'not' ? 'when asked' : 'not'
          if (speaks === 'not') printLines(desk, [line('dim', 'you speak now; /me or /auto gives it back', 2)])
          else {
            move ??= await think()
            printLines(desk, showProposal(move))
          }
        } else if (input.name === 'again') {
          if (texts.length === 0) {
            state.mistaken = true
            printLines(desk, [line('bad', 'there is no message to say again'), line('dim', 'say something first', 2)])
          } else {
            const { agent, version } = state.talk
            printLines(desk, [line('dim', `a fresh session with ${agent} (${version})`)])
            return leave({ anew: { talk: newTalk(state.talk), messages: [...texts] } })
          }
        } else {
          const done = await performCommand(state.talk, input.name, input.rest, desk)
          state.mistaken ||= done.mistaken
          if (done.anew === true) return leave({ anew: { talk: done.talk, messages: [] } })
          if (done.failure !== null && !desk.screen.interactive) return leave({ failure: done.failure })
        }
      }
    }

    return {
      owes: () => speaks !== 'not' && voice.owes(),
      told: voice.told,
      hears: voice.hears,
      saidInstead: voice.saidInstead,
      doubt: voice.doubt,
      async next(run: ConversationRun, remainingTurns: number, signal?: AbortSignal): Promise<UserMove> {
        const think = (): Promise<UserMove> =>
          desk.screen.during((cancel) => voice.next(run, remainingTurns, anyOf(cancel, signal)))
        if (speaks === 'not') return listen(null, think)
        const move = await think()
        const again = script.shift()
        if (again !== undefined) {
          if (move.kind === 'says' && move.text === again) return user(move)
          printSentText(again, desk)
          return person(again)
        }
        if (speaks === 'alone') return user(move)
        printLines(desk, showProposal(move))
        return listen(move, think)
      },
    }
  }

  const hear: Sitting['hear'] = (turn, outcomes) => {
    const { talk } = state
    const text = turn.turn.user?.value ?? null
    if (turn.index < 0 && talk.turns.length === 0) printLines(desk, [line('dim', 'its history:', 2)])
    if (text !== null && texts.length === 0) printSentText(text, desk) // a turn that the conversation scripts
    if (turn.kind === 'stepped') return
    if (turn.kind === 'unanswered') {
      const { failure } = turn.answer
      talk.pending = text
      if (text !== null && wasSent(failure)) talk.unanswered++
      state.failure = failure
      printLines(desk, describeNoAnswer(failure, talk.agent, desk.agents))
      return
    }
    const speaker = speakerOf(talk)
    const { answer, view } = turn
    const { recovered, timeMs: turnMs } = answer
    const mark = turn.index < 0 ? { given: true as const } : {}
    const answered = { user: text, view, turnMs, ...mark, ...(recovered === undefined ? {} : { recovered }) }
    talk.sessionId = answer.data.sessionId
    talk.turns.push(answered)
    const broken = outcomes.filter(({ verdict }) => verdict === 'failed').flatMap(showBroken)
    printLines(desk, [...describeTurn(answered, speaker), ...broken])
  }

  return { state, signal: controller.signal, voiceBy, hear }
}

function showProposal(move: UserMove): ShownLine[] {
  if (move.kind === 'says') return [line('dim', `would say: ${move.text}`, 2)]
  const why = move.kind === 'fault' ? `${move.law}: ${move.why}` : move.why
  const [over, wrong] = ['cannot go on', 'would end here through its own mistake']
  const what = { 'gives up': 'would give up', halted: over, unable: over, fault: wrong }
  return [
    line('warn', `${what[move.kind]}: ${why}`, 2),
    line('dim', 'Enter ends its talk; type your own message to go on', 2),
  ]
}
