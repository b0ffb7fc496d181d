import type { JsonObject } from '../../base/json/json.ts'
import type { ContentItem, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { joinUnseen, type Unseen } from '../../wire/api/unseen.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { attachmentItem } from '../agents/content-items.ts'
import { unlessTooLarge } from '../agents/fill-template.ts'
import { type Line, openPen, type Performance, writeLines, writeUser } from '../agents/write-entries.ts'
import type { Refusal } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import { corruptEntries } from '../faults/corrupt-entries.ts'
import type { Fault } from '../faults/fault.ts'
import type { SessionRecord } from '../store/store.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { ThoughtQuestion } from './carry-out.ts'
import { foresee, isThinking, perform, type TurnCue } from './perform.ts'
import { endSoon, watchIdle } from './session.ts'

export interface TurnInput extends TurnCue {
  /** Customer details; the newest value of a name wins (SUB-07). */
  metadata?: JsonObject
  faults?: readonly Fault[]
  /** Set if the agent's message is sent to a customer: what its channel adds to it. */
  outgoing?: { metadata: JsonObject | null; attachments: readonly string[] }
}

/** The entries that a turn added, but those of the phase post, which only the stored session shows (TRN-21). */
export type TurnPlayed =
  | { entries: TranscriptEntry[]; ended: boolean; usage: readonly Usage[]; unseen: Unseen | undefined }
  | Refusal

/** Plays one turn of a session and stores it, completely or not at all. Call it within `carryOut`. */
export function playTurn(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  input: TurnInput,
): TurnPlayed {
  Object.assign(session.variables, input.metadata)
  const performed = unlessTooLarge<Performance | Refusal>(
    () => perform(context, workspace, session, input),
    ({ message }) => ({ errorCode: 'localTurnTooLarge', message }), // the session stays unchanged
  )
  if ('errorCode' in performed) return { ...performed, usage: context.work?.usage ?? [] }
  const pen = openPen(session, performed.startedAt ?? context.clock.now(), context.newId)
  const { message, attachments = [], faults = [] } = input
  const { participant } = session
  const sender = { id: participant.number ?? participant.email, name: participant.name }
  const turnEntries = [
    ...writeLines(performed.lines.filter(isPre), pen),
    ...(message === null ? [] : [writeUser(message, attachments, sender, pen)]),
    ...writeLines(
      performed.lines.filter((line) => !isPre(line) && !isPost(line)),
      pen,
    ),
  ]
  const dressed = input.outgoing === undefined ? turnEntries : dress(turnEntries, input.outgoing)
  const entriesSent = context.ambiguity.choose('SUB-02', [false, true]) ? dressed.map(blankPlaceholders) : dressed
  const entries = faults.length === 0 ? entriesSent : corruptEntries(entriesSent, faults)
  context.store.appendEntries(session.sessionId, entries)
  context.store.appendEntries(session.sessionId, writeLines(performed.lines.filter(isPost), pen))
  const unseen = unseenOf(performed, pen.unsure)
  if (unseen !== undefined) session.unseen = joinUnseen(session.unseen, unseen) ?? unseen
  if (session.call === null && (session.turns === 0 || session.status !== 'active'))
    watchIdle(context, workspace, session)
  resume(session, input, context.clock.now())
  if (performed.ended && session.call === null) endSoon(context, workspace, session, input.version)
  else context.store.putSession(session)
  return { entries, ended: performed.ended, usage: context.work?.usage ?? [], unseen }
}

/** What the entries of a turn cannot show. */
function unseenOf({ unseen: calls }: Performance, unsure: readonly string[]): Unseen | undefined {
  if (calls === undefined && unsure.length === 0) return undefined
  return { ...(calls === undefined ? {} : { calls }), ...(unsure.length === 0 ? {} : { success: unsure }) }
}

/** The first question that this turn will put to an agent that thinks, or null. It stores nothing. */
export function foreseeTurn(
  context: ServiceContext,
  workspace: Workspace,
  session: () => SessionRecord,
  input: TurnInput,
): ThoughtQuestion | null {
  if (!isThinking(input.version.behaviour)) return null
  const played = session()
  Object.assign(played.variables, input.metadata)
  return foresee(context, workspace, played, input)
}

/** SUB-02: another service may remove placeholders that have no value. */
function blankPlaceholders(entry: TranscriptEntry): TranscriptEntry {
  if (entry.type !== 'message' || (entry as Message).role === 'user') return entry
  const blank = (item: ContentItem): ContentItem =>
    item.type === 'text' && 'text' in item ? { type: 'text', text: String(item.text).replace(/\$\{\w+\}/g, '') } : item
  return { ...(entry as Message), content: (entry as Message).content.map(blank) }
}

/** Adds the channel's metadata to the agent's messages (CNT-09), and the attachments to the first one. */
function dress(
  entries: TranscriptEntry[],
  { metadata, attachments }: NonNullable<TurnInput['outgoing']>,
): TranscriptEntry[] {
  const first = entries.findIndex((entry) => entry.type === 'message' && entry.role === 'assistant')
  return entries.map((entry, index) => {
    if (entry.type !== 'message') return entry
    const message = entry as Message
    const items = index === first ? attachments.map(attachmentItem) : []
    return { ...message, metadata, content: [...message.content, ...items] }
  })
}

/** A turn reactivates a finished text session (CHA-34). */
function resume(session: SessionRecord, { version }: TurnInput, now: number): void {
  session.turns += 1
  session.versionLabel = version.label
  session.updatedAt = Math.max(session.createdAt, now)
  if (session.call !== null || session.status === 'active') return
  session.status = 'active'
  session.analysis = null
}

/** Functions of the phase pre run before the first message, those of post after the last one (TRN-20). */
function isPre(line: Line): boolean {
  return line.kind === 'call' && line.phase === 'pre'
}

function isPost(line: Line): boolean {
  return line.kind === 'call' && line.phase === 'post'
}
