import { describe, expect, it } from 'vitest'
import { wordLibrary } from './word-library.ts'

describe('a library of words', () => {
  const manifest = { name: 'tableread' }

  it('is the copy, or the original where there is none', () => {
    expect(wordLibrary<object>('../../package.json', 'nowhere.cjs')()).toMatchObject(manifest)
    expect(wordLibrary<object>('nowhere.cjs', '../package.json')()).toMatchObject(manifest)
  })
  it('is loaded with the first text, and once', () => {
    const library = wordLibrary<object>('nowhere.cjs', 'nowhere.cjs')
    expect(library).toThrow('nowhere.cjs')
    const other = wordLibrary<object>('../../package.json', 'nowhere.cjs')
    expect(other()).toBe(other())
  })
  it('that is broken is not passed over', () => {
    expect(wordLibrary<object>('../../README.md', '../package.json')).toThrow(SyntaxError)
  })
})
