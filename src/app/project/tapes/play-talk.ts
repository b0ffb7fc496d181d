import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import type { Attempt } from '../../../engine/verdict/perform-conversation.ts'
import { describeUnused } from '../../../records/tape/describe-unused.ts'
import { type Playback, playAttempt } from '../../../records/tape/play-attempt.ts'
import { nameScriptValues } from '../../../records/tape/redact-tape.ts'
import type { Tape } from '../../../records/tape/tape.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { clientOver } from '../../../wire/client/client-over.ts'
import { type Transport, TransportError } from '../../../wire/client/transport.ts'
import type { PlanFacts } from '../tape-facts.ts'
import { recordAgain } from './examine-tape.ts'
import type { Talk } from './talk.ts'

/** Plays a tape, attempt by attempt; nothing is sent. `baseUrl` is where reports say that a request would go. */
export function playTalk(tape: Tape, facts: PlanFacts, baseUrl: string, plan: Plan): Talk {
  const playbacks: Playback[] = []
  let incomparable = false
  const functions = tape.header.blueprint?.functions
  const known = functions === undefined ? new Map() : new Map([[tape.header.agent, functions]])
  return {
    open(index) {
      const exchanges = tape.attempts[index]
      if (exchanges === undefined) {
        incomparable = true
        const held = `${tape.attempts.length} ${tape.attempts.length === 1 ? 'attempt' : 'attempts'}`
        const reason = `the tape ${facts.shown} holds ${held}, and this is attempt ${index + 1}`
        return silent(baseUrl, `${reason}\n  ${recordAgain(plan)}`)
      }
      const standIns = Object.values(tape.redacted).flat()
      const bound = new Map(nameScriptValues(facts.facts).swaps.map(({ from, to }) => [to, from]))
      const playback = playAttempt(exchanges, { standIns, bound })
      playbacks.push(playback)
      const settle = (result: ConversationResult): ConversationResult => {
        incomparable ||= playback.misses.length > 0
        return unlessBlind(result, playback)
      }
      return { client: clientOver({ baseUrl, apiKey: '', transport: playback.send }), functions: known, settle }
    },
    notComparable: () => incomparable,
    close() {
      const left = playbacks.flatMap((playback) => describeUnused(playback.unused()) ?? [])
      const unplayed = tape.attempts.length - playbacks.length
      return unplayed <= 0
        ? left
        : [...left, `${unplayed} of ${tape.attempts.length} recorded attempts were not played`]
    },
  }
}

/** A talk that there is no tape to play of: each request is told why. */
export function refuseTalk(reason: string, baseUrl: string): Talk {
  return { open: () => silent(baseUrl, reason), notComparable: () => true, close: () => [] }
}

/** Answers nothing. */
function silent(baseUrl: string, reason: string): Attempt {
  const transport: Transport = () => Promise.reject(new TransportError('unrecorded', reason))
  return { client: clientOver({ baseUrl, apiKey: '', transport }) }
}

/** Where the tape could not show what the local service holds, a failure may be the tape's: it could not be judged. */
function unlessBlind(result: ConversationResult, { misses }: Playback): ConversationResult {
  const missed = misses.find(({ request }) => request.path.startsWith('/_local/'))
  if (missed === undefined || result.verdict !== 'failed') return result
  return { ...result, verdict: 'errored', reason: missed.reason }
}
