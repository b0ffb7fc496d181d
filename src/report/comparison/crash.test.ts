import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../compare/compare-text.fixture.ts'
import { plainPage } from '../html/plain-page.ts'
import { suitesOfDocument } from '../junit/document-suites.ts'
import { writeJunit } from '../junit/write-junit.ts'
import { formatComparisonMarkdown } from '../markdown/result-markdown.ts'
import { comparisonDocument } from '../studies/comparison.ts'

describe('a crash of the agent', () => {
  it('stands in every report, with the place in the code, and is no difference to approve', async () => {
    const { comparison } = await compareRuns({ asks: ['p', 'c'], stays: ['p', 'p'] })
    const crash = 'the agent desk failed: TypeError: policy is undefined (agents/desk.mjs:23:24)'
    expect(comparison.sentence).toBe(
      `Do not publish draft: 1 of 2 conversations got worse ("asks"); draft crashed in "asks": ${crash}.`,
    )
    expect(comparison.conversations[0]).toMatchObject({
      reason: `passed 4 of 4 on default, 0 of 4 on draft; crashed in 4 of 4 runs on draft (${crash})`,
      runs: { b: [{ way: 'turn 1: a crash of the agent', crash }, {}, {}, {}] },
    })
    expect(comparison.conversations[0]).not.toHaveProperty('review')
    const document = comparisonDocument(comparison)
    const reports = [
      formatComparisonMarkdown(comparison).replaceAll('&#58;\u2060', ':'),
      writeJunit(suitesOfDocument(document), 1),
      plainPage(document),
    ]
    for (const report of reports) expect(report.split(crash).length).toBeGreaterThan(1)
  })
  it('of both sides is one of both', async () => {
    const { comparison } = await compareRuns({ asks: ['c', 'c'], stays: ['p', 'p'] })
    expect(comparison.sentence).toContain('; both sides crashed in "asks": the agent desk failed: TypeError')
  })
})
