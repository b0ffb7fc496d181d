import { describe, expect, it } from 'vitest'
import { type CopiedConversation, copyConversations } from './copy-conversations.ts'

const text = `# a note
suite: S
agent: desk
include: [shared.yaml]
conversations:
  - name: one
    only: true
    turns:
      - user: Where is it, please?
        requires: { reply: { contains: a } }
        expect: { reply: { contains: b } }
      - user: Thanks
  - name: two
    turns: [{ user: Hi }]
`
const settings = { suite: 'S, variants', head: ['kept'], pathOf: (path: string): string => `../${path}` }
const copy = (fields: Partial<CopiedConversation>): CopiedConversation => ({
  at: { line: 6, column: 5 },
  name: 'one, varied',
  note: 'why',
  typed: [],
  without: [],
  swap: (each) => each,
  ...fields,
})

describe('a copy of conversations', () => {
  it('has what is typed now, the settings of the suite, and no other conversation', () => {
    const typed = [{ at: { line: 9, column: 15 }, texts: ['Where is it, pls?'] }]
    expect(copyConversations(text, [copy({ typed })], settings)).toBe(`# kept
suite: S, variants
agent: desk
include: [ ../shared.yaml ]
conversations:
  # why
  - name: one, varied
    turns:
      - user: Where is it, pls?
        requires: { reply: { contains: a } }
        expect: { reply: { contains: b } }
      - user: Thanks
`)
  })
  it('has messages that were split, and not those that were joined', () => {
    const typed = [{ at: { line: 9, column: 15 }, texts: ['Hello.', 'Where is it?'] }]
    const split = copyConversations(text, [copy({ typed, without: [{ line: 12, column: 15 }] })], settings)
    expect(split).toContain(`      - user: Hello.
        requires: { reply: { contains: a } }
      - user: Where is it?
        expect: { reply: { contains: b } }
`)
    expect(split).not.toContain('Thanks')
  })
  it('has written out what aliases stand for, and changes no other conversation', () => {
    const aliased = text
      .replace('user: Thanks', 'user: &thanks Thanks')
      .replace('turns: [{ user: Hi }]', 'metadata: &who { name: Asha }\n    turns: [{ user: *thanks, metadata: *who }]')
    const typed = [{ at: { line: 12, column: 23 }, texts: ['Thx'] }]
    const copied = copyConversations(aliased, [copy({ at: { line: 13, column: 5 }, name: 'two', typed })], settings)
    expect(copied).toContain(`  - name: two
    metadata: { name: Asha }
    turns: [ { user: Thx, metadata: { name: Asha } } ]
`)
    expect(copied).not.toMatch(/[&*](?:thanks|who)/)
  })
  it('has several copies of one conversation, each with its own words', () => {
    const at = { line: 9, column: 15 }
    const copies = ['a', 'b'].map((word) => copy({ name: word, typed: [{ at, texts: [`say ${word}`] }] }))
    expect(copyConversations(text, copies, settings)?.match(/user: say [ab]/g)).toEqual(['user: say a', 'user: say b'])
  })
  it('is none where a text is not found, or there is no list', () => {
    const typed = [{ at: { line: 99, column: 1 }, texts: ['x'] }]
    expect(copyConversations(text, [copy({ typed })], settings)).toBe(null)
    expect(copyConversations('suite: S\nconversations: {}\n', [copy({})], settings)).toBe(null)
  })
})
