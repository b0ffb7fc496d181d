import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Comparison } from '../../compare/comparison.ts'
import { madeUpComparison, madeUpConversation } from '../comparison/comparison.fixture.ts'
import { junitOfRun, madeUpRun } from '../run.fixture.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { suitesOfDocument } from './document-suites.ts'
import { jenkinsSchema } from './jenkins-schema.fixture.ts'
import { writeJunit } from './write-junit.ts'

const folder = resolve(import.meta.dirname, '../../../tests/report')

/** What a schema validator says about a document; null when it is valid. */
async function complaint(xml: string): Promise<string | null> {
  const { valid, rawOutput } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: xml }],
    schema: jenkinsSchema,
  })
  return valid ? null : rawOutput
}

const golden = (name: string, text: string): void => {
  const file = resolve(folder, name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}

const formatComparisonJunit = (comparison: Comparison): string =>
  writeJunit(suitesOfDocument(comparisonDocument(comparison)), comparison.ms)

const hostile = ']]><x a="b">&amp;\u0000\u0008\u001b[31m\ud800\udc00\ud800\ufffe\uffff\u202e\r\n\t"\'{{}}é𝒳'

describe('JUnit', () => {
  it('of a run is valid, and reads as it did', async () => {
    const xml = junitOfRun(madeUpRun(), () => undefined)
    golden('run-junit.out', xml)
    expect(await complaint(xml)).toBe(null)
  })
  it('of a comparison is valid, and reads as it did', async () => {
    const xml = formatComparisonJunit(madeUpComparison())
    golden('comparison-junit.out', xml)
    expect(await complaint(xml)).toBe(null)
  })
  it('says which rule of a gate held by the smallest drop alone', () => {
    const comparison = madeUpComparison()
    const rules = comparison.gate.rules.map((rule) => ({ ...rule, verdict: 'held' as const, smallestDrop: 0.1 }))
    const oneRule = { ...comparison, gate: { ...comparison.gate, rules: rules.slice(0, 1) } }
    expect(formatComparisonJunit(oneRule)).toContain(
      `<property name="smallestDrop" value="${rules[0]?.name}: certainly less than 10 %, the smallest drop that matters"/>`,
    )
    expect(formatComparisonJunit(comparison)).not.toContain('smallestDrop')
  })
  it('is valid whatever the text holds, and the text comes back', async () => {
    const run = madeUpRun()
    const conversations = run.conversations.map((each) => ({
      ...each,
      name: hostile,
      file: hostile,
      suite: hostile,
      reason: hostile,
      sessionId: hostile,
      tags: [hostile],
    }))
    const xml = junitOfRun({ ...run, target: hostile, conversations }, () => hostile)
    expect(await complaint(xml)).toBe(null)
    expect(xml).toContain(
      ']]&gt;&lt;x a=&quot;b&quot;&gt;&amp;amp;[U+0000][U+0008][U+001B][31m𐀀\ufffd\ufffd\ufffd[U+202E]',
    )
    const changed = { name: hostile, reason: hostile, file: hostile, verdict: 'not comparable' } as const
    const comparison = madeUpComparison([
      madeUpConversation(1, changed),
      madeUpConversation(2, { ...changed, excused: hostile }),
    ])
    expect(await complaint(formatComparisonJunit(comparison))).toBe(null)
  })
  it('of nothing is valid', async () => {
    const run = { ...madeUpRun(), conversations: [], problems: [] }
    expect(await complaint(junitOfRun(run, () => undefined))).toBe(null)
  })
  it('is refused by the schema when it is wrong, so that the check can fail', async () => {
    expect(await complaint('<testsuites><testcase name="x"/></testsuites>')).toContain('testcase')
  })
})
