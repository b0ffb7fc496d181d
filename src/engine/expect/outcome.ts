import type { JsonObject, JsonValue } from '../../base/json.ts'
import { describeBreakdown } from '../../base/wording.ts'
import type { Budget } from '../../suite/language/duration.ts'
import type { Finding } from '../../suite/language/judge-expectation.ts'
import type { ItemKind } from '../../suite/language/reply-expectation.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { Ungrounded } from '../transcript/ground.ts'
import type { Finding as LawFinding } from '../transcript/law.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { answerOf, certainFirst, settle } from './answer.ts'
import type { Judgement, LicenceSeen } from './judgement.ts'

/**
 * The outcome of one expectation: `passed`, `failed`, or `not judged` when there was nothing to judge it on,
 * which never counts as a pass. `reference` is only shown and does not affect the verdict; neither does
 * `advice`, the finding of a judge without a licence. Plain JSON data; `at` is the place in the script.
 */
export type Outcome = {
  at: Place
  verdict: 'passed' | 'failed' | 'not judged' | 'reference' | 'advice'
  /** The turn, counted from 0, for which this holds with the calls that only the stored session shows beside it. */
  beside?: number
} & OutcomeDetail

/** The outcome of an expectation about calls. */
export type CallOutcome = Extract<Outcome, { kind: 'call' | 'unexpected call' | 'call count' }>

/** A call as outcomes show it; `index` counts the entries of its turn from 0. */
export interface CallSeen {
  index: number
  name: string
  phase: string | null
  arguments: JsonObject
}

/** The kinds of expectation, each with what a person needs to see when it fails. */
type OutcomeDetail =
  | {
      /** A condition on the reply or one of its parts; `subject` names the part. */
      kind: 'reply'
      subject: string
      mismatches: Mismatch[]
    }
  | {
      /**
       * A content item that some message should hold; the mismatches are those of the closest item, and `seen`
       * counts the items of its kind.
       */
      kind: 'item'
      item: ItemKind
      seen: number
      mismatches: Mismatch[]
    }
  | {
      /**
       * An expected call; `closest` is the call it got, or the free call of its name that the mismatches refer to; null
       * when there is none. `made` lists the turn's calls when it failed.
       */
      kind: 'call'
      name: string
      closest: CallSeen | null
      mismatches: Mismatch[]
      made: CallSeen[]
      /** The phase that the expectation is narrowed to, if any. */
      inPhase?: string
      /** The expectation's position among the others, in the terms of the language: `calls[0]`, `calls.during[1]`. */
      by?: string
    }
  | {
      /** A call that must not be there: under `never`, `none`, or more than `exactly` lists. */
      kind: 'unexpected call'
      rule: 'never' | 'none' | 'exactly'
      call: CallSeen | null
      by?: string
    }
  | {
      /** The number of calls. */
      kind: 'call count'
      name: string | null
      mismatches: Mismatch[]
      made: CallSeen[]
      /** The entries of the counted calls, where the count is for one expectation (`times`). */
      counted?: number[]
      by?: string
    }
  | {
      /** A limit on a time in milliseconds; `ms` is null when the time is not known. */
      kind: 'latency'
      subject: 'turn' | 'reply' | 'tool'
      tool: string | null
      limit: Budget
      ms: number | null
      /** The entry of the tool's call. */
      index?: number
      /** For a limit on a statistic: which one, over how many samples. */
      over?: { statistic: 'p50' | 'p95'; samples: number }
    }
  | {
      /** A refusal that was expected; `answered` when the service did not refuse. */
      kind: 'error'
      answered: boolean
      mismatches: Mismatch[]
    }
  | {
      /** A transcript law that the turn or the session breaks. */
      kind: 'law'
      finding: LawFinding
    }
  | {
      /**
       * A member of the stored session; `subject` is its name in the language. Not judged where the service
       * does not have it yet, or for another `reason`.
       */
      kind: 'session'
      subject: string
      mismatches: Mismatch[]
      reason?: string
    }
  | {
      /** What only the local service shows; `subject` is outbox, queue or attempts. */
      kind: 'local'
      subject: string
      mismatches: Mismatch[]
    }
  | {
      /**
       * Part of an expectation that cannot be judged, because the value of a variable leaves nothing to judge,
       * because the answer is uncertain (the language of two words), or because judging failed; never passed.
       */
      kind: 'value'
      subject: string
      reason: string
    }
  | {
      /** A criterion judged by a model. Without a licence that counts, the verdict is `advice` or `not judged`. */
      kind: 'judge'
      criterion: string
      expected: Finding
      looksAt: 'turn' | 'conversation'
      judgement: Judgement
      licence: LicenceSeen
      /** `every turn`, where the criterion is a guardrail. */
      by?: string
    }
  | {
      /** Whether a simulated user reached its goal: after `turns` of its own messages, of at most `patience`. */
      kind: 'goal'
      wants: string
      ended: 'done' | 'gave up' | 'out of patience'
      why: string | null
      turns: number
      patience: number
    }
  | {
      /** A value that later turns need but that is missing. */
      kind: 'capture'
      reason: string
      hint: string
    }

/**
 * One condition of a matcher that does not hold, or could not be judged: its place in the script, the path in
 * the value, what was expected, and the actual value (undefined: none).
 */
export interface Mismatch {
  at: Place
  path: string
  expected: string
  actual?: JsonValue
  /** Why the condition could not be decided; it then neither passes nor fails. */
  doubt?: string
}

/** A mismatch; an absent value leaves `actual` out. */
export function mismatch(at: Place, path: string, expected: string, actual: JsonValue | undefined): Mismatch {
  return actual === undefined ? { at, path, expected } : { at, path, expected, actual }
}

/** A condition that could not be judged, and why. */
export function doubted(at: Place, path: string, expected: string, actual: JsonValue, doubt: string): Mismatch {
  return { at, path, expected, actual, doubt }
}

/**
 * A condition of which neither it nor its opposite holds, because what the agent gave says two things or nothing that
 * anybody could be sure of.
 */
export function unclear(at: Place, path: string, what: string, actual: JsonValue, doubt: string): Mismatch {
  const expected = `${what} that says one thing, but ${doubt}`
  const neither: Mismatch & { neither: true } = { at, path, expected, actual, doubt, neither: true }
  return neither
}

/** The verdict that mismatches amount to, and those of them to show with it. */
export function verdictOn(misses: Mismatch[]): {
  verdict: 'passed' | 'failed' | 'not judged'
  mismatches: Mismatch[]
} {
  const found = settle(misses)
  const verdicts = { holds: 'passed', fails: 'failed', 'cannot tell': 'not judged' } as const
  return { verdict: verdicts[answerOf(found)], mismatches: certainFirst(found) }
}

/** Outcomes for conditions on `subject` that could not be judged, one for each place. */
export function unjudgedOf(subject: string, mismatches: readonly Mismatch[]): Outcome[] {
  const seen = new Set<Place>()
  return mismatches.flatMap(({ at, path, doubt }): Outcome[] => {
    if (doubt === undefined || seen.has(at)) return []
    seen.add(at)
    return [{ kind: 'value', verdict: 'not judged', at, subject: path === '' ? subject : path, reason: doubt }]
  })
}

/**
 * What expectations see of a turn: its view, its wall-clock time in milliseconds, and the service's refusal,
 * if any.
 */
export interface TurnFacts {
  view: TurnView
  /** Null where the answer was lost and recovered from the stored session, so that its time is unknown. */
  turnMs: number | null
  /** What only the local service shows, if the turn expects something of it. */
  local?: { outbox?: JsonValue; queue?: JsonValue; attempts?: JsonValue }
  refusal: { status: number; errorCode: string | null; message: string } | null
  /** The facts in the reply that nothing said before supports; left out where the history is unknown. */
  ungrounded?: () => readonly Ungrounded[]
}

/**
 * Runs `judge`; if it throws, returns that this one part could not be judged. What a service sends may be too
 * large or too deep for a pattern, a schema or our own code, and must never abort the rest of a run.
 */
export function tellUnjudged(subject: string, at: Place, judge: () => Outcome[]): Outcome[] {
  try {
    return judge()
  } catch (error) {
    return [{ kind: 'value', verdict: 'not judged', at, subject, reason: describeBreakdown(error) }]
  }
}
