import { describe, expect, it } from 'vitest'
import { addToText, removeFromText, setInText, writtenAt } from './edit-members.ts'

const text = `# the desk
agent: desk # its name

versions:
  3:
    # what it is told
    prompt: |
      Be brief.

      # no comment
    functions: { pre: [load], during: [] } # by phase
    names:
      - one # the first
      - two
    blueprint:
      llmService:
        temperature: 0.2 # cold
      # the end of it

# a draft
draft: { based on: 3 }
`

const changed = (path: string[], value: Parameters<typeof setInText>[2], from = text): string =>
  setInText(from, path, value) ?? 'not to be changed'

describe('setInText', () => {
  it.each([
    ['a scalar, with the comment behind it', ['agent'], 'shop', ['agent: shop # its name']],
    ['a block', ['versions', '3', 'prompt'], 'Be kind.\nAlways.', ['prompt: |-', '      Be kind.', '      Always.']],
    ['a member in braces', ['versions', '3', 'functions', 'during'], ['look'], ['pre: [load], during: [look] } # by']],
    ['a list with a comment inside', ['versions', '3', 'names'], ['x'], ['    # the first\n    names: [x]']],
    ['a deep value', ['versions', '3', 'blueprint', 'llmService', 'temperature'], 1, ['        temperature: 1 # cold']],
    [
      'what is not there yet',
      ['versions', '3', 'blueprint', 'a', 'b'],
      1,
      ['# the end of it\n      a:\n        b: 1\n\n# a'],
    ],
    [
      'the whole of a mapping',
      ['versions', '3', 'blueprint', 'llmService'],
      { a: 'b' },
      ['llmService: { a: b } # cold'],
    ],
    ['what moves a comment', ['agent'], 'a\nb', ['# its name\nagent: |-\n  a\n  b\n']],
  ])('changes %s, and nothing else', (_, path, value, parts) => {
    const now = changed(path, value)
    for (const part of parts) expect(now).toContain(part)
    expect(writtenAt(now, path)).toEqual(value)
    const comments = (each: string): string[] =>
      [...each.matchAll(/# [a-z ]+/g)].map(([comment]) => comment.trim()).sort()
    expect(comments(now)).toEqual(
      comments(text).filter((each) => each !== '# no comment' || now.includes('# no comment')),
    )
    const again = setInText(now, path, writtenAt(text, path) ?? 'gone')
    expect(writtenAt(again ?? '', [])).toMatchObject(path.includes('a') ? {} : (writtenAt(text, []) as object))
  })
  it('keeps line breaks of Windows', () => {
    const windows = text.replaceAll('\n', '\r\n')
    const now = changed(['versions', '3', 'more'], 'x\ny', windows)
    expect(now.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(writtenAt(now, ['versions', '3', 'more'])).toBe('x\ny')
    expect(changed(['agent'], 'a\nb', windows).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
  it('leaves alone what cannot be changed by itself', () => {
    expect(setInText('a: &x { b: 1 }\nc: *x\n', ['c', 'b'], 2)).toBeNull()
    expect(setInText('a: &x 1\nc: *x\n', ['a'], 2)).toBeNull()
    expect(setInText('a: [1]\n', ['a', 'b'], 2)).toBeNull()
    expect(setInText('a: { b: 012, c: 1 }\n', ['a', 'c'], 2)).toBeNull()
    expect(setInText('a: [\n', ['a'], 2)).toBeNull()
  })
})

describe('addToText', () => {
  it('adds lines at the end of a mapping', () => {
    const now = addToText(text, ['versions', '4'], () => ['4: # new', '  based on: 3']) ?? ''
    expect(now).toContain('      # the end of it\n  4: # new\n    based on: 3\n\n# a draft\n')
    expect(addToText('a: 1', ['b'], () => ['b: 2'])).toBe('a: 1\nb: 2')
    expect(addToText('a: { 3: { b: 1 } } # x\n', ['a', '4'], () => ['4:', '  c: 2'])).toBe(
      'a: { "3": { b: 1 }, "4": { c: 2 } } # x\n',
    )
  })
})

describe('removeFromText', () => {
  it('takes a member away, and no comment', () => {
    const now = removeFromText(text, ['versions', '3', 'names']) ?? ''
    expect(now).toContain('# by phase\n    # the first\n    blueprint:')
    expect(
      writtenAt(removeFromText(text, ['versions', '3', 'functions', 'pre']) ?? '', ['versions', '3', 'functions']),
    ).toEqual({ during: [] })
    expect(removeFromText(text, ['versions', '3', 'gone'])).toBe(text)
  })
})
