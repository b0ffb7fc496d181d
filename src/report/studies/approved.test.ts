import { describe, expect, it } from 'vitest'
import { describeDecision } from '../../compare/model/describe-decision.ts'
import type { ReviewDifference } from '../../compare/model/review-shape.ts'
import { madeUpBreak, madeUpComparison } from '../comparison/comparison.fixture.ts'
import { annotate } from '../github/annotations.ts'
import { suitesOfDocument } from '../junit/document-suites.ts'
import { writeJunit } from '../junit/write-junit.ts'
import { formatComparisonMarkdown, formatRunMarkdown } from '../markdown/result-markdown.ts'
import { madeUpResult, madeUpRun } from '../run.fixture.ts'
import { comparisonDocument } from './comparison.ts'
import { runDocument } from './run.ts'

const decision = { decision: 'approved', by: 'Ada', on: '2026-11-28', why: 'it is meant' } as const
const approval = 'approved by Ada on 2026-11-28: it is meant'
const difference: ReviewDifference = {
  ...{ id: 'abcdefghij', level: 'calls', turn: 1, kind: 'calls cancel_order once', runs: [0, 1, 2, 3, 4] },
  text: 'turn 2: cancel_order is now called once',
}
const broken = { ...madeUpBreak(), differences: [difference] }
const approved = {
  ...broken,
  id: 'other',
  review: { id: 'a', group: 'g', ...decision },
  excused: describeDecision(decision),
}

describe('what is approved', () => {
  const document = comparisonDocument(madeUpComparison([approved, broken]))

  it('is said beside what a comparison found, is no error, and stands for no break that nobody approved', () => {
    const lines = formatComparisonMarkdown(madeUpComparison([approved, broken])).split('\n')
    const summaries = lines.filter((line) => /^<details><summary>.*regressed/.test(line))
    expect(summaries).toHaveLength(2)
    expect(summaries[0]).toMatch(/❌ regressed.*: turn 2: cancel&#95;order is now called once<\/summary>/)
    expect(summaries[1]).toMatch(
      /✏️ approved: regressed.*: turn 2: cancel&#95;order is now called once; approved by Ada on 2026-11-28/,
    )
    expect(document.findings.map(({ alike }) => alike?.key)).toEqual([
      ...new Set(document.findings.map((each) => each.alike?.key)),
    ])
    expect(annotate(document, (file) => file).match(/^::\w+ file=/gm)).toEqual(['::error file='])
  })
  it('says in a summary how to approve the rest, and nothing of it where all is decided', () => {
    const how = /^If what differs is meant: download result\.json.*npx tableread review result\.json/m
    const open = { ...broken, review: { id: 'b', group: 'g', decision: 'undecided' as const } }
    expect(formatComparisonMarkdown(madeUpComparison([approved, open]))).toMatch(how)
    expect(formatComparisonMarkdown(madeUpComparison([approved]))).not.toMatch(how)
  })
  it('is said of what fails in a run, in its summary and on its line', () => {
    const result = { ...madeUpResult('failed', 1), reason: `${approval}; its suite expects something else still` }
    const run = { ...madeUpRun([result]), problems: [] }
    expect(formatRunMarkdown(run, () => undefined)).toMatch(
      /❌ failed: .*<\/code>.*cancel&#95;order.*; approved by Ada/,
    )
    expect(annotate(runDocument(run), (file) => file)).toContain('; approved by Ada on 2026-11-28: it is meant')
  })
})

it('says in JUnit what changed, and then how often it passed, once', () => {
  const junit = writeJunit(suitesOfDocument(comparisonDocument(madeUpComparison([broken]))), 1)
  expect(junit).toContain(`message="${difference.text}; ${broken.reason}"`)
  expect(junit.split(broken.reason)).toHaveLength(3)
})
