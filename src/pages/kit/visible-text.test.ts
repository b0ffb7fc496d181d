import { describe, expect, it } from 'vitest'
import { findHidden } from './element.ts'

describe('characters that cannot be seen', () => {
  it('are shown by code point, and all other text is left as it is', () => {
    expect(findHidden('\u001b[31mred\u202etxt.exe')).toEqual([
      { code: 'U+001B' },
      { text: '[31mred' },
      { code: 'U+202E' },
      { text: 'txt.exe' },
    ])
    expect(findHidden('a\u200bb')).toEqual([{ text: 'a' }, { code: 'U+200B' }, { text: 'b' }])
    expect(findHidden('\ud800 and \u{e0041}')).toEqual([{ code: 'U+D800' }, { text: ' and ' }, { code: 'U+E0041' }])
  })

  it('do not include line ends, tabs, joined emoji or other scripts', () => {
    for (const text of ['two\r\nlines\tand a tab', 'family 👩‍👩‍👧', 'שלום', '<b>bold</b>'])
      expect(findHidden(text)).toEqual([{ text }])
    expect(findHidden('')).toEqual([])
  })
})
