import type { Comparison } from '../../src/compare/comparison.ts'
import type { TurnComparison } from '../../src/compare/model/turn-comparison.ts'
import type { RunResult } from '../../src/engine/run-result.ts'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import type { TurnResult } from '../../src/engine/verdict/conversation-result.ts'
import { verdicts } from '../../src/engine/verdict/verdict.ts'
import { compared, makeComparison } from './make-comparison.ts'
import { makeRun } from './make-run.ts'
import { countBy, result, turn } from './results.ts'

const turnOf = (index: number, answer: string): TurnResult =>
  turn(index, `Question ${index + 1}?`, [
    said('user', `Question ${index + 1}?`),
    said('assistant', answer, 400, 'order-desk'),
  ])

/**
 * A comparison with a conversation of eight turns: two are the same, the third differs, and on draft the talk
 * ends there.
 */
export function makeLongComparison(): Comparison {
  const a = Array.from({ length: 8 }, (_, index) => turnOf(index, `Answer ${index + 1}.`))
  const b = a.map((each, index): TurnResult => {
    if (index < 2) return each
    if (index === 2) return { ...turnOf(2, 'Something else.'), verdict: 'failed' }
    return { ...each, verdict: 'not reached', turnMs: null, entries: [] }
  })
  const turns = a.map((_, index): TurnComparison => {
    const same = { a: 0, b: 0, kind: 'same' } as const
    if (index < 2)
      return { a: index, b: index, verdict: 'same', changes: [], rows: [same, { a: 1, b: 1, kind: 'same' }] }
    if (index > 2)
      return {
        ...{ a: index, b: index, verdict: 'regressed', changes: [] },
        rows: [
          { a: 0, b: null, kind: 'only a' },
          { a: 1, b: null, kind: 'only a' },
        ],
      }
    const words = [
      { kind: 'removed', text: 'Answer 3.' },
      { kind: 'added', text: 'Something else.' },
    ] as const
    return {
      ...{
        a: index,
        b: index,
        verdict: 'regressed',
        changes: [{ level: 'reply', text: 'the reply of turn 3 differs' }],
      },
      rows: [same, { a: 1, b: 1, kind: 'message', words: [...words], items: [], agents: null }],
    }
  })
  const long = compared(140, 'asks eight questions', {
    verdict: 'regressed',
    certainty: 'hard break',
    reason: 'passed 5 of 5 on default, 0 of 5 on draft',
    shown: {
      a: result(140, 'asks eight questions', a),
      b: result(140, 'asks eight questions', b, { verdict: 'failed', version: 'draft' }),
    },
    turns,
  })
  const { conversations, totals, ...rest } = makeComparison()
  return {
    ...rest,
    totals: { ...totals, regressed: totals.regressed + 1 },
    conversations: [long, ...conversations],
  }
}

/** A run of two versions: all conversations of `makeRun`, and all of them again on draft, where two pass. */
export function makeVersionsRun(): RunResult {
  const run = makeRun()
  const drafts = run.conversations.map((each, index) => ({
    ...each,
    id: each.id.replace(/ default$/, ' draft'),
    version: 'draft',
    ...(index === 1 || index === 3 ? { verdict: 'passed' as const, reason: null } : {}),
  }))
  const conversations = [...run.conversations, ...drafts]
  return { ...run, versions: ['default', 'draft'], totals: countBy(verdicts, conversations), conversations }
}
