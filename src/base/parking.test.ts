import { describe, expect, test } from 'vitest'
import { chunkSize, ParkedTexts, park } from './parking.ts'

interface Note {
  id: string
  laws: ReadonlySet<string>
  turns: { text: string; count: number | undefined }[]
  reason?: string
}

const notes: Note[] = Array.from({ length: chunkSize * 20 + 3 }, (_, index) => ({
  id: `note ${index}`,
  laws: new Set(['a']),
  turns: [{ text: `line ${index}`, count: index % 2 === 0 ? undefined : Number.NaN }],
  ...(index % 3 === 0 ? { reason: '\ud800 half a letter' } : {}),
}))

describe('park', () => {
  test('gives the same records, in any order of reading', () => {
    const standIns = park(notes)
    expect(standIns).toEqual(notes)
    const shuffled = notes.map((_, index) => (index * 7_919) % notes.length)
    for (const index of shuffled) {
      expect(standIns[index]?.id).toBe(notes[index]?.id)
      expect(standIns[index]?.turns).toEqual(notes[index]?.turns)
    }
  })

  test('stand-ins spread, list their members and become JSON as records do', () => {
    const [standIn] = park(notes)
    expect({ ...standIn }).toEqual(notes[0])
    expect(Object.keys(standIn ?? {})).toEqual(['id', 'laws', 'turns', 'reason'])
    expect(JSON.stringify(standIn)).toBe(JSON.stringify(notes[0]))
    expect('reason' in (park(notes)[1] ?? {})).toBe(false)
  })

  test('what is set on one stays, when others were read in between', () => {
    const standIns = park(notes)
    const [first] = standIns
    if (first === undefined) throw new Error('there is a first')
    first.reason = 'approved'
    for (const each of standIns) void each.turns
    expect(first.reason).toBe('approved')
    expect({ ...first }.reason).toBe('approved')
    expect(standIns[1]?.reason).toBeUndefined()
  })

  test('stand-ins can be parked again, also inside of others', () => {
    const outer = park(park(notes).map((note) => ({ note })))
    expect(outer[70]).toEqual({ note: notes[70] })
  })

  test('records that hold functions come back as they are', () => {
    const own = [{ check: () => true }]
    expect(park(own)[0]).toBe(own[0])
  })

  test('a member may stay outside, as the very same value', () => {
    const laws = new Set(['b'])
    const [standIn] = park([{ id: 'one', laws }], 'laws')
    expect(standIn?.laws).toBe(laws)
    expect(standIn).toEqual({ id: 'one', laws })
  })

  test('nothing is nothing', () => {
    expect(park([])).toEqual([])
  })
})

describe('ParkedTexts', () => {
  test('is a map of the same texts', () => {
    const plain = new Map([
      ['a.yaml', 'suite: Ä 🙂\n'.repeat(100)],
      ['b.yaml', ''],
    ])
    const texts = new ParkedTexts()
    for (const [file, text] of plain) texts.set(file, text)
    expect([...texts]).toEqual([...plain])
    expect([...texts.values()]).toEqual([...plain.values()])
    expect([...texts.keys()]).toEqual([...plain.keys()])
    expect(new Map(texts)).toEqual(plain)
    expect([texts.get('b.yaml'), texts.get('c.yaml'), texts.has('c.yaml')]).toEqual(['', undefined, false])
    texts.delete('a.yaml')
    expect(texts.get('a.yaml')).toBeUndefined()
  })
})
