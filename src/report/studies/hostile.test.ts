import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { JsonValue } from '../../base/json.ts'
import { hideKey } from '../../base/secret-keys.ts'
import { mapMembers } from '../../base/walk-json.ts'
import { writeCtrf } from '../ctrf/write-ctrf.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { annotate } from '../github/annotations.ts'
import { makeReport } from '../html/make-report.ts'
import { headOfDocument, suitesOfDocument } from '../junit/document-suites.ts'
import { jenkinsSchema } from '../junit/jenkins-schema.fixture.ts'
import { writeJunit } from '../junit/write-junit.ts'
import { formatDocumentMarkdown } from '../markdown/document-markdown.ts'
import { otlpParts } from '../otlp/write-otlp.ts'
import { formatDocument } from '../terminal/document.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint } from '../text/paint.ts'
import { madeUpAttacks } from './attack.fixture.ts'
import { attackDocument } from './attack.ts'
import { madeUpTeeth } from './teeth.fixture.ts'
import { teethDocument } from './teeth.ts'
import { madeUpVariation } from './variation.fixture.ts'
import { variationDocument } from './variation.ts'

const active = '\\u001b\\u202e'
const key = 'kx_live_9f86d081884c7d659a2f'
const hostile = `| <script>x</script> ![i](http://e.vil/x) \`c\` @octo #1 --> ]]> ${key}\n::error::x\n\n# head\u202e\u001b[31m\u2028`

/** Members whose values a program chooses among: no text of others. */
const chosen = new Set(
  'kind verdict type role phase subject rule startedAt timestamp status element form family under absent tried'.split(
    ' ',
  ),
)

type Path = readonly (string | number)[]

/** The places of all texts of others in a result. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const names = path.filter((each) => typeof each === 'string')
  if (typeof value === 'string') return chosen.has(names.at(-1) ?? '') ? [] : [path]
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

/** What an output must not hold, whatever others wrote. */
const outputs: Record<string, (document: ReportDocument) => { text: string; never: RegExp }> = {
  terminal: (document) => ({
    text: finishText(formatDocument(document, createPaint(false))),
    never: new RegExp(`[${active}\\u2028]|^\\s*::error::|kx_live`, 'm'),
  }),
  Markdown: (document) => ({
    text: formatDocumentMarkdown(document).replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, ''),
    never: new RegExp(`<script|!\\[|@octo|#1\\b|[${active}]|^# |kx_live`, 'm'),
  }),
  JUnit: (document) => ({
    text: writeJunit(suitesOfDocument(document), document.ms),
    never: new RegExp(`<script|[${active}\\u2028]|kx_live`),
  }),
  CTRF: (document) => ({
    text: writeCtrf(suitesOfDocument(document), headOfDocument(document)),
    never: new RegExp(`[${active}]|kx_live`),
  }),
  annotations: (document) => ({
    text: annotate(document, (file) => file),
    never: new RegExp(`[${active}]|^(?!::(?:error|warning) ).|kx_live`, 'm'),
  }),
}

const studies: Record<string, [result: object, document: (result: never) => ReportDocument]> = {
  attack: [madeUpAttacks(), attackDocument],
  vary: [madeUpVariation(), variationDocument],
  teeth: [madeUpTeeth(), (result) => teethDocument(result, { minScore: 0.9 })],
}

describe.each(Object.entries(studies))('what others wrote in the result of %s', (_, [result, documentOf]) => {
  hideKey(key)
  const places = placesIn(result)
  it('has many places', () => {
    expect(places.length).toBeGreaterThan(25)
  })
  it.each(Object.keys(outputs))('has no effect in %s, wherever it stands', { tags: 'slow' }, (name) => {
    const wrong = places.flatMap((place) => {
      const { text, never } = outputs[name]?.(documentOf(spoiled(result, place) as never)) ?? { text: '', never: /^/ }
      const [found] = never.exec(text) ?? []
      return found === undefined ? [] : [`${place.join('.')}: ${JSON.stringify(found)}`]
    })
    expect(wrong).toEqual([])
  })
  it('leaves JUnit valid, spans readable and the page whole', { tags: 'slow' }, async () => {
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
