import { count } from '../../base/text/wording.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { madeUpMoment } from '../sessions/from-messages.ts'
import { makeSession } from '../sessions/read-talk.ts'
import type { Talk } from '../sessions/talk.ts'
import type { TracedConversation } from './assemble.ts'
import { answerWithoutRequest, lose, type TracePiece } from './trace.ts'

/** A traced conversation as a session; what a session cannot express becomes notes. */
export function toTalk({ id, agent, pieces, told, test, origin }: TracedConversation): Talk {
  const place = origin()
  const calls = pieces.filter((piece) => piece.kind === 'call')
  return {
    session: makeSession(id ?? `${place.file}:${place.line}`, agent ?? undefined, entriesOf(pieces, agent)),
    origin: place,
    stored: false,
    leftOut: notesOf(pieces),
    told: [...told, ...(test?.name == null ? [] : [test.name])],
    ...(test === null ? {} : { test }),
    openArguments: [...calls.keys()].filter((index) => calls[index]?.given === null),
    ...(pieces.some(mayBeReply) ? { openReplies: true } : {}),
    ...(pieces.some(mayBeCall) || hasOutputAlone(pieces) ? { openCalls: true } : {}),
  }
}

/**
 * A conversation as far as known, or null. Without answers to unknown requests, up to the user's next message:
 * the agent would seem to say more than asked; and without what follows an incomplete answer.
 */
export function asFarAsKnown(traced: TracedConversation): TracedConversation | null {
  const isUnasked = (piece: TracePiece): boolean =>
    piece.kind === 'lost' && piece.noun === answerWithoutRequest.noun && piece.detail === answerWithoutRequest.detail
  if (!traced.pieces.some((piece) => isUnasked(piece) || (piece.kind === 'lost' && piece.ends !== undefined)))
    return traced
  let [isOpen, state]: [boolean, 'whole' | 'unanswered' | 'over'] = [false, 'whole']
  const behind: TracePiece[] = []
  const pieces = traced.pieces.filter((piece) => {
    const isUser = piece.kind === 'message' && piece.role === 'user'
    const isNote = piece.kind === 'lost' || piece.kind === 'system'
    if (piece.kind === 'lost' && piece.ends !== undefined && state !== 'over')
      state = piece.ends === 'here' ? 'over' : 'unanswered'
    else if (state === 'unanswered' && !isNote) state = isUser ? 'over' : 'whole'
    if (isUser) isOpen = false
    else if (isUnasked(piece)) isOpen = true
    if (isUser && state === 'over') behind.push(lose('message', 'behind what is not whole'))
    return isNote || (!isOpen && state !== 'over')
  })
  return pieces.some(({ kind }) => kind === 'message') ? { ...traced, pieces: [...pieces, ...behind] } : null
}

function entriesOf(pieces: readonly TracePiece[], agent: string | null): TranscriptEntry[] {
  const rest = pieces.filter(({ kind }) => kind !== 'system' && kind !== 'lost')
  const timed = rest.every(({ at }) => at !== undefined && at !== null)
  const names = new Map<string, string>()
  let latest = 0
  return rest.flatMap((piece, index): TranscriptEntry[] => {
    // A single made-up timestamp would be taken for a latency, so either all are real or none.
    latest = Math.max(latest, piece.at ?? 0)
    const timestamp = timed && latest <= lastMoment ? new Date(latest).toISOString() : madeUpMoment(index)
    switch (piece.kind) {
      case 'message': {
        const agentName = piece.role === 'assistant' && piece.agent !== agent ? (piece.agent ?? null) : null
        const sender = { senderId: null, senderName: null, agentName, metadata: null }
        return [{ type: 'message', role: piece.role, content: piece.content, ...sender, timestamp }]
      }
      case 'thinking':
        return piece.text.trim() === '' ? [] : [{ type: 'thinking', thinking: piece.text, timestamp }]
      case 'call': {
        const { id, name, given } = piece
        names.set(id ?? '', name)
        return [{ type: 'function_call', name, call_id: id ?? '', arguments: given ?? {}, phase: 'during', timestamp }]
      }
      case 'output': {
        const { id, name, text, isError, tookMs } = piece
        const toolName = names.get(id ?? '') ?? name ?? 'unknown'
        const result = { output: text, is_error: isError, executionTimeMs: tookMs, phase: 'during' as const, timestamp }
        return [{ type: 'function_call_output', name: toolName, call_id: id ?? '', ...result }]
      }
      default:
        return []
    }
  })
}

/** Whether an unknown part or item may be a call; sources, data and steps are not. */
function mayBeCall(piece: TracePiece): boolean {
  if (piece.kind !== 'lost' || piece.type === undefined) return false
  return !/^(?:source|data-|step|(?:\w+_search_call|code_interpreter_call|image_generation_call|item_reference)$)/.test(
    piece.type,
  )
}

/** Whether a tool answered a call that is not here: others may be missing too. */
function hasOutputAlone(pieces: readonly TracePiece[]): boolean {
  const ids = new Set(pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.id, piece.name] : [])))
  return pieces.some((piece) => piece.kind === 'output' && !ids.has(piece.id) && !ids.has(piece.name))
}

/** Whether something that is lost may have been said by the agent. */
function mayBeReply(piece: TracePiece): boolean {
  return piece.kind === 'lost' && (piece.ends !== undefined || piece.noun === 'part' || piece.noun === 'message')
}

/** The latest time that a JavaScript date can represent. */
const lastMoment = 8.64e15

function notesOf(pieces: readonly TracePiece[]): string[] {
  const prompts = new Set(pieces.flatMap((piece) => (piece.kind === 'system' ? [piece.text] : [])))
  const losses = new Map<string, { noun: string; detail: string; times: number }>()
  for (const piece of pieces) {
    if (piece.kind !== 'lost') continue
    const { noun, detail } = piece
    const loss = losses.get(`${noun} ${detail}`) ?? { noun, detail, times: 0 }
    losses.set(`${noun} ${detail}`, { ...loss, times: loss.times + 1 })
  }
  const bare = pieces.filter((piece) => piece.kind === 'call' && piece.given === null).length
  return [
    ...(bare === 0 ? [] : [`${count(bare, 'argument list')} that is not known`]),
    ...(prompts.size === 0 ? [] : [count(prompts.size, 'system prompt')]),
    ...[...losses.values()].map(({ noun, detail, times }) => `${count(times, noun)} ${detail}`),
  ]
}
