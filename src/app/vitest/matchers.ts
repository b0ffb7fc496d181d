import { evaluateCalls } from '../../engine/expect/calls.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import { evaluateReply } from '../../engine/expect/reply.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import { failing } from '../../report/text/format-failure.ts'
import type { CallDetails, Calls } from '../../suite/builder/calls.ts'
import type { Reply } from '../../suite/builder/reply.ts'
import { callsExpectation } from '../../suite/language/calls-expectation.ts'
import { replyExpectation } from '../../suite/language/reply-expectation.ts'
import { negateReply } from './negate-reply.ts'
import { readCondition } from './read-condition.ts'
import { readTranscript } from './read-transcript.ts'
import { textDiff } from './text-diff.ts'
import { judgeResult } from './to-have-passed.ts'

/** What Vitest tells a matcher of the assertion it stands in. */
interface Assertion {
  isNot: boolean
}

/** What a matcher tells Vitest. */
interface MatcherResult {
  pass: boolean
  message: () => string
  expected?: unknown
  actual?: unknown
}

/** Matchers over the transcript of a turn or a session, and one over the result of a conversation. */
export type TranscriptMatchers = {
  toHaveCalled(this: Assertion, received: unknown, tool: string, details?: CallDetails): MatcherResult
  toHaveReplied(this: Assertion, received: unknown, reply: Reply): MatcherResult
  toHavePassed(this: Assertion, received: unknown): MatcherResult
}

/**
 * For `expect.extend(matchers)`, in a setup file or a test file. They judge as the suite language does: a call is
 * expected to succeed unless `is_error` says otherwise, and what must not be is looked for in every message.
 */
export const matchers: TranscriptMatchers = {
  toHaveCalled(received, tool, details) {
    const { calls } = readTranscript(received, 'toHaveCalled')
    const call = details === undefined ? tool : { [tool]: details }
    const judge = (expected: Calls) => evaluateCalls(readCondition(callsExpectation, expected, 'toHaveCalled'), calls)
    if (!this.isNot) return conclude(judge([call]), false)
    const unknown = judge([call]).filter(({ verdict }) => verdict === 'not judged')
    return conclude([...judge({ never: [call] }), ...unknown], true)
  },
  toHaveReplied(received, given) {
    const view = readTranscript(received, 'toHaveReplied')
    const reply = readCondition(replyExpectation, given, 'toHaveReplied')
    if (!this.isNot) return conclude(evaluateReply(reply, view), false)
    const negated = negateReply(reply)
    if (negated !== null) return conclude(evaluateReply(negated, view), true)
    const message = () => 'the reply meets every one of these conditions, and it must not'
    return { pass: failing(evaluateReply(reply, view)).length === 0, message }
  },
  toHavePassed(received) {
    return judgeResult(received, this.isNot)
  },
}

/** Under `not` the outcomes are of the opposite, so that one that cannot be judged passes neither way. */
function conclude(outcomes: readonly Outcome[], isNot: boolean): MatcherResult {
  const missed = failing(outcomes)
  const [first, second] = missed
  const diff = first === undefined || second !== undefined ? null : textDiff(first)
  const holds = missed.length === 0
  return { pass: isNot ? !holds : holds, message: () => missed.map(describeOutcome).join('\n\n'), ...diff }
}

declare module 'vitest' {
  interface Matchers<T> {
    /** The transcript holds a call of this tool, and what is expected of it; with `not`: no such call at all. */
    toHaveCalled: T extends readonly { type: string }[] ? (tool: string, details?: CallDetails) => void : never
    /** The assistant messages of the transcript, together; with `not`: neither together nor each alone. */
    toHaveReplied: T extends readonly { type: string }[] ? (reply: Reply) => void : never
    /** The conversation passed, or failed as it is known to; with `not`: it failed, and was not just never judged. */
    toHavePassed: T extends { verdict: Verdict } ? () => void : never
  }
}
