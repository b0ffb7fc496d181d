import { existsSync } from 'node:fs'
import { readText } from '../../base/files/files.ts'
import { unique } from '../../base/group-by.ts'
import { nameOfKind } from '../../base/json/insist-kind.ts'
import { findNoData, hintForNoData } from '../../base/json/plain-data.ts'
import { listSome } from '../../base/text/wording.ts'
import { evaluateCalls } from '../../engine/expect/calls.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { evaluateReply } from '../../engine/expect/reply.ts'
import { agentsSeen } from '../../engine/perform/agents-of-client.ts'
import { createGround, type UngroundedFact } from '../../engine/transcript/ground.ts'
import { checkKnownEntries } from '../../engine/transcript/laws/known-entries.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { failing, formatFailure } from '../../report/failures/format-failure.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import { createPaint } from '../../report/text/paint.ts'
import type { CallDetails, Calls, Reply } from '../../suite/builder/expectation.ts'
import { nodeFromCode } from '../../suite/builder/node-from-code.ts'
import { type CallsExpectation, callsExpectation } from '../../suite/language/expectations/calls-expectation.ts'
import { type ReplyExpectation, replyExpectation } from '../../suite/language/expectations/reply-expectation.ts'
import { variablePattern } from '../../suite/language/matchers/fill-text.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { findSlips } from '../../suite/lint/check-tools.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type Reading, refuse, type Shape } from '../../suite/yaml/shape.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { transcriptEntryShape } from '../../wire/api/transcript-entry.ts'
import { textDiff } from './error-at.ts'

interface Assertion {
  isNot: boolean
}

interface MatcherResult {
  pass: boolean
  message: () => string
  expected?: unknown
  actual?: unknown
}

/** Matchers for the transcript of a turn or a session, and one for the result of a conversation. */
export type TranscriptMatchers = {
  toHaveCalled(this: Assertion, received: unknown, tool: string, details?: CallDetails): MatcherResult
  toHaveReplied(this: Assertion, received: unknown, reply: Reply): MatcherResult
  toHavePassed(this: Assertion, received: unknown): MatcherResult
}

const here: Place = { line: 1, column: 1, length: 1 }

/** By the language's shape, so that no typo holds for nothing. @throws TypeError with every problem */
function readCondition<T>(shape: Shape<T>, input: unknown, matcher: string): T {
  const reading: Reading = { file: matcher, problems: [] }
  const node = nodeFromCode(input, here, reading, matcher)
  const read = shape.read(node, reading)
  for (const [whole] of textsIn(node).flatMap((text) => [...text.matchAll(variablePattern)]))
    refuse(
      reading,
      'unknown-variable',
      here,
      `nothing gives ${whole} a value here`,
      'write the value itself: `${value}`',
    )
  if (read !== undefined && reading.problems.length === 0) return read
  throw unjudgeable(matcher, reading.problems)
}

function unjudgeable(matcher: string, problems: readonly Pick<Problem, 'message' | 'code' | 'hint'>[]): TypeError {
  const lines = problems.map(
    ({ message, code, hint }) => `${message} [${code}]${hint === undefined ? '' : `\n  ${hint}`}`,
  )
  return new TypeError([`${matcher} cannot be judged`, ...lines].join('\n'))
}

/** A name that is nearly that of a tool, of which no call can ever come. @throws TypeError with every one */
function refuseSlips(expected: CallsExpectation, calls: readonly ToolCall[], matcher: string): void {
  const agents = agentsSeen()
  const sources = unique(agents.map(({ source }) => source))
  const lists = sources.length === 0 ? 'the transcript has no tool' : `no agent of ${listSome(sources, 3)} has the tool`
  const slips = findSlips(expected, lists, calls, agents)
  if (slips.length > 0) throw unjudgeable(matcher, slips)
}

/** Keys and values, read from the node: a value from code may be one that JSON cannot represent. */
function textsIn(node: YamlNode): string[] {
  if (node.kind === 'map') return node.entries.flatMap(({ key, value }) => [key, ...textsIn(value)])
  return node.kind === 'list' ? node.items.flatMap(textsIn) : [node.source]
}

/**
 * For `expect.extend(matchers)`, in a setup file or a test file. They judge as the suite language does: a
 * call is expected to succeed unless `is_error` says otherwise, and forbidden content is looked for in every
 * message.
 */
export const matchers: TranscriptMatchers = {
  toHaveCalled(received, tool, details) {
    const { calls } = readTranscript(received, 'toHaveCalled')
    const call = details === undefined || typeof tool !== 'string' ? tool : { [tool]: details }
    const judge = (expected: Calls) => {
      const condition = readCondition(callsExpectation, expected, 'toHaveCalled')
      refuseSlips(condition, calls, 'toHaveCalled')
      return evaluateCalls(condition, calls)
    }
    if (!this.isNot) return conclude(judge([call]), false)
    const forbidden = judge({ never: [call] })
    return conclude([...forbidden, ...judge([call]).filter(({ verdict }) => verdict === 'not judged')], true)
  },
  toHaveReplied(received, condition) {
    const view = readTranscript(received, 'toHaveReplied')
    const reply = readCondition(replyExpectation, condition, 'toHaveReplied')
    const facts = { view, ungrounded: () => ungroundedIn(view) }
    if (!this.isNot) return conclude(evaluateReply(reply, facts), false)
    const negated = negateReply(reply)
    if (negated !== null) return conclude(evaluateReply(negated, facts), true)
    const message = () => 'the reply meets every one of these conditions, and it must not'
    return { pass: failing(evaluateReply(reply, facts)).length === 0, message }
  },
  toHavePassed(received) {
    return judgeResult(received, this.isNot)
  },
}

/** Facts in a transcript that nothing before them grounds; prompts and metadata are not known here. */
function ungroundedIn({ entries }: TurnView): readonly UngroundedFact[] {
  const ground = createGround()
  ground.hear({ name: 'the transcript', entries })
  return ground.ungrounded()
}

/** Under `not` these are the outcomes of the opposite expectation, so that what cannot be judged passes neither way. */
function conclude(outcomes: readonly Outcome[], isNot: boolean): MatcherResult {
  const missed = failing(outcomes)
  const [first, second] = missed
  const diff = first === undefined || second !== undefined ? null : textDiff(first)
  const holds = missed.length === 0
  return { pass: isNot ? !holds : holds, message: () => missed.map(describeOutcome).join('\n\n'), ...diff }
}

declare module 'vitest' {
  interface Matchers<T> {
    /** The transcript has a call of this tool that meets the details; with `not`: no such call at all. */
    toHaveCalled: T extends readonly { type: string }[] ? (tool: string, details?: CallDetails) => void : never
    /** All assistant messages of the transcript joined; with `not`: neither joined nor individually. */
    toHaveReplied: T extends readonly { type: string }[] ? (reply: Reply) => void : never
    /** The conversation passed, or failed as expected; with `not`: it failed, rather than never being judged. */
    toHavePassed: T extends { verdict: Verdict } ? () => void : never
  }
}

/** So that each message is checked on its own as well; null for any other, which the language cannot negate. */
function negateReply({ at, ...conditions }: ReplyExpectation): ReplyExpectation | null {
  const [name, second] = Object.keys(conditions)
  if (second !== undefined) return null
  const { text } = conditions
  if (text !== undefined) return { at, text: opposite(text) }
  if (name !== 'agentName' && name !== 'thinking' && name !== 'summary' && name !== 'background') return null
  const part = conditions[name]
  return part === undefined ? null : { at, [name]: { value: opposite(part.value), at: part.at } }
}

function opposite(matcher: Matcher): Matcher {
  return { kind: 'not', of: matcher, at: matcher.at }
}

/** The message if it did not pass or fail as expected. @throws TypeError for anything but a result */
function judgeResult(received: unknown, isNot: boolean): { pass: boolean; message: () => string } {
  refusePromise(received, 'toHavePassed')
  const result = received as ConversationResult | null | undefined
  if (!Array.isArray(result?.turns) || typeof result.verdict !== 'string' || !Array.isArray(result.outcomes))
    throw new TypeError('toHavePassed looks at the result of a conversation\n  give it what performConversation gave')
  const passed = result.verdict === 'passed' || result.verdict === 'expected fail'
  const message = () => (passed ? `"${result.name}" passed, and it must not` : explain(result))
  // an errored or unreached conversation has shown nothing: it neither passed nor failed
  return { pass: isNot ? result.verdict !== 'failed' : passed, message }
}

function explain(result: ConversationResult): string {
  const content = existsSync(result.file) ? readText(result.file) : undefined
  return formatFailure(result, content, createPaint(false))
}

/** The entries of a turn or a session. @throws TypeError for anything else, none, or unknown types: nothing to judge */
function readTranscript(received: unknown, matcher: string): TurnView {
  refusePromise(received, matcher)
  if (!Array.isArray(received)) {
    const member = ['transcript', 'entries'].find((key) =>
      Array.isArray((received as Record<string, unknown> | null)?.[key]),
    )
    const hint = member === undefined ? 'give it the entries of a turn or a session' : `did you mean its .${member}?`
    throw new TypeError(
      `${matcher} looks at a list of transcript entries, but here is ${nameOfKind(received)}\n  ${hint}`,
    )
  }
  if (received.length === 0)
    throw new TypeError(`${matcher} has nothing to look at: the transcript is empty\n  did the turn run at all?`)
  const odd = findNoData(received, 'transcript')
  if (odd !== null)
    throw new TypeError(
      `${matcher} looks at transcript entries as JSON has them, but ${odd.path} is ${odd.name}\n  ${hintForNoData(odd.value)}`,
    )
  const data = JSON.parse(JSON.stringify(received)) as unknown[] // drops undefined members
  const entries = data.map((entry, index) => {
    const checked = checkShape(transcriptEntryShape, entry, `transcript[${index}]`)
    if (checked.ok) return checked.value
    const lines = checked.violations.map(
      ({ path, expected, actual }) => `\n  ${path}: expected ${expected}, but here is ${actual}`,
    )
    throw new TypeError(`${matcher} looks at transcript entries, but here is another value${lines.join('')}`)
  })
  const [unread] = checkKnownEntries(entries)
  if (unread !== undefined)
    throw new TypeError(
      `${matcher} cannot judge this transcript: ${unread.message}\n  it may be what must not be there; where it does no harm, leave it out of what you give to ${matcher}`,
    )
  return viewTurn(entries)
}

/** @throws TypeError for what nobody awaited: it would be an object without anything to look at */
function refusePromise(received: unknown, matcher: string): void {
  if (typeof (received as PromiseLike<unknown> | null | undefined)?.then === 'function')
    throw new TypeError(`${matcher} is given a promise\n  await it first: expect(await …).${matcher}(…)`)
}
