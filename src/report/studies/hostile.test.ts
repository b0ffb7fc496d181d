import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { formatNames } from '../../app/formats/formats.ts'
import { reportContext } from '../../app/formats/reported.ts'
import { formatReport } from '../../app/reports/write-reports.ts'
import type { JsonValue } from '../../base/json/json.ts'
import { mapMembers } from '../../base/json/walk-json.ts'
import { hideKey } from '../../base/secrets/secret-keys.ts'
import { eachByTier } from '../../base/tiers.fixture.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { madeUpComparison } from '../comparison/comparison.fixture.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { annotate } from '../github/annotations.ts'
import { makeReport } from '../html/make-report.ts'
import { suitesOfDocument } from '../junit/document-suites.ts'
import { jenkinsSchema } from '../junit/jenkins-schema.fixture.ts'
import { writeJunit } from '../junit/write-junit.ts'
import { formatDocumentMarkdown } from '../markdown/document-markdown.ts'
import { otlpParts } from '../otlp/write-otlp.ts'
import { madeUpRun } from '../run.fixture.ts'
import { formatDocument } from '../terminal/document.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint } from '../text/paint.ts'
import { madeUpAttacks } from './attack.fixture.ts'
import { attackDocument } from './attack.ts'
import { madeUpCalibration } from './calibration.fixture.ts'
import { calibrationDocument } from './calibration.ts'
import { comparisonDocument } from './comparison.ts'
import { madeUpContract } from './contract.fixture.ts'
import { contractDocument } from './contract.ts'
import { runDocument } from './run.ts'
import { madeUpSuggestion } from './suggestion.fixture.ts'
import { suggestionDocument } from './suggestion.ts'
import { madeUpProof, madeUpTeeth } from './teeth.fixture.ts'
import { teethDocument } from './teeth.ts'
import { madeUpVariation } from './variation.fixture.ts'
import { variationDocument } from './variation.ts'

const active = '\\u001b\\u202e'
const key = 'kx_live_9f86d081884c7d659a2f'
const hostile = `| <script>x</script> ![i](http://e.vil/x) \`c\` @octo #1 --> ]]> ${key}\n::error::x\n\n# head\u202e\u001b[31m\u2028`

/** Members whose values a program chooses among: no text of others. */
const choiceKeys = new Set(
  'kind verdict type role phase subject rule startedAt timestamp status element form family under absent tried level outcome host method credential code certainty ending'.split(
    ' ',
  ),
)

type Path = readonly (string | number)[]

/** The places of all texts of others in a result. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const names = path.filter((each) => typeof each === 'string')
  if (typeof value === 'string') return choiceKeys.has(names.at(-1) ?? '') ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    placesIn(each, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

/** The result with the hostile text at a place. */
function spoiled<T>(value: T, [first, ...rest]: Path): T {
  if (first === undefined) return hostile as T
  return mapMembers(value as JsonValue, (each, name) =>
    String(name) === String(first) ? spoiled(each, rest) : each,
  ) as T
}

type Write = (document: ReportDocument) => string | Promise<string>

// The page needs a build, and the JSON is the result itself.
const formats = formatNames.filter((name) => name !== 'html' && name !== 'json')
const outputs: Record<string, Write> = {
  terminal: (document) => finishText(formatDocument(document, createPaint(false))),
  annotations: (document) => annotate(document, (file) => file),
  ...Object.fromEntries(
    formats.map((name): [string, Write] => [
      name,
      (document) =>
        formatReport(
          name,
          { result: {}, document },
          reportContext(() => undefined),
        ),
    ]),
  ),
  markdown: (document) => formatDocumentMarkdown(document).replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, ''),
}

/** What an output must not hold, whatever others wrote; and some of them besides. */
const anywhere = `[${active}]|kx_live`
const never: Record<string, RegExp> = {
  terminal: new RegExp(`${anywhere}|\\u2028|^\\s*::error::`, 'm'),
  markdown: new RegExp(`${anywhere}|<script|!\\[|@octo|#1\\b|^# `, 'm'),
  junit: new RegExp(`${anywhere}|\\u2028|<script`),
  otlp: new RegExp(`[${active}]`), // keys are taken out where spans are written or sent
  annotations: new RegExp(`${anywhere}|^(?!::(?:error|warning) ).`, 'm'),
}

const studies: Record<string, [result: object, document: (result: never) => ReportDocument]> = {
  attack: [madeUpAttacks(), attackDocument],
  vary: [madeUpVariation(), variationDocument],
  teeth: [madeUpTeeth({ minScore: 0.9 }), teethDocument],
  prove: [madeUpProof(), teethDocument],
  suggest: [madeUpSuggestion(), suggestionDocument],
  'judge calibrate': [madeUpCalibration(), calibrationDocument],
  contract: [madeUpContract(), contractDocument],
  run: [madeUpRun(), (result: RunResult) => runDocument(result, () => undefined)],
  compare: [madeUpComparison(), (result: Comparison) => comparisonDocument(result)],
}

describe.each(Object.entries(studies))('what others wrote in the result of %s', (_, [result, documentOf]) => {
  hideKey(key)
  const places = placesIn(result)
  it('has many places', () => {
    expect(places.length).toBeGreaterThan(25)
  })
  eachByTier(1)(Object.keys(outputs))('has no effect in %s, wherever it stands', { tags: 'slow' }, async (name) => {
    const wrong: string[] = []
    for (const place of places) {
      const text = (await outputs[name]?.(documentOf(spoiled(result, place) as never))) ?? ''
      const [value] = (never[name] ?? new RegExp(anywhere)).exec(text) ?? []
      if (value !== undefined) wrong.push(`${place.join('.')}: ${JSON.stringify(value)}`)
    }
    expect(wrong).toEqual([])
  })
  it('leaves JUnit valid, spans readable and the page whole', { tags: 'stress' }, async () => {
    for (const place of places) {
      const document = documentOf(spoiled(result, place) as never)
      expect(() => JSON.parse([...otlpParts(document)].join(''))).not.toThrow()
      expect(makeReport(document).bodies.map((body) => body().kind)).not.toContain('run')
    }
    const whole = places.reduce((spoilt, place) => spoiled(spoilt, place), result)
    const xml = writeJunit(suitesOfDocument(documentOf(whole as never)), 1)
    const { valid, rawOutput } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: xml }],
      schema: jenkinsSchema,
    })
    expect([valid, valid ? '' : rawOutput]).toEqual([true, ''])
  })
})
