import type { UserVoice } from '../../engine/run/user-voice.ts'
import { identify } from '../../engine/transcript/identify.ts'
import type { InlineChatAnswer, InlineChatRequest } from '../../wire/api/chat.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Answer } from '../../wire/client/failure.ts'
import type { Mutant } from './mutant/mutant.ts'
import { type Heard, type MutableTalk, mapOperations } from './mutant/talk.ts'
import { delayEntries } from './operators/delays.ts'

/** Replays a recording, altered by the mutant or as it was (null), turn by turn, and rebuilds the session to fit. */
export function impersonate(client: Client, talk: MutableTalk, mutant: Mutant | null): Client {
  const conversed = talk.exchanges.filter(({ operation }) => operation === 'converse')
  const slices = conversed.map(({ answer }) => (answer.ok ? (answer.data as InlineChatAnswer).transcript : []))
  const indexes = turnIndexes(talk)
  const mutated = mutant === null || mutant.turn === null ? -1 : indexes.indexOf(mutant.turn)
  const played: (readonly TranscriptEntry[])[] = []
  const used = new Map<string, number>()

  const converse = (request: InlineChatRequest): Answer<unknown> => {
    const at = played.length
    const answer = conversed[at]?.answer
    if (answer === undefined) return unheard('the talk that was heard has no such turn')
    const worse = mutant !== null && mutant.turn !== null && mutated !== -1 && at >= mutated ? mutant : null
    const isWorse = worse !== null && at === mutated
    const spoken = isWorse ? worse.entries : delayEntries(slices[at] ?? [], worse?.lateMs ?? 0)
    const entries = echo(spoken, request.message)
    played.push(entries)
    if (!answer.ok) return answer
    const data = answer.data as InlineChatAnswer
    const timeMs = answer.timeMs + (isWorse ? worse.lateMs : 0)
    return { ...answer, timeMs, data: { ...data, transcript: [...entries] } }
  }
  const fetchSession = (answer: Answer<unknown>): Answer<unknown> => {
    if (!answer.ok) return answer
    const session = mutant?.turn === null ? mutant.session : (answer.data as Session)
    const transcript = rebuildSession(session.transcript, findSlices(session.transcript, slices), played)
    return { ...answer, data: { ...session, transcript } }
  }
  return mapOperations(client, (operation) => async (...parameters) => {
    if (operation === 'converse') return converse(parameters[0] as InlineChatRequest)
    const alike = talk.exchanges.filter((each) => keyOf(each) === keyOf({ operation, given: parameters }))
    if (operation === 'fetchSession') {
      const last = alike.at(-1)?.answer
      return last === undefined ? unheard('the session was not fetched when the talk was heard') : fetchSession(last)
    }
    const key = keyOf({ operation, given: parameters })
    const count = used.get(key) ?? 0
    used.set(key, count + 1)
    return (alike[count] ?? alike.at(-1))?.answer ?? unheard(`${operation} was not asked for when the talk was heard`)
  })
}

/** Makes a simulated user repeat its recorded messages; a goal not reached once all is said is missed. */
export function recite(talk: MutableTalk): (voice: UserVoice) => UserVoice {
  const indexes = turnIndexes(talk)
  const conversed = talk.exchanges.filter(({ operation }) => operation === 'converse')
  const messages = conversed.flatMap(({ given }, at) => {
    const isSaid = (indexes[at] ?? -1) >= talk.plan.conversation.turns.length
    return isSaid ? [(given[0] as InlineChatRequest).message ?? ''] : []
  })
  return () => ({
    owes: () => messages.length > 0,
    told: () => ({ unanswered: [], slips: [] }),
    hears: () => undefined,
    saidInstead: () => undefined,
    doubt: () => null,
    async next() {
      const text = messages.shift()
      return text === undefined ? { kind: 'gives up', why: 'all was said again' } : { kind: 'says', text }
    },
  })
}

/** The script index of each turn sent, also of a simulated user's own; null before the first and after the last. */
function turnIndexes({ plan, turns: turnsHeard, exchanges: all }: MutableTalk): (number | null)[] {
  const { history, before = [], turns, after = [] } = plan.conversation
  const isPutIn = all.some(
    ({ operation, given, answer }) => operation === 'local' && given[1] === 'sessions' && answer.ok,
  )
  const extra = turnsHeard.filter(({ index }) => index >= turns.length)
  const scripted = [
    ...before.map((turn) => ({ turn, index: null })),
    ...(isPutIn ? [] : (history?.exchanges ?? []).map(({ turn }) => ({ turn, index: null }))),
    ...turns.map((turn, index) => ({ turn, index })),
    ...extra.map(({ index }) => ({ turn: {}, index })),
    ...after.map((turn) => ({ turn, index: null })),
  ]
  return scripted.filter(({ turn }) => !('step' in turn) || turn.step === undefined).map(({ index }) => index)
}

/** The part of a request that identifies its recorded answer. */
function keyOf({ operation, given }: Pick<Heard, 'operation' | 'given'>): string {
  return operation === 'local' ? `local ${String(given[0])} ${String(given[1])}` : operation
}

/** Replaces the user's message by the one sent now, since a captured value may have changed. */
function echo(entries: readonly TranscriptEntry[], message: string | undefined): readonly TranscriptEntry[] {
  if (message === undefined) return entries
  const at = entries.findIndex((entry) => entry.type === 'message' && entry.role === 'user')
  const entry = entries[at]
  if (entry?.type !== 'message') return entries
  const texts = entry.content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
  if (texts.join('\n') === message) return entries
  const others = entry.content.filter(({ type }) => type !== 'text')
  return entries.with(at, { ...entry, content: [{ type: 'text', text: message }, ...others] })
}

function unheard(reason: string): Answer<unknown> {
  return { ok: false, failure: { kind: 'unrecorded', reason }, timeMs: 0 }
}

/** A turn's slice and where it begins in the stored transcript. */
interface Portion {
  from: number
  slice: readonly TranscriptEntry[]
}

/** Finds the slices of the turns in the stored transcript, in order; null where one is not contiguous there. */
function findSlices(
  stored: readonly TranscriptEntry[],
  slices: readonly (readonly TranscriptEntry[])[],
): (Portion | null)[] {
  const ids = stored.map(identify)
  let next = 0
  return slices.map((slice) => {
    const sliceIds = slice.map(identify)
    for (let from = next; from + sliceIds.length <= ids.length; from += 1) {
      if (!sliceIds.every((each, offset) => ids[from + offset] === each)) continue
      next = from + sliceIds.length
      return { from, slice }
    }
    return null
  })
}

/** Rebuilds the stored transcript for turns as `played`: unchanged ones keep theirs, untaken go, other entries stay. */
function rebuildSession(
  stored: readonly TranscriptEntry[],
  portions: readonly (Portion | null)[],
  played: readonly (readonly TranscriptEntry[])[],
): TranscriptEntry[] {
  const rebuilt: TranscriptEntry[] = []
  let next = 0
  for (const [index, portion] of portions.entries()) {
    if (portion === null) continue
    const { from, slice } = portion
    const to = from + slice.length
    rebuilt.push(...stored.slice(next, from))
    const now = played[index]
    if (now === slice) rebuilt.push(...stored.slice(from, to))
    else if (now !== undefined) rebuilt.push(...now)
    next = to
  }
  return [...rebuilt, ...stored.slice(next)]
}
