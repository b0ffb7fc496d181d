import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { createHistoryReceiver, createHistorySender } from './histories.ts'

const entry = (thinking: string, index: number): TranscriptEntry => ({
  type: 'thinking',
  thinking,
  timestamp: `t${index}`,
})

/** What happens to sessions: one grows, is changed in the middle, or is sent; some are long. */
const steps = fc.array(
  fc.record({
    session: fc.nat(400),
    does: fc.constantFrom('grows' as const, 'is told' as const, 'changes' as const, 'is long' as const),
    text: fc.string({ maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 600 },
)

it('what was told in parts is the whole, whatever was forgotten meanwhile', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [tell, keep] = [createHistorySender(), createHistoryReceiver()]
      const sessions = new Map<number, TranscriptEntry[]>()
      for (const { session, does, text } of all) {
        const history = sessions.get(session) ?? []
        sessions.set(session, history)
        if (does === 'grows') history.push(entry(text, history.length))
        else if (does === 'is long') history.push(entry(text.repeat(9_000), history.length))
        else if (does === 'changes' && history.length > 0) history[history.length - 1] = entry(`${text}!`, 0)
        const historyText = keep(String(session), tell(String(session), history))
        expect(historyText === null ? null : JSON.parse(`[${historyText}]`)).toEqual(history)
      }
    }),
    { numRuns: 100, seed: 20 },
  )
})

it('only what is new crosses', () => {
  const tell = createHistorySender()
  const history = [entry('a', 0), entry('b', 1)]
  expect(tell('s', history)).toMatchObject({ from: 0, count: 2 })
  expect(tell('s', history)).toEqual({ from: 2, count: 2, more: '' })
  expect(tell('s', [...history, entry('c', 2)])).toEqual({ from: 2, count: 3, more: JSON.stringify(entry('c', 2)) })
  expect(tell('s', [entry('a', 0)])).toMatchObject({ from: 0, count: 1 })
})

it('one whose begin is not there is asked for', () => {
  const keep = createHistoryReceiver()
  expect(keep('s', { from: 2, count: 3, more: '{}' })).toBeNull()
  expect(keep('s', { from: 0, count: 1, more: '{}' })).toBe('{}')
  expect(keep('s', { from: 2, count: 3, more: '{}' })).toBeNull()
})
