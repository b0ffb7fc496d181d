// @module-tag stress
import { expect, it } from 'vitest'
import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import { playAttempt } from '../../src/records/tape/play-attempt.ts'
import { type Recorder, recordThrough } from '../../src/records/tape/record-exchanges.ts'
import { createClient } from '../../src/wire/client/client.ts'
import type { Transport } from '../../src/wire/client/transport.ts'
import { faultCases } from './faults.ts'
import { makeCell } from './matrix-cell.ts'
import { planOf, runCell } from './run-cell.ts'

it.concurrent.each(['reset after', 'too many requests', 'cut body', '503 after', 'taken, but 429'])(
  'a tape of a turn that was recovered from %s plays the same',
  async (name) => {
    const column = faultCases(1_000).find((each) => each.name === name)
    if (column === undefined) throw new Error(`there is no fault ${name}`)
    const manner = { errs: 'nowhere', beside: 'shown', notes: true } as const
    const cell = { ...makeCell(column, 2, 1, manner), fetchFault: { kind: 'status' as const } }
    let recorder: Recorder | undefined
    const wrap = (send: Transport): Transport => {
      recorder = recordThrough(send, 'matrix-key')
      return recorder.send
    }
    const { result } = await runCell(cell, { over: 'port', wrap })
    expect(result.verdict).toBe('passed')
    const playback = playAttempt(recorder?.exchanges ?? [], { standIns: [], bound: new Map() })
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: '', transport: playback.send })
    const played = await performConversation(planOf(cell), { client, reconcile: true, storedLateMs: 0 })
    expect([played.verdict, playback.misses, playback.unused()]).toEqual(['passed', [], []])
    expect(played.turns.map(({ entries }) => entries)).toEqual(result.turns.map(({ entries }) => entries))
    expect(played.turns[2]?.recovered?.how).toBe(result.turns[2]?.recovered?.how)
  },
)
