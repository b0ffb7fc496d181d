import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { madeUpCoverage } from '../../engine/coverage/coverage.fixture.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { paintedText } from '../document/door.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint, type Paint } from '../text/paint.ts'
import { coverageLines } from './coverage.ts'

const formatCoverage = (coverage: Coverage, paint: Paint): string =>
  coverageLines(coverage)
    .map((line) => paintedText(line, paint))
    .join('\n')

const golden = resolve(import.meta.dirname, '../../../tests/report/coverage.out')
const plain = createPaint(false)

describe('the coverage as text', () => {
  it('reads as it did', () => {
    const text = `${formatCoverage(madeUpCoverage(), plain)}\n`
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(golden, text)
    expect(text).toBe(readFileSync(golden, 'utf8'))
  })
  it('is the same in colour, but for the colours', () => {
    const coloured = finishText(formatCoverage(madeUpCoverage(), createPaint(true)))
    expect(coloured).toContain('\u001b[')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(formatCoverage(madeUpCoverage(), plain))
  })
  it('says when every tool was called, and when nothing ran', () => {
    const [agent] = madeUpCoverage().agents
    if (agent === undefined) throw new Error('no agent')
    const all = { ...agent, uncovered: { pre: [], during: [], post: [] } }
    expect(formatCoverage({ agents: [all] }, plain)).toMatch(/^ tools not covered {4}none$/m)
    expect(formatCoverage({ agents: [] }, plain)).toBe('coverage  nothing ran')
  })
})
