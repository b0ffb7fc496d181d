import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Comparison } from '../../../compare/comparison.ts'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { madeUpBreak, madeUpComparison } from '../../../report/comparison/comparison.fixture.ts'
import { describeGroup, openReviewDesk } from './review-desk.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-desk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Two conversations that break in ways of their own; `fails` whether they also fail what their suite expects. */
function comparisonOf(fails = true): Comparison {
  const broken = ['cancel', 'refund'].map((kind, index): ConversationComparison => {
    const { runs, shown, ...made } = madeUpBreak()
    const verdict = fails ? 'failed' : 'passed'
    return {
      ...{ ...made, id: `s.yaml:${index}`, name: `asks to ${kind}` },
      ...{ runs: { ...runs, b: runs.b.map((run) => ({ ...run, verdict })) } },
      ...{ shown: { ...shown, b: shown.b && { ...shown.b, verdict } } },
      differences: [
        {
          id: index === 0 ? 'abcdefghij' : 'bbcdefghij',
          level: 'calls',
          turn: 1,
          text: kind,
          runs: [0, 1, 2, 3, 4],
          kind,
        },
      ],
    }
  })
  return madeUpComparison(broken)
}

const approve = (comparison: Comparison, ...some: number[]): string => {
  const desk = openReviewDesk(comparison, join(folder, 'reviews.yaml'), 'Ada')
  for (const at of some)
    desk.decide(
      [desk.conversations()[at]].flatMap((each) => each ?? []),
      { decision: 'approved', why: 'meant' },
    )
  return desk.conclude('my result.json').replaceAll(`${folder}/`, '')
}

it('quotes what each side said in one conversation of a group', () => {
  const comparison = comparisonOf()
  const [first, second] = comparison.conversations
  if (first === undefined || second === undefined) throw new Error('two are made up')
  expect(describeGroup([first], comparison).slice(-3)).toEqual([
    '    turn 2  user: Please cancel it.',
    '      - default  call lookup_order(order_id: "1042") -> {state: open} 10 ms during',
    '      + draft    no such call',
  ])
  expect(describeGroup([first, second], comparison).at(-3)).toBe('    asks to cancel, turn 2  user: Please cancel it.')
})

it('says what it wrote and what comes next', () => {
  expect(approve(comparisonOf())).toBe(
    "reviews.yaml is as it was: nothing was decided\nnext: npx tableread review 'my result.json'   (2 differences undecided)\n",
  )
  expect(approve(comparisonOf(), 0)).toContain(
    "wrote reviews.yaml: 1 approved\nnext: npx tableread review 'my result.json'   (1 difference undecided)\n",
  )
  expect(approve(comparisonOf(), 1)).toContain('--edit-suites   (suites expect what was before)\n')
  expect(readFileSync(join(folder, 'reviews.yaml'), 'utf8')).toContain('asks to refund')
})

it('sends back to the comparison where every suite fits', () => {
  expect(approve(comparisonOf(false), 0, 1)).toMatch(
    /^wrote reviews.yaml: 2 approved\nnext: commit reviews.yaml, and compare again: the gate goes by it\n$/,
  )
})
