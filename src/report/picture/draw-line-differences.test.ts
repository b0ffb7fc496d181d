import { describe, expect, it } from 'vitest'
import { drawLineDifferences } from './draw-line-differences.ts'

describe('drawLineDifferences', () => {
  const svg = drawLineDifferences(
    'asks: its snapshot beside this run',
    [
      { section: 'turn 1', kind: 'same', text: 'user: hi' },
      {
        section: 'turn 1',
        kind: 'changed',
        words: [
          { kind: 'same', text: 'desk: ' },
          { kind: 'removed', text: 'Hello' },
          { kind: 'added', text: 'Go away' },
        ],
      },
      { section: 'turn 1', kind: 'added', text: '-> open_ticket() during' },
      { section: 'turn 2', kind: 'same', text: 'user: <bye>' },
    ],
    { a: 'snapshot', b: 'this run' },
  )

  it('stands both sides beside each other, with their differences marked', () => {
    expect(svg).toMatch(/class="removed">Hello</)
    expect(svg).toMatch(/class="added">Go away</)
    expect(svg).toMatch(/class="added">-&gt; open_ticket\(\) during</)
    expect(svg).toContain('>not there<')
  })

  it('tells a turn that is the same in a line', () => {
    expect(svg).toContain('>one line, the same on both sides<')
    expect(svg).not.toContain('bye')
    expect(svg).toContain('<desc id="desc">2 lines differ, in turn 1.</desc>')
  })
})
