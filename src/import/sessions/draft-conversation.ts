import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { LawName } from '../../base/law-name.ts'
import { createLawMemory } from '../../engine/transcript/law-memory.ts'
import { checkLateCalls } from '../../engine/transcript/laws/calls.ts'
import { checkTurnLaws } from '../../engine/transcript/laws/turn-laws.ts'
import { maskText } from '../../engine/transcript/mask-text.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { startMasking } from '../../engine/transcript/volatile-facts.ts'
import { createVolatileNames } from '../../engine/transcript/volatile-names.ts'
import { quoteComment, quoteText, writeText } from '../../suite/yaml/quote-text.ts'
import { dash, indent, writeMember } from '../../suite/yaml/write-yaml.ts'
import { draftCalls, wordsOf } from './draft-calls.ts'
import { draftReply } from './draft-reply.ts'
import { draftSession } from './draft-session.ts'
import { draftUser, keepBraces, keepBracesIn } from './draft-user.ts'
import { findCaptures, namesBefore } from './find-captures.ts'
import { sliceTurns } from './slice-turns.ts'
import type { Talk } from './talk.ts'

/** What a conversation is written with. */
export interface DraftOptions {
  name: string
  /** Written only where it is not the suite's. */
  agent: string | null
  /** Comments above it. */
  notes: string[]
  /** Name the recording that a replay agent follows. */
  recording: boolean
  /** Expect these calls and arguments and no others, instead of tolerating more. */
  exact: boolean
}

/** The lines of a conversation of a suite, as an item of `conversations`. */
export function draftConversation(talk: Talk, options: DraftOptions): string[] {
  const { session, leftOut } = talk
  const { turns, after, unanswered } = sliceTurns(session.transcript)
  const seen = turns.map((slice) => ({ ...slice, view: viewTurn(slice.entries) }))
  const captures = findCaptures(seen)
  const facts = startMasking(session.transcript, [session.sessionId])
  const isVolatile = (text: string): boolean => maskText(text, { ...facts, names: createVolatileNames() }) !== text
  const given = new Set<JsonValue>()
  const braces: Record<string, JsonValue> = {}
  const memory = createLawMemory()
  const broken = new Map<LawName, string>()
  const lines: string[] = []
  for (const [index, { user, sent, view }] of seen.entries()) {
    const lawFacts = { view, sent: user, turn: `turn ${index + 1}`, asked: null, answered: session.sessionId, memory }
    for (const { law } of checkTurnLaws(lawFacts, new Set())) broken.set(law, reasons[law] ?? '')
    const names = namesBefore(captures, index)
    const said = wordsOf(
      seen.slice(0, index + 1).flatMap((each) => each.user ?? []),
      session.dynamicVariables ?? {},
    )
    const reply = draftReply(view, { agent: session.agentDetails.name, names, isVolatile })
    const calls = draftCalls(
      view.calls.filter(({ phase }) => phase !== 'post'),
      { names, said, given, isVolatile, exact: options.exact },
    )
    const capture = captures
      .filter(({ turn }) => turn === index)
      .map(({ name, path }) => `${name}: ${writeText(path, false)}`)
    lines.push(
      ...dash([
        ...draftUser(user === null ? null : keepBraces(user, braces), sent, names),
        'expect:',
        ...indent([...reply, ...calls]),
        ...(capture.length === 0 ? [] : ['capture:', ...indent(capture)]),
      ]),
    )
  }
  const inTurns = turns.flatMap(({ entries }) => entries)
  const whole = { ...session, transcript: [...inTurns, ...after] }
  for (const { law } of checkLateCalls({ session: whole, entries: inTurns })) broken.set(law, reasons[law] ?? '')
  if (inTurns.some((entry) => 'phase' in entry && entry.phase === 'post'))
    broken.set('slices add up', 'in the imported session functions of the phase post ran amid the talk')
  const names = namesBefore(captures, seen.length)
  const said = wordsOf(
    seen.flatMap(({ user }) => user ?? []),
    session.dynamicVariables ?? {},
  )
  const end = draftSession(talk, { names, said, given, isVolatile, exact: options.exact })
  const laws = [...broken].filter(([, why]) => why !== '')
  const metadata: JsonObject = {
    ...keepBracesIn(session.dynamicVariables ?? {}, braces),
    ...(options.recording ? { recording: session.sessionId } : {}),
  }
  return [
    ...[...options.notes, ...leftOut.map((what) => `left out: ${what}`)].map((note) => `# ${note}`),
    ...(unanswered === null
      ? []
      : [`# left out: the last message, which nothing answers: ${quoteComment(unanswered.slice(0, 100))}`]),
    ...dash([
      `name: ${quoteText(options.name)}`,
      ...(options.agent === null ? [] : [`agent: ${writeText(options.agent, false)}`]),
      ...(Object.keys(metadata).length === 0 ? [] : writeMember('metadata', metadata, 6)),
      ...(Object.keys(braces).length === 0 ? [] : writeMember('variables', braces, 6)),
      ...(laws.length === 0 ? [] : ['laws:', ...indent(laws.map(([law, why]) => `${law}: ${why}`))]),
      'turns:',
      ...indent(lines),
      ...end,
    ]),
  ]
}

/** Laws that the session itself breaks, and why they are relaxed; the others hold in any run or are no matter of the session. */
const reasons: Partial<Record<LawName, string>> = {
  'unique call ids': 'in the imported session the model reuses ids',
  'no open call': 'in the imported session an output is missing',
  'outputs paired': 'in the imported session an output belongs to no call',
  'phases agree': 'in the imported session calls and outputs disagree',
  'no empty message': 'in the imported session a message is blank',
  'no placeholder': 'in the imported session a placeholder leaks',
}
