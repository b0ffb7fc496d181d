import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../src/report')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))

/** What makes text of others fit to be shown. In a report, the door alone does so. */
const doorOnly = /\b(?:cutText|cutJson|lastOf|cleanLine|redactKeys|conceal\w*)\b/

/** Writers of runs and comparisons that are not documents yet. The list only gets shorter. */
const beforeTheDoor: readonly string[] = [
  'comparison/format-comparison.ts',
  'comparison/format-differences.ts',
  'comparison/format-features.ts',
  'comparison/latency.ts',
  'github/annotations.ts',
  'html/search-text.ts',
  'markdown/blocks.ts',
  'markdown/comparison-markdown.ts',
  'markdown/conversation-details.ts',
  'markdown/run-markdown.ts',
  'picture/draw-text.ts',
  'terminal/bisection.ts',
  'terminal/format-coverage.ts',
  'terminal/format-history.ts',
  'terminal/tell-failures.ts',
  'terminal/terminal-reporter.ts',
  'text/describe-judgement.ts',
  'text/format-failure.ts',
  'text/format-verdict.ts',
  'text/line.ts',
  'text/show-entry.ts',
  'text/trace-conversation.ts',
]

describe('in reports, text of others', () => {
  it('is made fit to be shown by the door alone', () => {
    const naming = sources.filter((file) => doorOnly.test(readFileSync(join(root, file), 'utf8')))
    expect(naming.filter((file) => file !== 'document/door.ts').sort()).toEqual([...beforeTheDoor].sort())
  })
})
