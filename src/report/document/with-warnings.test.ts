import { expect, it } from 'vitest'
import { formatNames } from '../../app/formats/formats.ts'
import { reportContext } from '../../app/formats/reported.ts'
import { formatReport } from '../../app/reports/write-reports.ts'
import { gatherWarnings } from '../../engine/verdict/warnings.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { annotate } from '../github/annotations.ts'
import { makeReport } from '../html/make-report.ts'
import { madeUpAttacks, madeUpHarm } from '../studies/attack.fixture.ts'
import { attackDocument } from '../studies/attack.ts'
import { madeUpTeeth } from '../studies/teeth.fixture.ts'
import { teethDocument } from '../studies/teeth.ts'
import { madeUpVariation } from '../studies/variation.fixture.ts'
import { variationDocument } from '../studies/variation.ts'
import { formatDocument } from '../terminal/document.ts'
import { createPaint } from '../text/paint.ts'
import type { ReportDocument } from './report-document.ts'
import { withWarnings } from './with-warnings.ts'

const warning: Problem = {
  code: 'idle-guardrail',
  severity: 'warning',
  file: 'a.yaml',
  at: { line: 3, column: 5, length: 8 },
  message: 'nothing lists the wiper',
  tool: 'wipe_all',
}

const studies: [string, ReportDocument][] = [
  ['attack', attackDocument(madeUpAttacks())],
  ['teeth', teethDocument(madeUpTeeth())],
  ['vary', variationDocument(madeUpVariation())],
]
// The page needs a build, and the JSON is the result itself.
const textFormats = formatNames.filter((name) => name !== 'html' && name !== 'json')
const formats: [string, (document: ReportDocument) => string | Promise<string>][] = [
  ['terminal', (document) => formatDocument(document, createPaint(false))],
  ['HTML', (document) => JSON.stringify(makeReport(document))],
  ['annotations', (document) => annotate(document, (file) => file)],
  ...textFormats.map((name): [string, (document: ReportDocument) => Promise<string>] => [
    name,
    (document) =>
      formatReport(
        name,
        { result: {}, document },
        reportContext(() => undefined),
      ),
  ]),
]

it.each(studies.flatMap(([study, document]) => formats.map(([format, write]) => ({ study, format, document, write }))))(
  '$study tells of names that nothing knows: $format',
  async ({ document, write }) => {
    expect(await write(document)).not.toContain('the wiper')
    expect(String(await write(withWarnings(document, [warning]))).replace(/\s+/g, ' ')).toContain(
      'nothing lists the wiper',
    )
  },
)

it('a call in any conversation makes a name known to all', () => {
  const { add, read } = gatherWarnings()
  const { run } = madeUpHarm()
  add({ ...run, turns: [], warnings: [warning, { ...warning, at: { ...warning.at, line: 4 }, tool: 'issue_*' }] })
  expect(read().map(({ tool }) => tool)).toEqual(['wipe_all', 'issue_*'])
  add(run)
  expect(read().map(({ tool }) => tool)).toEqual(['wipe_all'])
})
