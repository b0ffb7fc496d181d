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

const approve = async (comparison: Comparison, some: readonly number[], editable: string[] = []): Promise<string> => {
  const desk = openReviewDesk(comparison, join(folder, 'reviews.yaml'), 'Ada')
  for (const at of some)
    desk.decide(
      [desk.conversations()[at]].flatMap((each) => each ?? []),
      { decision: 'approved', why: 'meant' },
    )
  return (await desk.conclude("'my result.json'", async () => editable)).replaceAll(`${folder}/`, '')
}

it('quotes what each side said in some conversations of a group, and counts the others', () => {
  const comparison = comparisonOf()
  const [first, second] = comparison.conversations
  if (first === undefined || second === undefined) throw new Error('two are made up')
  expect(describeGroup([first], comparison).slice(-3)).toEqual([
    '    turn 2  user: Please cancel it.',
    '      - default  call lookup_order(order_id: "1042") -> {state: open} 10 ms during',
    '      + draft    no such call',
  ])
  const group = (size: number): string[] => {
    const many = Array.from({ length: size }, (_, index) => ({ ...second, name: `asks ${index}` }))
    return describeGroup([first, ...many], comparison)
  }
  expect(group(1).at(-6)).toBe('    asks to cancel, turn 2  user: Please cancel it.')
  expect(group(1).at(-3)).toBe('    asks 0, turn 2  user: Please cancel it.')
  expect(group(4).slice(-3)).toEqual([
    '      - default  call lookup_order(order_id: "1042") -> {state: open} 10 ms during',
    '      + draft    no such call',
    '    and what 2 more conversations said: --serve shows all',
  ])
})

it('says what it wrote and what comes next', async () => {
  expect(await approve(comparisonOf(), [])).toBe(
    "reviews.yaml is as it was: nothing was decided\nnext: npx tableread review 'my result.json'   (2 differences undecided)\n",
  )
  expect(await approve(comparisonOf(), [0])).toContain(
    "wrote reviews.yaml: 1 approved\nnext: npx tableread review 'my result.json'   (1 difference undecided)\n",
  )
  expect(readFileSync(join(folder, 'reviews.yaml'), 'utf8')).toContain('asks to cancel')
})

const again = 'wrote reviews.yaml: 2 approved\nnext: commit reviews.yaml, and compare again: the gate goes by it\n'

it('asks for --deep where a break that is approved has turns behind it', async () => {
  const { conversations, ...rest } = comparisonOf(false)
  const hidden = { turn: 2, why: 'no run of default went on' }
  const [text] = [await approve({ ...rest, conversations: conversations.map((each) => ({ ...each, hidden })) }, [0, 1])]
  expect(text).toContain(
    'compare again with --deep, which judges the turns behind what is approved: the gate goes by it',
  )
})

it('names the edit of suites only where it does something, and after the draft is published', async () => {
  const edit = "npx tableread review 'my result.json' --edit-suites   (suites expect what was before)\n"
  const byHand = 'edit by hand: s.yaml:0, s.yaml:1   (suites expect what was before)\n'
  const both = ['s.yaml:0', 's.yaml:1']
  const { sides, ...comparison } = comparisonOf()
  const published = { ...comparison, sides: { ...sides, b: { ...sides.b, version: '2', label: '2' } } }
  const decide = async (of: Comparison, editable: string[]): Promise<string> => {
    rmSync(join(folder, 'reviews.yaml'), { force: true })
    return approve(of, [0, 1], editable)
  }
  expect(await decide(comparisonOf(), both)).toBe(`${again}once draft is published: ${edit}`)
  expect(await decide(comparisonOf(), [])).toBe(`${again}once draft is published, ${byHand}`)
  expect(await decide(published, both)).toBe(`${again}next: ${edit}`)
  expect(await decide(published, ['s.yaml:0'])).toBe(
    `${again}next: ${edit}next, edit by hand: s.yaml:1   (suites expect what was before)\n`,
  )
  expect(await decide(comparisonOf(false), both)).toBe(again)
})
