import type { JsonValue } from '../../base/json/json.ts'
import type { PrivateRules } from '../../base/privacy/find.ts'
import { redactIn } from '../../base/privacy/redact.ts'
import { matchValues } from '../../base/privacy/replace.ts'
import { namePrivate } from '../../base/privacy/stand-ins.ts'
import { firstLine } from '../../base/text/wording.ts'
import type { PerformContext } from '../../engine/perform/perform.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { draftConversation } from '../../import/sessions/draft-conversation.ts'
import { sessionOfTalk } from '../../import/sessions/session-of-talk.ts'
import { storedClient } from '../../import/sessions/stored-run.ts'
import { nameTalk, sliceTurns, type Talk } from '../../import/sessions/talk.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { OpenIncluded } from '../../suite/language/script/include-files.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Script } from '../../suite/language/script/script.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { type AppendedText, appendItem } from '../../suite/yaml/append-item.ts'
import { indent, writeTextScalar } from '../../suite/yaml/write-yaml.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { type ChatTalk, type ChatTurn, ownTurns } from './talk.ts'

export interface SaveRequest {
  /** The path as messages show it. */
  file: string
  /** What the file holds; null when there is none yet. */
  existing: string | null
  /** Null: named after the user's first message. */
  name: string | null
  /** Only the last answer is tested: what came before is its history. */
  isLast: boolean
  open: OpenIncluded
  /** The path of the suite schema, relative to the file. */
  schema: string
  /** What the project calls private besides what is so by its form; null: nothing is hidden. */
  custom: PrivateRules['custom'] | null
  /** With `isLast`: asks the version of the talk once more, from the history; null where nothing may be asked unbidden. */
  again: (Pick<PerformContext, 'client' | 'signal'> & { timeLimitMs: number }) | null
}

/** The suite's new text, the added conversation's line, what a run would fail on, laws it relaxes; or why not. */
export type SaveOutcome =
  | {
      ok: true
      text: string
      line: number
      name: string
      failing: string[]
      relaxed: string[]
      /** What a run of it at once failed on, from its history; null where none was made. */
      tried: string[] | null
    }
  | { ok: false; message: string; hint: string }

/** It expects calls and the values that replies state. Where personal data was disclosed, a run is not held to it. */
export async function composeSave(
  talk: ChatTalk,
  { file, existing, name, isLast, open, schema, custom, again }: SaveRequest,
): Promise<SaveOutcome> {
  const ownCount = isLast ? 1 : ownTurns(talk).length
  if (ownTurns(talk).length === 0)
    return { ok: false, message: 'there is nothing to save yet', hint: 'say something first' }
  const read = existing === null ? null : parseScript(existing, file, open)
  if (read?.ok === false)
    return {
      ok: false,
      message: `${file} is not a valid suite: ${read.problems[0]?.message}`,
      hint: 'tableread lint says what is wrong with it; or save to another file',
    }
  const script = read?.script ?? null
  const { talk: visibleTalk, hide } = disguiseTalk(talk, custom)
  const stored = toStored(visibleTalk)
  const from = Math.max(0, sliceTurns(stored.session.transcript).turns.length - ownCount)
  if (isLast && from === 0)
    return { ok: false, message: 'nothing came before the last answer', hint: '/save keeps it as it is' }
  const names = new Set(script?.conversations.map((each) => each.name.value))
  if (name !== null && names.has(name))
    return { ok: false, message: `${file} has a conversation "${name}" already`, hint: 'give this one another name' }
  const own = script?.agent?.value === talk.agent || script === null
  const title = name?.replace(/[{}]/g, '').trim() || nameTalk(stored, names, from)
  const notes = [`from tableread chat with version ${talk.version}; words are suggestions`]
  const agent = own ? null : talk.agent
  const lines = draftConversation(stored, {
    name: title,
    from,
    agent,
    notes,
    recording: false,
    exact: true,
    hide,
  })
  const text = place({ script, existing, schema }, lines, talk)
  if (!text.ok) return { ...text, message: `${file}: ${text.message}` }
  const parsed = parseScript(text.text, file, open)
  if (!parsed.ok)
    return {
      ok: false,
      message: `the talk cannot be written as a suite: ${parsed.problems[0]?.message}`,
      hint: 'report this to Tableread, with the talk',
    }
  const relaxed = parsed.script.conversations.at(-1)?.laws?.map((law) => law.name) ?? []
  const plans = planScript(parsed.script, { ...defaults, versions: [talk.version] })
  const plan = plans.find(({ conversation }) => conversation.at.line === text.line)
  if (plan === undefined)
    return { ...text, name: title, failing: ['the conversation is not where it was written'], relaxed, tried: null }
  const failing = await checkSaved(plan, talk, ownCount)
  if (!isLast || failing.length > 0 || again === null) return { ...text, name: title, failing, relaxed, tried: null }
  const { timeLimitMs, ...context } = again
  const tried = await listBroken({ ...plan, timeLimitMs }, { ...context, reconcile: false })
  return { ...text, name: title, failing, relaxed, tried }
}

function place(
  { script, existing, schema }: Pick<SaveRequest, 'existing' | 'schema'> & { script: Script | null },
  lines: readonly string[],
  { agent }: ChatTalk,
): ReturnType<typeof appendConversation> {
  if (script !== null && existing !== null) return appendConversation(existing, script, lines)
  const head = [
    `# yaml-language-server: $schema=${schema}`,
    'suite: Chat',
    `agent: ${writeTextScalar(agent, false)}`,
    'conversations:',
  ]
  const first = head.length + 1 + lines.findIndex((each) => !each.startsWith('#'))
  return { ok: true, text: `${[...head, ...indent(lines)].join('\n')}\n`, line: first }
}

const defaults = { versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: false }

/** Runs the conversation against the very chat it was made from, and lists what fails. */
function checkSaved(plan: Plan, talk: ChatTalk, ownCount: number): Promise<string[]> {
  const slices = talk.turns.slice(-ownCount).map(({ user, view }) => ({ user, sent: [], entries: view.entries }))
  return listBroken(plan, { client: storedClient(toStored(talk).session, slices), reconcile: false })
}

/** Runs a conversation and lists what fails, one line each; empty when it passes. */
async function listBroken(plan: Plan, context: PerformContext): Promise<string[]> {
  const result = await performConversation({ ...plan, repeat: null }, context)
  const outcomes = [...result.turns.flatMap((turn) => turn.outcomes), ...result.outcomes]
  const broken = outcomes.filter(({ verdict }) => verdict === 'failed')
  if (result.verdict === 'passed') return []
  const problems = broken.map((outcome) => `line ${outcome.at.line}: ${firstLine(describeOutcome(outcome))}`)
  return problems.length === 0
    ? [`it came out ${result.verdict}: ${result.reason ?? result.cause?.why ?? 'nothing says why'}`]
    : problems
}

/** The chat as a stored session, which is the form that suites are drafted from. */
function toStored({ agent, version, metadata, sessionId, turns, unanswered }: ChatTalk): Talk {
  const messages = unanswered === 1 ? '1 message that nothing answered' : `${unanswered} messages that nothing answered`
  return {
    session: sessionOfTalk({
      ...{ agent, version, metadata, time: new Date().toISOString(), sessionId: sessionId ?? 'chat' },
      transcript: turns.flatMap(userFirst),
    }),
    origin: { file: 'chat', line: 0, column: 0 },
    stored: false,
    leftOut: unanswered === 0 ? [] : [messages],
  }
}

/** Puts the user's message first: functions that ran before it would seem to belong to the previous turn. */
function userFirst({ user, view: { entries } }: ChatTurn): readonly TranscriptEntry[] {
  const message = user === null ? undefined : entries.find((entry) => entry.type === 'message' && entry.role === 'user')
  return message === undefined ? entries : [message, ...entries.filter((entry) => entry !== message)]
}

interface Disguised {
  talk: ChatTalk
  hide: (text: string) => string
}

/** `hide` takes stand-ins out of a text again. What the user typed or chose stays: the agent is to be sent the same. */
function disguiseTalk(talk: ChatTalk, custom: PrivateRules['custom'] | null): Disguised {
  const asItIs = { talk, hide: (text: string): string => text }
  if (custom === null) return asItIs
  const words = talk.turns.map(({ user }) => user ?? '').join('\n')
  const own = JSON.stringify([words, talk.metadata])
  const entries = talk.turns.map((turn) => turn.view.entries) as unknown as JsonValue
  const { swaps, redact } = redactIn(entries, {
    named: [],
    custom,
    hides: ({ value }) => !own.includes(value),
    name: (values) => namePrivate(values).swaps,
  })
  if (swaps.length === 0) return asItIs
  const matchAll = matchValues(swaps.map(({ to, digits }) => ({ from: to, to: '', digits })))
  return {
    talk: { ...talk, turns: talk.turns.map((turn) => ({ ...turn, view: viewTurn([...redact(turn.view.entries)]) })) },
    hide: (text) => matchAll(text, () => ' '),
  }
}

export function appendConversation(text: string, { conversations }: Script, lines: readonly string[]): AppendedText {
  return appendItem(text, 'conversations', lines, conversations.length > 0)
}
