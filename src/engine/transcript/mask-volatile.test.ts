import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import type { FunctionCall, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from './entries.fixture.ts'
import { maskEntry, maskText, maskValue } from './mask-volatile.ts'
import { createVolatileNames, startMasking, type VolatileFacts } from './volatile-facts.ts'

const session = '0b0e6a3e-7d1c-4c3e-9a53-3a3c1f1b2c4d'
const other = '7c1f9a2e-0000-4c3e-9a53-3a3c1f1b2c4d'
const entries: TranscriptEntry[] = [
  said('user', 'hi'),
  called('look', 'call_9f8e7d6c'),
  gave('look', 'call_9f8e7d6c', JSON.stringify({ id: other, at: Date.UTC(2026, 0, 1), total: 89.5 })),
]

function masking(): VolatileFacts {
  return startMasking(entries, [session])
}

describe('masking of texts', () => {
  it.each([
    [`session ${session} and ${other}`, 'session <session 1> and <uuid 1>'],
    ['call_9f8e7d6c gave up', '<call 1> gave up'],
    ['call_oIHazX6yQrB8hUwl4cRilFKj', '<call 1>'],
    ['01HZX3K5T8YQ2W9E4R7U6I1OPA is no ULID', '01HZX3K5T8YQ2W9E4R7U6I1OPA is no ULID'],
    ['01HZX3K5T8YQ2W9E4R7V6J1NPA is one', '<id 1> is one'],
    ['507f1f77bcf86cd799439011', '<id 1>'],
    ['logged at 2026-01-01T00:10:00Z', 'logged at <time>'],
    ['expires 2026-01-08T00:10:00.123Z', 'expires <time>'],
    ['departs 2026-05-20T15:00:00Z', 'departs 2026-05-20T15:00:00Z'],
    ['departs 2024-05-15 15:00', 'departs 2024-05-15 15:00'],
    ['order 1042, tracking NL-5531-9, card 4111111111111111', 'order 1042, tracking NL-5531-9, card 4111111111111111'],
    ['https://u:p@x.com/a/b?page=2', 'https://x.com/a/b?page=2'],
    ['https://x.com/f.png?X-Amz-Signature=ab&X-Amz-Date=1', 'https://x.com/f.png'],
    [`see https://x.com/${session}/f.png?sig=1.`, 'see https://x.com/<session 1>/f.png.'],
    ['http://127.0.0.1:49152/media/a.png', 'http://127.0.0.1/media/a.png'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '<token 1>'],
  ])('%s', (text, masked) => {
    expect(maskText(text, masking())).toBe(masked)
  })
  it('gives one value one name, and another value another', () => {
    expect(maskText(`${other} ${session} ${other} ${other.replace('7c', '8c')}`, masking())).toBe(
      '<uuid 1> <session 1> <uuid 1> <uuid 2>',
    )
  })
  it('leaves alone what is to be kept', () => {
    const facts = startMasking(entries, [session], createVolatileNames(new Set([other])))
    expect(maskText(`${other} ${session}`, facts)).toBe(`${other} <session 1>`)
  })
  it('takes a short call id for one only in its own place', () => {
    const facts = startMasking([called('a', '1'), called('a', 'lookup_order')])
    expect(maskText('1 lookup_order', facts)).toBe('1 lookup_order')
    expect((maskEntry(called('a', '1'), facts) as FunctionCall).call_id).toBe('<call 1>')
  })
  it('takes no longer for long hostile texts than they are long', async () => {
    const facts = masking()
    const growth = await measureGrowth(40_000, (size) => {
      for (const part of ['a-', 'eyJ', 'https://', '1']) maskText(part.repeat(size / part.length), facts)
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})

describe('masking of entries', () => {
  it('names ids and moments, and keeps JSON outputs JSON', () => {
    const facts = masking()
    expect(entries.map((entry) => maskEntry(entry, facts))).toEqual([
      { ...entries[0], timestamp: '<time>' },
      { ...entries[1], call_id: '<call 1>', timestamp: '<time>' },
      {
        ...entries[2],
        call_id: '<call 1>',
        output: '{"id":"<uuid 1>","at":"<time>","total":89.5}',
        executionTimeMs: null,
        timestamp: '<time>',
      },
    ])
  })
  it('strips every link of media', () => {
    const url = 'https://cdn.example/a/report.pdf?v=1#x'
    const masked = maskEntry(
      said('assistant', [{ type: 'file', mimeType: 'application/pdf', url, filename: 'r.pdf' }]),
      masking(),
    )
    expect((masked as Message).content).toEqual([
      { type: 'file', mimeType: 'application/pdf', url: 'https://cdn.example/a/report.pdf', filename: 'r.pdf' },
    ])
  })
  it('names the id of a message', () => {
    const entry = { ...said('assistant', 'x'), messageId: 'm-1' } as TranscriptEntry
    expect(maskEntry(entry, masking())).toMatchObject({ messageId: '<message 1>' })
  })
  it('changes nothing that was masked', () => {
    const facts = masking()
    const once = entries.map((entry) => maskEntry(entry, facts))
    expect(maskValue({ text: '<uuid 1> <time>' }, facts)).toEqual({ text: '<uuid 1> <time>' })
    expect(once.slice(0, 1)).toEqual([{ ...entries[0], timestamp: '<time>' }])
  })
})
