import type { JsonValue } from '../../base/json/json.ts'
import { showFlow, showMembers } from '../../base/json/quoting.ts'
import { sortJson } from '../../base/json/walk-json.ts'
import type { PrivateRules } from '../../base/privacy/find.ts'
import { redactIn } from '../../base/privacy/redact.ts'
import type { Swap } from '../../base/privacy/replace.ts'
import { createNames, type Names } from '../../base/privacy/stand-ins.ts'
import { redactKeys, redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { maskEntry, maskText } from '../../engine/transcript/mask-volatile.ts'
import { orderByCalls, pairCalls, type ToolCall, type ToolOutput } from '../../engine/transcript/tool-call.ts'
import { startMasking, type VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { givenTexts, type Plan } from '../../suite/plan/plan.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { hashScript } from './hash-script.ts'
import { withoutPatterns, withoutPlaces } from './ignore-parts.ts'
import { escapeText, type Snapshot, type SnapshotLine, showUnseen } from './snapshot.ts'
import { suiteOf } from './snapshot-path.ts'
import { digitsOf, sharedStandIn } from './value-digits.ts'

/** Where suites and snapshots are, and the API key that must not end up in a file. */
export interface SnapshotContext {
  /** The folder of `snapshots/` from which paths of suites start: the current one, or the root of Vitest. */
  folder: string
  apiKey: string | null
  /** The project's own definitions of private data; each finds all its matches in a text. */
  custom: PrivateRules['custom']
}

/** A result's transcript, volatile values as names and without private data; call it before it is dropped. */
export function buildSnapshot(plan: Plan, result: ConversationResult, context: SnapshotContext): Snapshot {
  const { ignored = [] } = plan
  const { sessionId } = result
  const without = (entries: readonly TranscriptEntry[]): TranscriptEntry[] =>
    entries.map((entry) => withoutPlaces(entry, ignored))
  const turns = result.turns.map((turn) => ({ ...turn, entries: without(turn.entries) }))
  const afterTurns = without(result.afterTurns)
  const facts = startMasking([...turns.flatMap(({ entries }) => entries), ...afterTurns], [sessionId])
  const masked = { turns: turns.map(({ entries }) => maskAll(entries, facts)), late: maskAll(afterTurns, facts) }
  const heads = turns.map(({ user, failure }) => [
    user === null ? null : maskText(user, facts),
    failure?.kind === 'refused' ? failure.errorCode : null,
  ])
  const all = [heads, masked.turns.map(asShown), asShown(masked.late)] as unknown as JsonValue
  const unsent = turns.filter(({ verdict }) => verdict === 'not reached').map(nameTurn)
  const { apiKey, custom } = context
  const privateValues = knownValues(plan)
  const write = (names: Names): { lines: SnapshotLine[]; swaps: readonly Swap[] } => {
    const hider = createHider(all, { named: privateValues, custom, apiKey, names })
    const lines = withoutPatterns(writeLines(turns, masked, facts, createLeafWriter(hider)), ignored)
    return { lines, swaps: hider.swaps }
  }
  const snapshot = write(createNames(['secret']))
  const { lines, swaps } = snapshot.swaps.some(({ to }) => to === sharedStandIn) ? write(createNames()) : snapshot
  const digits = digitsOf(
    lines,
    swaps,
    privateValues.map(({ value }) => value),
  )
  return {
    header: {
      suite: plan.suite,
      conversation: plan.conversation.name.value,
      file: suiteOf(plan.file, context.folder),
      agent: plan.agent.value,
      version: plan.version,
      script: hashScript(plan),
    },
    ...(Object.keys(digits).length === 0 ? {} : { digits }),
    lines: snapshot.lines,
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(unsent.length === 0 ? {} : { unsent: new Set([...unsent, afterLastTurn]) }),
  }
}

function writeLines(
  turns: readonly TurnResult[],
  masked: { turns: readonly TranscriptEntry[][]; late: readonly TranscriptEntry[] },
  facts: VolatileFacts,
  write: LeafWriter,
): SnapshotLine[] {
  const lines = turns.flatMap((turn, index) =>
    inSection(nameTurn(turn), showTurn(turn, masked.turns[index] ?? [], facts, write)),
  )
  return [...lines, ...inSection(afterLastTurn, showEntries(masked.late, write))]
}

const afterLastTurn = 'after the last turn'

function inSection(section: string, texts: readonly string[]): SnapshotLine[] {
  return texts.map((text) => ({ section, text }))
}

function nameTurn({ index, step }: TurnResult): string {
  return `turn ${index + 1}${step === undefined ? '' : ` (${step})`}`
}

/** What the user said is shown even if no entry holds it, as in a turn that was refused. */
function showTurn(
  { user, step, failure, verdict }: TurnResult,
  entries: readonly TranscriptEntry[],
  facts: VolatileFacts,
  write: LeafWriter,
): string[] {
  if (verdict === 'not reached') return []
  const hasUser = user === null || entries.some((entry) => entry.type === 'message' && entry.role === 'user')
  const code = failure?.kind !== 'refused' || failure.errorCode === null ? '' : ` ${write.name(failure.errorCode)}`
  const refused = failure?.kind === 'refused' ? ` ${failure.status}${code}` : ''
  return [
    ...(hasUser ? [] : [lead('user:', write.text(maskText(user, facts)))]),
    ...showEntries(entries, write),
    ...(failure === null ? [] : [`(${failure.kind})${refused}`]),
    ...(failure === null && step !== undefined && entries.length === 0 ? ['(done)'] : []),
  ]
}

/** Entries in the order in which they are shown, so that chance does not decide what is called `<email 1>` either. */
function asShown(entries: readonly TranscriptEntry[]): TranscriptEntry[] {
  return orderByCalls(entries).map(({ entry }) => entry)
}

function maskAll(entries: readonly TranscriptEntry[], facts: VolatileFacts): TranscriptEntry[] {
  const masked = [...entries]
  for (const { entry, index } of orderByCalls(entries)) masked[index] = maskEntry(entry, facts)
  return masked
}

/** Values that the environment or chance supplied to the script, and those that identify the customer. */
function knownValues(plan: Plan): HiderRules['named'] {
  const { customer } = plan
  return [
    ...givenTexts(plan).map(({ name, value }) => ({ name, value })),
    ...(customer.number === undefined ? [] : [{ name: 'customer number', value: customer.number }]),
    ...(customer.email === undefined ? [] : [{ name: 'customer email', value: customer.email }]),
  ]
}

/** Shows entries in order, an output below its call: which parallel tool ends first is chance. No tool times. */
function showEntries(entries: readonly TranscriptEntry[], write: LeafWriter): string[] {
  const { calls, orphans } = pairCalls(entries)
  const callAt = new Map(calls.map((call) => [call.index, call]))
  const orphanAt = new Map(orphans.map((orphan) => [orphan.index, orphan]))
  return entries.flatMap((entry, index) => {
    switch (entry.type) {
      case 'message':
        return showMessage(entry, write)
      case 'thinking':
        return [lead('(thinking)', write.text(entry.thinking))]
      case 'summary':
        return [lead('(summary)', write.text(entry.summary))]
      case 'unknown':
        return [`(unknown) ${write.value(entry.original as JsonValue)}`]
      default:
        return [...showCall(callAt.get(index), write), ...showOrphan(orphanAt.get(index), write)]
    }
  })
}

function showCall(call: ToolCall | undefined, write: LeafWriter): string[] {
  if (call === undefined) return []
  const { name, arguments: args, phase, output } = call
  const when = phase === null ? '' : ` ${phase}`
  return [`-> ${write.name(name)}(${write.members(args)})${when}`, `<- ${showOutput(output, call, write)}`]
}

function showOutput(output: ToolOutput | null, call: ToolCall, write: LeafWriter): string {
  if (output === null) return '(no output)'
  const late = output.phase === call.phase || output.phase === null ? '' : ` ${output.phase}`
  const other = output.name === call.name ? '' : ` of ${write.name(output.name)}`
  return `${showGiven(output, write)}${other}${late}`
}

function showOrphan(orphan: ToolOutput | undefined, write: LeafWriter): string[] {
  return orphan === undefined ? [] : [`<- (of no call) ${write.name(orphan.name)} ${showGiven(orphan, write)}`]
}

function showGiven({ isError, json, text }: ToolOutput, write: LeafWriter): string {
  const shownOutput = json === undefined || typeof json === 'string' ? write.quoted(text) : write.value(json)
  return isError ? `(error) ${shownOutput}` : shownOutput
}

/** A message: who speaks and the first item, then `+ ` and each further item; not who sends and when. */
function showMessage({ role, agentName, content, metadata }: Message, write: LeafWriter): string[] {
  const items = content.map((item) => {
    switch (item.type) {
      case 'text':
        return write.text(item.text).replace(/^\[/, '\\[')
      case 'button':
        return `[button ${write.quoted(item.text)} -> ${write.quoted(item.payload)}]`
      case 'unknown':
        return `[unknown ${write.value(item.original as JsonValue)}]`
      default: {
        const caption = item.type === 'file' ? item.filename : item.type === 'audio' ? '' : item.caption
        const words = [item.type, write.value(item.mimeType), ...(caption === '' ? [] : [write.quoted(caption)])]
        return `[${words.join(' ')} at ${write.name(hostOf(item.url))}]`
      }
    }
  })
  const more = metadata === null || Object.keys(metadata).length === 0 ? [] : [`[metadata ${write.value(metadata)}]`]
  const [first = '[nothing]', ...rest] = [...items, ...more]
  return [lead(`${speaker(role, agentName, write)}:`, first), ...rest.map((item) => lead('+', item))]
}

/** Joins the first word of a line and a text that may start with a line break or be empty. */
function lead(word: string, text: string): string {
  return text === '' || text.startsWith('\n') ? `${word}${text}` : `${word} ${text}`
}

function speaker(role: Message['role'], agentName: string | null, write: LeafWriter): string {
  if (role === 'user') return 'user'
  const name = agentName === null ? 'assistant' : write.name(agentName)
  return role === 'assistant' ? name : `(background) ${name}`
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || new URL(url).protocol : 'no host'
}

/** Writes the texts and values of a transcript: nothing private, nothing invisible, members in a fixed order. */
interface LeafWriter {
  /** A text with its line breaks. */
  text(text: string): string
  /** A text in quotes, on one line. */
  quoted(text: string): string
  value(value: JsonValue): string
  members(value: Record<string, JsonValue>): string
  /** A name, in quotes where it could be taken for something else. */
  name(name: string): string
}

/** A writer that hides what `hider` knows. */
function createLeafWriter({ hideText, hideValue }: Hider): LeafWriter {
  const whole = Number.POSITIVE_INFINITY
  const quoted = (text: string): string => showUnseen(JSON.stringify(hideText(text)))
  return {
    text: (text) => escapeText(hideText(text)),
    quoted,
    // JSON members have no order, and models vary it.
    value: (value) => showUnseen(showFlow(sortJson(hideValue(value)), whole)),
    members: (value) => showUnseen(showMembers(sortJson(hideValue(value)) as Record<string, JsonValue>, whole)),
    name: (name) => (plain.test(hideText(name)) && !speakers.has(name) ? hideText(name) : quoted(name)),
  }
}

const plain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._-]*$/u
const speakers = new Set(['user', 'assistant'])

/** Removes from texts and values what no committed file should contain. Equal values always get the same name. */
interface Hider {
  /** What is written for which value. */
  swaps: readonly Swap[]
  hideText(text: string): string
  hideValue(value: JsonValue): JsonValue
}

/** What is private in a conversation besides what its form reveals. */
interface HiderRules extends PrivateRules {
  apiKey: string | null
  names: Names
}

/** Shorter known values could be anything, and are left in. */
const shortest = 4

/** Hides all that is private in one conversation: a password that a tool returned goes from the reply too. */
function createHider(all: JsonValue, { named, custom, apiKey, names }: HiderRules): Hider {
  const own = apiKey ?? undefined
  const longValues = named
    .filter(({ value }) => value.length >= shortest)
    .sort((a, b) => b.value.length - a.value.length)
  const { swaps, redact } = redactIn(redactKeysIn(all, own), { named: longValues, custom, name: names.add })
  return {
    swaps,
    hideText: (text) => redact(redactKeys(text, own)),
    hideValue: (value) => redact(redactKeysIn(value, own)),
  }
}
