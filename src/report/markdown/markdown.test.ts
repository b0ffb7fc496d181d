import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { madeUpBreak, madeUpComparison, madeUpConversation } from '../comparison/comparison.fixture.ts'
import { madeUpResult, madeUpRun } from '../run.fixture.ts'
import { commentLimit } from './blocks.ts'
import { formatComparisonMarkdown, formatRunMarkdown } from './result-markdown.ts'

const golden = (name: string, text: string): void => {
  const file = resolve(import.meta.dirname, '../../../tests/report', name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
const none = (): undefined => undefined
const hostile = '| <script>x</script> ![i](http://e.vil/x) `c` @octo #1 </details> --> \n\n# head\u202e'

describe('a comparison as Markdown', () => {
  it('reads as it did', () => {
    golden('comparison-markdown.out', formatComparisonMarkdown(madeUpComparison()))
  })
  it('begins with the mark by which its comment is found, then the sentence', () => {
    const [mark, heading] = formatComparisonMarkdown(madeUpComparison()).split('\n')
    expect([mark, heading?.slice(0, 24)]).toEqual(['<!-- tableread -->', '## ❌ Do not publish draf'])
  })
  it('keeps text of others as text', () => {
    const conversation = {
      ...madeUpBreak(),
      name: hostile,
      suite: hostile,
      file: hostile,
      reason: hostile,
      changes: [{ level: 'reply', text: hostile } as const],
    }
    const comparison = { ...madeUpComparison([conversation]), sentence: hostile }
    const markdown = formatComparisonMarkdown(comparison)
    const outside = markdown.replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')
    expect(outside).not.toMatch(/<script|!\[|@octo|#1\b|<b>stays/)
    expect(markdown).not.toContain('\u202e')
    expect(outside.match(/<\/details>/g)?.length).toBe(outside.match(/<details>/g)?.length)
    const widths = markdown.split('\n').filter((line) => line.startsWith('| ❌'))
    expect(new Set(widths.map((line) => line.split('|').length))).toEqual(new Set([6]))
  })
  it('is never longer than a comment may be, and counts what it leaves out', { tags: 'stress' }, () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...madeUpBreak(),
      id: String(index),
      name: `${index} ${'x|'.repeat(150)}`,
    }))
    const text = formatComparisonMarkdown(madeUpComparison(many))
    expect(text.length).toBeLessThanOrEqual(commentLimit)
    const lineCount = text.split('\n').filter((line) => /^(?:- |<details><summary>)❌ regressed/.test(line)).length
    expect(lineCount).toBeGreaterThan(25)
    expect(text).toContain(`\nand ${3_000 - lineCount} more\n`)
    expect(text.trimEnd()).toMatch(/<\/sub>$/)
  })
  it('has no findings when everything is the same', () => {
    const same = formatComparisonMarkdown(madeUpComparison([madeUpConversation(1)]))
    expect(same).not.toContain('conversation at 1')
    expect(same).toContain('1 same of 1')
  })
})

describe('a run as Markdown', () => {
  it('reads as it did', () => {
    golden('run-markdown.out', formatRunMarkdown(madeUpRun(), none))
  })
  it.each([
    ['❌ 1 of 2 conversations on draft failed', [madeUpResult('failed', 1), madeUpResult('passed', 2)]],
    ['⚠️ 1 of 1 conversation on draft could not be judged', [madeUpResult('errored', 1)]],
    ['✅ 1 of 1 conversation on draft passed', [madeUpResult('passed', 1)]],
    ['⚠️ Nothing ran', []],
  ])('says %s', (heading, conversations) => {
    expect(formatRunMarkdown({ ...madeUpRun(conversations), problems: [] }, none).split('\n')[1]).toBe(`## ${heading}`)
  })
  it('keeps text of others as text, and is short enough', () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      madeUpResult('failed', index + 1, { name: hostile, suite: hostile, reason: `${hostile}\`\`\`\n` }),
    )
    const text = formatRunMarkdown(madeUpRun(many), () => hostile)
    expect(text.length).toBeLessThanOrEqual(commentLimit)
    const outside = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
    expect(outside).not.toMatch(/<script|!\[|@octo|```/)
    expect(outside.match(/<\/details>/g)?.length).toBe(outside.match(/<details>/g)?.length)
  })
})
