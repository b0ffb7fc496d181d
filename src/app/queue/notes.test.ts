import { describe, expect, it } from 'vitest'
import { readRunNote, readWorkerNote, type WorkerNote } from './notes.ts'

const worker: WorkerNote = {
  ...{ host: 'h', pid: 1, tableread: '1.0.0', concurrency: 8, running: 2, done: 3, seen: 1, leaves: null },
}
const run = { tableread: '1.0.0', startedAt: '2026-01-01T00:00:00.000Z', target: 'http://127.0.0.1:1' }
const nonsense = ['', '{not json', '{}', '[]', 'null', '1', '"text"', '{"host":1}']

describe('a note on the queue', () => {
  it('is read as it was written', () => {
    expect(readWorkerNote(JSON.stringify(worker))).toEqual(worker)
    expect(readWorkerNote(JSON.stringify({ ...worker, leaves: 'why' }))).toEqual({ ...worker, leaves: 'why' })
    expect(readRunNote(JSON.stringify({ ...run, more: 1 }))).toEqual(run)
  })

  it.each(nonsense)('is none if somebody else wrote it: %s', (text) => {
    expect([readWorkerNote(text), readRunNote(text)]).toEqual([null, null])
  })

  it('is none without any of its members, or with one of another kind', () => {
    for (const name of Object.keys(worker))
      if (name !== 'leaves') {
        expect(readWorkerNote(JSON.stringify({ ...worker, [name]: undefined }))).toBe(null)
        expect(readWorkerNote(JSON.stringify({ ...worker, [name]: [] }))).toBe(null)
      }
    for (const name of Object.keys(run)) expect(readRunNote(JSON.stringify({ ...run, [name]: {} }))).toBe(null)
    expect(readWorkerNote(JSON.stringify({ ...worker, leaves: 1 }))).toBe(null)
    expect(readRunNote(JSON.stringify({ ...run, startedAt: 'yesterday' }))).toBe(null)
  })
})
