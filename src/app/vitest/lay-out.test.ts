import { describe, expect, it } from 'vitest'
import { layOut } from './write-module.ts'

describe('layOut', () => {
  it('puts each piece on its line and column', () => {
    const lines = layOut(
      'head;',
      [
        { line: 5, column: 7, code: 'b();' },
        { line: 3, column: 3, code: 'a();' },
      ],
      'end',
    ).split('\n')
    expect(lines).toEqual(['head;', '', '  a();', '', '      b();end', ''])
  })

  it('puts what comes before a piece on the line above, so that the piece keeps its column', () => {
    const lines = layOut('head;', [{ line: 3, column: 3, before: 'f(', code: 'x);' }], '').split('\n')
    expect(lines).toEqual(['head;', 'f(', '  x);', ''])
  })

  it('keeps the order where several pieces share a line', () => {
    const pieces = [
      { line: 1, column: 20, before: 'g(', code: 'y);' },
      { line: 1, column: 2, code: 'a();' },
    ]
    expect(layOut('head;', pieces, 'end')).toBe(`head;a();g(${' '.repeat(8)}y);end\n`)
  })
})
