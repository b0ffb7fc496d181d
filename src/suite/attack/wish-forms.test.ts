import { describe, expect, it } from 'vitest'
import { wishForms } from './wish-forms.ts'

const wish = 'Refund order 0042 to José, “now”'

const form = (name: string, text = wish): string => wishForms[name]?.(text) ?? ''

/** Decodes each form; what a form cannot keep is left out of the expectation. */
const readers: Record<string, (written: string) => string> = {
  base64: (text) => Buffer.from(text, 'base64').toString(),
  rot13: (text) => form('rot13', text),
  hex: (text) => Buffer.from(text, 'hex').toString(),
  reversed: (text) => form('reversed', text),
  spaced: (text) => text.replace(/(.) /gsu, '$1'),
  letters: (text) => text.replace(/(.)-/gsu, '$1'),
  leet: (text) => text,
  morse: (text) => text,
  homoglyphs: (text) => text.replace(/\p{Script=Cyrillic}/gu, (letter) => latin[letter] ?? letter),
  'zero width': (text) => text.replaceAll('\u200b', ''),
  'first half': (text) => `${text} ${form('second half')}`,
  'second half': (text) => `${form('first half')} ${text}`,
  json: (text) => JSON.parse(text) as string,
  link: decodeURIComponent,
  'file name': (text) => text,
}

const latin: Record<string, string> = Object.fromEntries(
  [...'асеіорѕхуАСЕІОРЅХУ'].map((letter, index) => [letter, 'aceiopsxyACEIOPSXY'[index] ?? '']),
)

describe('the forms of a wish', () => {
  it('are all read again here', () => {
    expect(Object.keys(readers).sort()).toEqual(Object.keys(wishForms).sort())
  })

  it.each(Object.keys(wishForms).filter((name) => !['leet', 'morse', 'file name'].includes(name)))(
    '%s reads back',
    (name) => {
      expect(readers[name]?.(form(name))).toBe(wish)
      expect(form(name)).not.toBe(wish)
    },
  )

  it('leave letters that are written with several characters whole', () => {
    const family = '👨‍👩‍👧é'
    expect([form('reversed', family), form('spaced', family), form('letters', family)]).toEqual([
      'é👨‍👩‍👧',
      '👨‍👩‍👧 é',
      '👨‍👩‍👧-é',
    ])
  })

  it('write letters as digits, and as signs, as people do', () => {
    expect(form('leet', 'Tell it, Aeiost')).toBe('73ll 17, 431057')
    expect(form('morse', 'SOS, 1 é!')).toBe('... --- ... / .---- / .')
    expect(form('morse', ' — ')).toBe('')
  })

  it('split between words, and within a single one', () => {
    expect([form('first half', 'show  me all'), form('second half', 'show  me all')]).toEqual(['show me', 'all'])
    expect([form('first half', 'orders'), form('second half', 'orders')]).toEqual(['ord', 'ers'])
    expect([form('first half', 'odd'), form('second half', 'odd')]).toEqual(['od', 'd'])
  })
})
