import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { onceEach } from './import-talks.ts'
import { talkOf } from './talk.fixture.ts'

const hi = [said('user', 'Hi')]
const more = [...hi, said('assistant', 'Hello', 1)]
const lengths = (talks: ReturnType<typeof onceEach>) =>
  talks.map(({ session }) => [session.sessionId, session.transcript.length])

describe('onceEach', () => {
  it('keeps the longer export of a session', () => {
    expect(lengths(onceEach([talkOf(hi), talkOf(more), talkOf(hi)]))).toEqual([['s-1', 2]])
  })
  it('keeps dialogues apart that share an id, unless they are equal', () => {
    const dialogue = { ...talkOf(hi), stored: false }
    const other = { ...talkOf(more), stored: false }
    expect(lengths(onceEach([dialogue, other, dialogue, other]))).toEqual([
      ['s-1', 1],
      ['s-1#2', 2],
    ])
  })
})
