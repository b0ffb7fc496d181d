import { describe, expect, it } from 'vitest'
import { characterOfEntity, octalPattern, unseenCharacters } from './escapes.ts'

describe('what a reader does not see', () => {
  it('is all that Unicode calls ignorable, and all control characters but line breaks and tabs', () => {
    const unseen = new RegExp(`[${unseenCharacters}]`, 'u')
    const wrong: number[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/u.test(character)
      if (unseen.test(character) !== (hidden && !/[\t\n\r]/.test(character))) wrong.push(code)
    }
    expect(wrong).toEqual([])
  })
})

describe('entities of HTML', () => {
  it.each(['lowbar', 'UnderBar', 'LOWBAR'])('%s is an underscore', (name) => expect(characterOfEntity(name)).toBe('_'))
  it('has a name for every sign of ASCII that HTML names, and none for others', () => {
    const characters =
      'excl quot num dollar percnt amp apos lpar rpar ast plus comma hyphen period sol colon semi lt equals gt'
        .concat(' quest commat lsqb bsol rsqb Hat lowbar grave lcub verbar rcub')
        .split(' ')
        .map(characterOfEntity)
    expect(characters.join('')).toBe('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}')
    expect(characterOfEntity('copy')).toBeUndefined()
    expect(characterOfEntity('constructor')).toBeUndefined()
  })
})

describe('octal digits', () => {
  it('are those of every character that one sees, and of no number of a group', () => {
    const octal = new RegExp(`^${octalPattern}$`)
    for (let code = 0x20; code < 0x80; code += 1) expect(octal.test(code.toString(8)), String(code)).toBe(true)
    for (const each of ['1', '12', '37', '200', '8']) expect(octal.test(each), each).toBe(false)
  })
})
