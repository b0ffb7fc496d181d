import { firstLine } from '../../base/text/wording.ts'
import { showValue } from '../../engine/expect/describe-matcher.ts'
import { describeBudget } from '../../engine/expect/latency.ts'
import type { Mismatch, Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { summariseJudgement } from '../text/describe-judgement.ts'
import { describeOutcome } from '../text/describe-outcome.ts'
import { failing } from './format-failure.ts'

/** Conversations of one version that went wrong alike: the first represents the others. */
export interface FailureGroup {
  /** What first went wrong in each of them, in a few words. */
  why: string
  members: [ConversationResult, ...ConversationResult[]]
}

/** Groups by the same first finding or place, the largest first; equal sizes keep the order of the run. */
export function groupFailures(results: readonly ConversationResult[]): FailureGroup[] {
  const groupByKey = new Map<string, FailureGroup & Pick<FirstFinding, 'kind'>>()
  for (const result of results) {
    const first = firstFinding(result)
    // Where what an agent needs is missing or does not answer, it does not matter which agent was asked.
    const isOfService = first.isFailure === true && result.cause !== undefined && result.cause.kind !== 'agent'
    const keys = [first.essence, ...(first.place === null ? [] : [first.place])].map((key) =>
      [result.verdict, ...(isOfService ? [] : [result.version, result.agent]), key].join('\n'),
    )
    const group = keys.map((key) => groupByKey.get(key)).find((each) => each !== undefined)
    if (group !== undefined) {
      group.members.push(result)
      // What all of them have in common: the exact finding, its kind, or only the line of the script.
      if (first.kind !== group.kind) group.kind = sameLine
      if (first.why !== group.why) group.why = group.kind
    }
    const ownGroup = group ?? { members: [result], why: first.why, kind: first.kind }
    for (const key of keys) if (!groupByKey.has(key)) groupByKey.set(key, ownGroup)
  }
  return [...new Set(groupByKey.values())].toSorted((one, other) => other.members.length - one.members.length)
}

const sameLine = 'the same line of the script'

interface FirstFinding {
  /** Identifies the finding across conversations. */
  essence: string
  /** Where the script asks for it; null if it does not. */
  place: string | null
  /** In a few words: the exact failure, and its kind. */
  why: string
  kind: string
  /** No answer came, or one that could not be used. */
  isFailure?: true
}

function firstFinding(result: ConversationResult): FirstFinding {
  const { file, turns, outcomes, failure, problems, cause, reason, verdict } = result
  const [problem] = problems
  if (problem !== undefined) return plainly(`${problem.message} [${problem.code}]`)
  for (const turn of turns) {
    const [outcome] = failing(turn.outcomes)
    if (outcome !== undefined) return ofOutcome(outcome, file)
    if (turn.failure !== null && turn.verdict !== 'passed') return ofFailure(turn.failure)
  }
  const [outcome] = failing(outcomes)
  if (outcome !== undefined) return ofOutcome(outcome, file)
  return failure === null ? plainly(cause?.why ?? reason ?? verdict) : ofFailure(failure)
}

const plainly = (why: string): FirstFinding => ({ essence: why, place: null, why, kind: why })

function ofOutcome(outcome: Outcome, file: string): FirstFinding {
  const { at, kind, verdict } = outcome
  const text = describeOutcome(outcome)
  const headline = firstLine(text)
  const why = exactly(outcome, headline)
  const essence = ['call', 'unexpected call', 'latency', 'law', 'judge', 'goal'].includes(kind) ? why : text
  const place = `${file}:${at.line}:${at.column}`
  return { essence: `${kind} ${verdict}: ${essence}`, place: `${place} ${kind} ${verdict}`, why, kind: headline }
}

/** The exact failure, if a few words can say it: `create_return_label with carrier "Parcelio"`. */
function exactly(outcome: Outcome, headline: string): string {
  switch (outcome.kind) {
    case 'call':
      return outcome.closest === null || outcome.mismatches.length === 0
        ? headline
        : `${outcome.name} ${outcome.mismatches.map(asCalled).join(', ')}`
    case 'latency':
      return `the time of ${outcome.tool ?? `the ${outcome.subject}`} is not ${describeBudget(outcome.limit)}`
    case 'judge':
      return summariseJudgement(outcome)
    case 'reply':
    case 'item':
    case 'session':
    case 'local':
    case 'error': {
      const [first] = outcome.mismatches
      return first === undefined ? headline : `${headline}: ${first.expected}`
    }
    default:
      return headline
  }
}

function asCalled({ path, actual }: Mismatch): string {
  const [, argument] = /^arguments\.(.+)$/.exec(path) ?? []
  const value = actual === undefined ? 'missing' : showValue(actual)
  return argument === undefined ? `(${path} ${value})` : `with ${argument} ${value}`
}

/** Leaves out ids of sessions, which differ each time. */
function ofFailure(failure: Failure): FirstFinding {
  const why = firstLine(describeFailure(failure))
  const kind = why.replace(/\b[0-9a-f]{8}[0-9a-f-]*\b/gi, '…')
  return { essence: kind, place: null, why, kind, isFailure: true }
}
