import { describe, expect, it } from 'vitest'
import { createPaint } from '../../report/text/paint.ts'
import { alignColumns } from './perform-diff.ts'
import { columnsOf, line } from './screen.ts'

const left = { title: 'draft', lines: [line('plain', '日本語 the answer'), line('dim', '12 ms', 2)] }
const right = { title: 'default', lines: [line('plain', `another ${'word '.repeat(12)}`)] }
const plain = createPaint(false)

describe('alignColumns', () => {
  it('shows two columns whose border is straight, whatever the letters', () => {
    const lines = alignColumns(left, right, plain, 80)
    expect(lines).toHaveLength(3)
    expect(lines.map((each) => columnsOf(each.split('│')[0] ?? ''))).toEqual([39, 39, 39])
    expect(lines[0]).toMatch(/^draft +│ default$/)
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80)
  })
  it('keeps the border straight beside a long text of wide letters', () => {
    const lines = alignColumns({ title: 'a', lines: [line('plain', '日本'.repeat(60))] }, right, plain, 90)
    expect(new Set(lines.map((each) => columnsOf(each.split('│')[0] ?? '')))).toEqual(new Set([44]))
  })
  it.each([null, 79])('shows one below the other where there are %s columns', (columns) => {
    expect(alignColumns(left, { title: 'default', lines: [line('plain', 'short')] }, plain, columns)).toEqual([
      'draft',
      '  日本語 the answer',
      '    12 ms',
      'default',
      '  short',
    ])
  })
})
