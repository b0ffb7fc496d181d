import { describe, expect, it } from 'vitest'
import { alignRows } from './align-rows.ts'

const bold = (text: string): string => `<${text}>`

describe('aligned rows', () => {
  it('pads by width without colours, and leaves no spaces at the end', () => {
    const rows = [
      [
        { text: 'a', paint: bold },
        { text: '10', align: 'right' as const },
      ],
      [{ text: 'long' }, { text: '5', align: 'right' as const, paint: bold }],
      [{ text: '', paint: bold }, { text: 'x' }, { text: '' }],
      [{ text: '' }],
    ]
    expect(alignRows(rows)).toEqual(['<a>     10', 'long   <5>', '      x', ''])
  })
})
