import { isSameSession } from '../../wire/api/same-session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure, Recovery } from '../../wire/client/failure.ts'
import { type AnsweredTurn, type ConversationRun, everyTaken, type TurnRun } from '../run/conversation-run.ts'
import { pairShown } from '../transcript/align-stored.ts'
import { identify } from '../transcript/identify.ts'
import { phaseOf } from '../transcript/tool-call.ts'

/** Why it is unclear what a conversation answers, and from which turn on; turns before the first count backwards. */
export interface Doubt {
  failure: Failure
  from: number
}

/**
 * Looks for effects on the service that the turns do not show: a message that was sent again and arrived twice
 * after all, one that was refused and yet taken, or more of a recovered turn than was judged. The stored
 * session then holds what the turns did not show, and nothing after it answers the script. Null where there is
 * no such doubt. If the session could not be read, a turn that was looked up in it is in doubt. `unsure` are
 * the indexes of turns whose verdict depends on calls that an answer may or may not show.
 */
export function findDoubt(run: ConversationRun, unsure: ReadonlySet<number> = new Set()): Doubt | null {
  const turn = run.turns.find(({ index }) => unsure.has(index))
  return findUnshown(run) ?? (turn === undefined ? null : doubtOf({ turn, index: turn.index }, 'beside'))
}

function findUnshown(run: ConversationRun): Doubt | null {
  const { session, sessionId } = run
  const begin = (run.before?.turns.length ?? 0) + (run.history?.turns.length ?? 0)
  const all = everyTaken(run).map((turn, at) => ({ turn, index: at - begin }))
  if (session?.ok !== true) {
    const last = session === null ? undefined : all.findLast(({ turn }) => recoveryOf(turn) !== null)
    return session === null || last === undefined ? null : { failure: session.failure, from: last.index }
  }
  const { transcript } = session.session
  const visible = all.flatMap(({ turn }) => (isOf(turn, sessionId) ? turn.view.entries : []))
  const holdsMore = countMessages(transcript) > countMessages(visible)
  const again = all.findLast(({ turn }) => recoveryOf(turn)?.how === 'sent again')
  if (holdsMore && again !== undefined) return doubtOf(again, 'twice')
  const isContinuous = all.every(({ turn }) => isOf(turn, sessionId))
  for (const turnRun of all) {
    if (recoveryOf(turnRun.turn)?.how !== 'fetched' || !isOf(turnRun.turn, sessionId)) continue
    const more = findMore(transcript, turnRun.turn, { visible: visible, isContinuous })
    if (more.length > 0) return doubtOf(turnRun, countMessages(more) > 0 ? 'twice' : 'more')
  }
  const refused = all.find(({ turn }) => turn.kind === 'unanswered' && turn.answer.failure.kind === 'refused')
  if (!holdsMore || refused?.turn.kind !== 'unanswered' || refused.turn.answer.failure.kind !== 'refused') return null
  return {
    failure: { kind: 'unknown', cause: refused.turn.answer.failure, why: 'stored', looks: 1 },
    from: refused.index,
  }
}

/** How a turn that was looked up in its session was recovered; null for any other turn. */
function recoveryOf(turn: TurnRun): Recovery | null {
  const recovered = turn.kind === 'answered' ? turn.answer.recovered : undefined
  return recovered !== undefined && recovered.looks > 0 ? recovered : null
}

function isOf(turn: TurnRun, sessionId: string | null): turn is AnsweredTurn {
  return turn.kind === 'answered' && isSameSession(turn.answer.data.sessionId, sessionId)
}

function doubtOf({ turn, index }: { turn: TurnRun; index: number }, why: 'twice' | 'more' | 'beside'): Doubt | null {
  const recovered = recoveryOf(turn)
  const cause = recovered?.breaks.at(-1)
  if (recovered === null || cause === undefined) return null
  return { failure: { kind: 'unknown', cause, why, looks: recovered.looks + 1 }, from: index }
}

/** What the turns showed of a session, and whether nothing else, such as a step, wrote to it. */
interface Shown {
  visible: readonly TranscriptEntry[]
  isContinuous: boolean
}

/** Later work may be stored after later turns; thoughts, summaries and the phase post (TRN-21) do not count. */
function findMore(
  stored: readonly TranscriptEntry[],
  { view }: AnsweredTurn,
  { visible, isContinuous }: Shown,
): TranscriptEntry[] {
  const ids = stored.map(identify)
  const isShown = pairShown(ids, visible.map(identify)).map((each) => each !== null)
  const [first, last] = [view.entries[0], view.entries.at(-1)]
  const begin = first === undefined ? 0 : Math.max(ids.indexOf(identify(first)), 0)
  const end = last === undefined ? 0 : ids.lastIndexOf(identify(last))
  const before = isContinuous ? isShown.slice(0, begin).lastIndexOf(true) + 1 : begin
  const next = isShown.indexOf(true, end + 1)
  return stored.filter((entry, index) => {
    if (index < before || isShown[index] === true) return false
    const isPost = phaseOf(entry) === 'post'
    if (index < begin) return !isPost
    return isPost ? next === -1 || index < next : entry.type !== 'thinking' && entry.type !== 'summary'
  })
}

function countMessages(entries: readonly TranscriptEntry[]): number {
  return entries.filter((entry) => entry.type === 'message' && entry.role === 'user').length
}
