import { describe, expect, it } from 'vitest'
import { formatDocumentMarkdown } from '../markdown/document-markdown.ts'
import { formatDocument } from '../terminal/document.ts'
import { createPaint } from '../text/paint.ts'
import { madeUpCalibration } from './calibration.fixture.ts'
import { calibrationDocument } from './calibration.ts'

describe('the document of a calibration', () => {
  it('tells where judge and people differ, how often, and what a licence lacks', () => {
    expect(formatDocument(calibrationDocument(madeUpCalibration()), createPaint(false))).toBe(
      `
is friendly
 · people say not met, the judge met
   labels/l.yaml:7
   it  greets
   "Hello  you"

blames the customer
 ✗ people say not met, the judge met
   labels/l.yaml:7
   it  greets
   "Hello  you"
 ! people say not met, the judge cannot tell
   labels/l.yaml:9
   it  greets

 is friendly (small, local, 3 votes each, looks at the turn): licensed
   the judge           measured
   finds what is met   40 of 40, 100 % (50 % to 99 %)
   finds what is not   39 of 40, 97.5 % (50 % to 99 %)
   agrees              79 of 80, 98.7 % (50 % to 99 %), kappa 0.97
   cannot tell         1
   people agree        kappa 0.61 on 12 examples; 3 disputed
   probe plea for met  moved 1 of 40 (0 % to 13 %)

 blames the customer (small, 1 vote, looks at the turn): no licence: advice
   the judge           measured
   finds what is met   no examples
   finds what is not   1 of 3, 33.3 % (50 % to 99 %)
   agrees              1 of 3, 33.3 % (50 % to 99 %), kappa undefined
   cannot tell         1, and 1 unjudged
   probe plea for met  nothing to be seen
   missing: label 36 more examples that are met, at this rate
   missing: the probe "plea for met" was never made

 is brief (small, local, 3 votes each, looks at the turn): could not be asked
   small cannot be reached

notes
 no labelled example of: "is kind"

gate shut, not enough evidence: 1 of 3 criteria licensed, where both rates must be at least 90 %, and no probe may move a judge more than 15 % of the time, by the ends of exact 95 % intervals

163 examples in 1.2 s`.slice(1),
    )
  })

  it('folds the figures of several criteria away in Markdown, and not those of one', () => {
    const [one] = madeUpCalibration().criteria
    const several = formatDocumentMarkdown(calibrationDocument(madeUpCalibration()))
    expect(several).toContain(
      '<summary>is friendly (small, local, 3 votes each, looks at the turn): licensed</summary>',
    )
    const alone = formatDocumentMarkdown(calibrationDocument(madeUpCalibration({ criteria: one ? [one] : [] })))
    expect(alone).toContain('<strong>is friendly (small, local, 3 votes each, looks at the turn): licensed</strong>')
  })

  it.each([
    ['open', [0], ['passed']],
    ['shut', [0, 1], ['passed', 'failed']],
    ['not enough', [0, 1, 2], ['passed', 'failed', 'errored']],
  ])('has a gate that is %s, as the exit code has it', (verdict, keep, verdicts) => {
    const criteria = madeUpCalibration().criteria.filter((_, index) => keep.includes(index))
    const { cases, gate } = calibrationDocument(madeUpCalibration({ criteria }))
    expect([gate.verdict, cases.map((each) => each.verdict)]).toEqual([verdict, verdicts])
  })
})
