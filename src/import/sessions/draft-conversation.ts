import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { mapTexts } from '../../base/json/walk-json.ts'
import type { LawName } from '../../base/law-name.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { createLawMemory } from '../../engine/transcript/law.ts'
import { checkHiddenCalls } from '../../engine/transcript/laws/call-laws.ts'
import { checkTurnLaws } from '../../engine/transcript/laws/turn-laws.ts'
import { maskText } from '../../engine/transcript/mask-volatile.ts'
import { pairCalls, phaseOf, type ToolCall } from '../../engine/transcript/tool-call.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { createVolatileNames, startMasking } from '../../engine/transcript/volatile-facts.ts'
import { variablePattern } from '../../suite/language/matchers/fill-text.ts'
import {
  dash,
  indent,
  oneLine,
  quoteComment,
  quoteText,
  writeFlow,
  writeMember,
  writeTextScalar,
} from '../../suite/yaml/write-yaml.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { type CallContext, draftCalls, wordsOf } from './draft-calls.ts'
import { draftHistory } from './draft-history.ts'
import { draftReply } from './draft-reply.ts'
import { findCaptures, namesBefore, nameValues } from './find-captures.ts'
import { endingOf, sliceTurns, type Talk } from './talk.ts'

export interface DraftOptions {
  name: string
  /** Written only where it differs from the suite's. */
  agent: string | null
  notes: string[]
  /** Name the recording that a replay agent follows. */
  recording: boolean
  /** Expect these calls and arguments and no others, instead of tolerating more. */
  exact: boolean
  /** The first turn to test, counted from 0; what comes before it is the history. @default 0 */
  from?: number
  /** The last turn to test. @default the last one */
  to?: number
  /** A text without what only stands in for the agent's own words: a run will have something else there. */
  hide?: (text: string) => string
}

/** The lines of a conversation of a suite, as an item of `conversations`. */
export function draftConversation(talk: Talk, options: DraftOptions): string[] {
  const { session, leftOut, test } = talk
  const { from = 0, to } = options
  const isWhole = from === 0 && to === undefined
  const exact = options.exact && talk.openCalls !== true
  const { turns, after, unanswered } = sliceTurns(session.transcript)
  const views = turns.map((slice) => ({ ...slice, view: viewTurn(slice.entries) }))
  // In a history, only a message of the user captures.
  const captures = findCaptures(views).filter(
    ({ turn }) => (to === undefined || turn < to) && (turn >= from || views[turn]?.user != null),
  )
  const facts = startMasking(session.transcript, [session.sessionId])
  const { hide = (text) => text } = options
  const isVolatile = (text: string): boolean =>
    hide(text) !== text || maskText(text, { ...facts, names: createVolatileNames() }) !== text
  const open = new Set(
    views.flatMap(({ view }) => view.calls).filter((_, index) => talk.openArguments?.includes(index) === true),
  )
  const metadataValues = new Set<JsonValue>()
  const braces: Record<string, JsonValue> = {}
  const memory = createLawMemory()
  const broken = new Map<LawName, string>()
  const lines: string[] = []
  const history: string[] = []
  for (const [index, { user, sent, view }] of views.slice(0, (to ?? views.length) + 1).entries()) {
    const isGiven = index < from
    const lawFacts = { view, sent: user, turn: `turn ${index + 1}`, asked: null, answered: session.sessionId, memory }
    for (const { law } of checkTurnLaws(lawFacts, new Set())) if (!isGiven) broken.set(law, reasons[law] ?? '')
    const names = namesBefore(captures, index)
    const words = wordsOf(
      views.slice(0, index + 1).flatMap((each) => each.user ?? []),
      session.dynamicVariables ?? {},
    )
    const isUnheard = talk.openReplies === true && view.assistant.length === 0
    const reply = isUnheard ? [] : draftReply(view, { agent: session.agentDetails.name, names, isVolatile, hide })
    const calls = draftCalls(
      view.calls.filter((call) => !isPost(call)),
      {
        names,
        userWords: words,
        metadataValues: metadataValues,
        isVolatile,
        exact,
        open,
        hasLate: view.calls.some(isPost) || (index === views.length - 1 && after.length > 0),
      },
    )
    const isSilent = talk.openCalls === true && view.calls.every(isPost)
    // A conversation must expect something: where nothing else is known, that there is an answer.
    const isBare = reply.every((line) => line.startsWith('#')) && view.replyText.trim() !== ''
    const bare = isBare ? ['reply: { present: true }'] : []
    const expected = [...reply, ...(isSilent ? bare : calls)]
    if (isGiven) {
      history.push(
        ...draftHistory(
          { user, view, names, agent: session.agentDetails.name },
          captures.filter(({ turn }) => turn === index),
          (value) => keepBracesIn(value, braces),
        ),
      )
      continue
    }
    const capture = captures
      .filter(({ turn }) => turn === index)
      .map(({ name, path }) => `${name}: ${writeTextScalar(path, false)}`)
    lines.push(
      ...dash([
        ...draftUser(user === null ? null : keepBraces(user, braces), sent, names),
        ...(expected.every((line) => line.startsWith('#')) ? expected : ['expect:', ...indent(expected)]),
        ...(capture.length === 0 ? [] : ['capture:', ...indent(capture)]),
      ]),
    )
  }
  const inTurns = turns.flatMap(({ entries }) => entries)
  const whole = { ...session, transcript: [...inTurns, ...after] }
  const shownAs = [...inTurns.keys(), ...after.map(() => null)]
  for (const { law } of isWhole ? checkHiddenCalls({ session: whole, entries: inTurns }, shownAs) : [])
    broken.set(law, reasons[law] ?? '')
  if (inTurns.some((entry) => phaseOf(entry) === 'post'))
    broken.set('slices add up', 'in the imported session functions of the phase post ran amid the talk')
  const names = namesBefore(captures, views.length)
  const userWords = wordsOf(
    views.flatMap(({ user }) => user ?? []),
    session.dynamicVariables ?? {},
  )
  const end = !isWhole
    ? []
    : draftSession(talk, {
        names,
        userWords: userWords,
        metadataValues: metadataValues,
        isVolatile,
        exact,
        open,
        hasLate: false,
      })
  const laws = [...broken].filter(([, why]) => why !== '')
  const metadata: JsonObject = {
    ...keepBracesIn(session.dynamicVariables ?? {}, braces),
    ...(options.recording ? { recording: session.sessionId } : {}),
  }
  return [
    // The name of a tool may hold a line break, and a comment must not leave its line.
    ...[...options.notes, ...leftOut.map((what) => `left out: ${what}`)].map((note) => `# ${oneLine(note)}`),
    ...(unanswered === null || !isWhole
      ? []
      : [`# left out: the last message, which nothing answers: ${quoteComment(cutText(unanswered, 100, ''))}`]),
    ...dash([
      `name: ${quoteText(options.name)}`,
      ...(test === undefined || test.tags.length === 0 ? [] : writeMember('tags', [...test.tags], 6)),
      ...(options.agent === null ? [] : [`agent: ${writeTextScalar(options.agent, false)}`]),
      ...(Object.keys(metadata).length === 0 ? [] : writeMember('metadata', metadata, 6)),
      ...(Object.keys(braces).length === 0 ? [] : writeMember('variables', braces, 6)),
      ...(laws.length === 0 ? [] : ['laws:', ...indent(laws.map(([law, why]) => `${law}: ${why}`))]),
      ...(history.length === 0 ? [] : ['history:', ...indent(history)]),
      'turns:',
      ...indent(lines),
      ...end,
    ]),
  ]
}

/** Why laws that the session itself breaks are relaxed; the others hold in any run or do not concern it. */
const reasons: Partial<Record<LawName, string>> = {
  'unique call ids': 'in the imported session the model reuses ids',
  'no open call': 'in the imported session an output is missing',
  'outputs paired': 'in the imported session an output belongs to no call',
  'phases agree': 'in the imported session calls and outputs disagree',
  'no empty message': 'in the imported session a message is blank',
  'no placeholder': 'in the imported session a placeholder leaks',
}

/** The first line of a turn: what the user says, captures by name; anything else sent follows as comments. */
function draftUser(user: string | null, sent: readonly ContentItem[], names: ReadonlyMap<JsonValue, string>): string[] {
  if (user === null) return ['agent starts: true']
  const media = sent.flatMap((item) => ('mimeType' in item ? [`${item.type} (${String(item.mimeType)})`] : []))
  const note = `# the user sent ${media.join(', ')}: name a public link to such a file under attachments:`
  return [`user: ${quoteText(nameValues(user, names))}`, ...(media.length === 0 ? [] : [note])]
}

/** Double braces in the user's text would be read as a variable, so their opening ones are put into one. */
function keepBraces(text: string, variables: Record<string, JsonValue>): string {
  return text.replace(variablePattern, (match) => {
    variables.braces = '{{'
    return `{{braces}}${match.slice(2)}`
  })
}

/** Like `keepBraces`, for all texts in a JSON value. */
function keepBracesIn<T extends JsonValue>(value: T, variables: Record<string, JsonValue>): T {
  return mapTexts(value, (text) => keepBraces(text, variables)) as T
}

/** The lines of `session:`. Runs use the web chat and wait for nothing, so an ending they cannot see is a comment. */
function draftSession(talk: Talk, context: CallContext): string[] {
  if (!talk.stored) return []
  const { status, communicationChannelType: channel, analysis, transcript } = talk.session
  const end = endingOf(talk)
  const chat = channel === 'webChat'
  const kinds = Object.entries(analysis ?? {}).filter(([key]) => /^[A-Za-z_][\w -]*$/.test(key))
  const keys = kinds.map(([key, value]) => `${writeTextScalar(key, false)}: ${writeFlow({ type: kindOf(value) })}`)
  const analysed = keys.length === 0 ? [] : [`analysis: { ${keys.join(', ')} }`]
  const lines = [
    end !== null ? 'status: completed' : status === 'agent_errored' ? null : 'status: { one of: [active, completed] }',
    chat ? 'channel type: webChat' : null,
    ...(end === null
      ? []
      : [...analysed, ...callsAfter(pairCalls(transcript).calls, context), ...patience(end.afterMs)]),
  ].filter((line) => line !== null)
  const late = sliceTurns(transcript).after.flatMap((entry) => (entry.type === 'function_call' ? [entry.name] : []))
  const remarks = [
    ...(chat ? [] : [`# the session was ${channel} and ended as ${status}; a run talks over the web chat`]),
    ...(end !== null ? [] : analysed.map((line) => `# suggestion, once the session has ended: ${line}`)),
    ...(end !== null ? [] : late.map((name) => `# suggestion: after the last turn ran ${quoteComment(name)}`)),
  ]
  return [...(lines.length === 0 ? [] : ['session:', ...indent(lines)]), ...remarks]
}

function isPost({ phase }: Pick<ToolCall, 'phase'>): boolean {
  return phase === 'post'
}

/** Expects the calls of phase post, wherever in the session they ran. */
function callsAfter(calls: readonly ToolCall[], context: CallContext): string[] {
  const post = calls.filter(isPost).map((call) => ({ ...call, phase: null }))
  if (post.length === 0) return []
  const [head = '', ...lines] = draftCalls(post, context)
  return [head, '  post:', ...indent(lines)]
}

/** A session that ended some time after its last entry is given that time plus two seconds. */
function patience(afterMs: number): string[] {
  return afterMs <= 1_000 ? [] : [`within: ${Math.ceil(afterMs / 1_000) + 2} s`]
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'object'
  return typeof value === 'string' ? 'text' : typeof value
}
