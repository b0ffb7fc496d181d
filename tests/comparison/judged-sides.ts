import { judgeEvidence } from '../../src/compare/statistics/judge-error.ts'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { judged } from '../../src/report/judged.fixture.ts'
import { createPick } from '../corpus/pick.ts'
import { result, turn } from '../report-page/results.ts'
import { isSure, repeated, simulate } from './simulate.ts'

/** Equally good sides that differ only in wording, judged by a model that errs once in twenty. */
export interface JudgedSides {
  name: string
  /** How many wordings an agent has for its answer; infinite if every run has a new one. */
  wordings: number
  /** Whether both sides use the same wordings. */
  alike: boolean
}

/** An agent against itself, and two that say the same in different words. */
export const judgedSides: readonly JudgedSides[] = [1, 2, 5, Number.POSITIVE_INFINITY].flatMap((wordings) => {
  const many =
    wordings === 1 ? 'one wording' : Number.isFinite(wordings) ? `${wordings} wordings` : 'a new wording in each run'
  return [
    { name: `the same agent, ${many}`, wordings, alike: true },
    { name: `an agent equally good in other words, ${many}`, wordings, alike: false },
  ]
})

const error = 0.05
/** The judge was right on 143 of 150 labelled examples of each kind. */
const agreement = { right: 143, of: 150, interval: [0.906, 0.981] as [number, number] }
const licence = { kind: 'licensed', given: '2026-11-08', met: agreement, notMet: agreement } as const

/** How often such a comparison calls any difference for sure; `blind` treats judges as infallible. */
export function judgedErrorRate(
  { wordings, alike }: JudgedSides,
  conversations: number,
  comparisons: number,
  { blind, seed }: { blind: boolean; seed: number },
): number {
  const pick = createPick(seed)
  let wrong = 0
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const runs = Array.from({ length: conversations }, () => ({
      a: [] as ConversationResult[],
      b: [] as ConversationResult[],
      known: new Map<string, ConversationResult>(),
    }))
    const runOf = (conversation: number, side: 'a' | 'b', index: number): boolean => {
      const own = runs[conversation]
      if (own === undefined) return true
      const wording = Number.isFinite(wordings) ? letters(pick(wordings)) : `${side}${letters(index)}`
      const words = alike ? wording : `${side} ${wording}`
      const runResult = own.known.get(words) ?? resultFor(words, pick(1_000_000) >= error * 1_000_000)
      own.known.set(words, runResult)
      own[side].push(runResult)
      return runResult.verdict === 'passed'
    }
    const { called } = simulate(
      conversations,
      repeated(5),
      (conversation, index) => [runOf(conversation, 'a', index), runOf(conversation, 'b', index)],
      (conversation) => {
        const own = runs[conversation]
        return blind || own === undefined ? null : judgeEvidence(own.a, own.b)
      },
    )
    if (called.some(isSure)) wrong += 1
  }
  return wrong / comparisons
}

/** Wordings are spelled in letters, because numbers do not count as different wordings. */
const letters = (index: number): string =>
  [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')

function resultFor(words: string, passed: boolean): ConversationResult {
  const outcome = judged(passed ? 'passed' : 'failed', passed ? 'met' : 'not met', [], { licence })
  const verdict = passed ? 'passed' : 'failed'
  return result(1, 'talk', [turn(0, 'late', [said('assistant', words, 1)], { verdict, outcomes: [outcome] })], {
    verdict,
  })
}
