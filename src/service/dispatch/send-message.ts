import type { JsonObject } from '../../base/json/json.ts'
import type { ContentItem, Message } from '../../wire/api/transcript-entry.ts'
import { attachmentItem, writtenIn } from '../agents/content-items.ts'
import { fillSlots, unlessTooLarge } from '../agents/fill-template.ts'
import { openPen, writeLines } from '../agents/write-entries.ts'
import type { ServiceContext } from '../context/context.ts'
import type { OutboxMessage, SessionRecord } from '../store/store.ts'
import { playTurn } from '../turn/play-turn.ts'
import { finishSession, watchIdle } from '../turn/session.ts'
import { versionByLabel, type Workspace } from '../workspace/workspace.ts'

/** Sends a message, written by the agent if need be, to transcript and outbox. Call within a transaction. */
export function sendMessage(context: ServiceContext, message: OutboxMessage): void {
  const { store, clock, directory } = context
  const session = store.session(message.sessionId)
  const workspace = directory.find(message.workspace)
  if (session === undefined || workspace === undefined) return
  const now = clock.now()
  if (session.turns === 0) session.time = now
  const text =
    message.messageType === 'prompt'
      ? prompt(context, workspace, session, message)
      : say(context, workspace, session, message)
  if (text === null) {
    store.putMessage({ ...message, status: 'failed' })
    finishSession(context, workspace, session, 'agent_errored')
    return
  }
  store.putMessage({ ...message, text, sentAt: now, status: 'sent' })
}

/** The agent writes it as its opening, with phase pre; instructions replace its initial message, or are `{context}`. */
function prompt(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  message: OutboxMessage,
): string | null {
  const version = versionByLabel(workspace, message.agentName, message.versionLabel)
  if (version === undefined) return null
  const played = playTurn(context, workspace, session, {
    agentName: message.agentName,
    version,
    message: null,
    context: message.additionalContext,
    writes: true,
    metadata: message.metadata,
    outgoing: { metadata: channelMetadata(message), attachments: message.attachments },
  })
  return 'errorCode' in played
    ? null
    : played.entries
        .map((entry) => (entry.type === 'message' ? writtenIn(entry.content) : ''))
        .filter((text) => text !== '')
        .join('\n')
}

/** Sends the text or a filled template; null for no such template (WAO-07), or values that make it too large. */
function say(
  context: ServiceContext,
  workspace: Workspace,
  session: SessionRecord,
  message: OutboxMessage,
): string | null {
  const { store, clock, newId } = context
  const text = unlessTooLarge<string | null>(
    () => fillMessage(message, workspace),
    () => null,
  )
  if (text === null) return null
  const items: ContentItem[] = [{ type: 'text', text }, ...message.attachments.map(attachmentItem)]
  const pen = openPen(session, clock.now(), newId)
  const [entry] = writeLines([{ kind: 'message', role: 'assistant', items, agentName: message.agentName }], pen)
  store.appendEntries(session.sessionId, [{ ...(entry as Message), metadata: channelMetadata(message) }])
  if (session.turns === 0) watchIdle(context, workspace, session)
  session.turns += 1
  session.status = 'active'
  session.updatedAt = Math.max(session.updatedAt, clock.now())
  store.putSession(session)
  return text
}

/** CNT-09: the metadata of an email's entry. */
function channelMetadata({ subject, cc, bcc }: OutboxMessage): JsonObject | null {
  return subject === null ? null : { subject, cc, bcc }
}

/**
 * A say text unchanged (WAO-02, EMO-01, SUB-05), or a template filled from its own variables alone (WAO-05), where
 * others stay (WAO-06); null if the channel lacks it. @throws TooLarge for a text longer than can be sent
 */
function fillMessage({ template, channelName, text }: OutboxMessage, { channels }: Workspace): string | null {
  if (template === null) return text
  const templates = channels.find(({ name }) => name === channelName)?.templates ?? []
  const match = templates.find(({ name }) => name === template.name)
  if (match === undefined) return null
  const { variables } = template
  return fillSlots(match.text, /\{\{ *(\w+) *\}\}/g, (name) =>
    Object.hasOwn(variables, name) ? variables[name] : undefined,
  )
}
