import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { mediaTypeOf } from './local-media.ts'
import { placeholderFile, recordSpeech } from './made-up-files.ts'
import { isLinkValid, signLink } from './sign-links.ts'

describe('a recording', () => {
  const entry = { ...said('user', 'one two three'), timestamp: '2026-01-01T00:00:01.000Z' }
  const file = recordSpeech([entry], Date.parse('2026-01-01T00:00:00.000Z'), 3)
  const view = new DataView(file.buffer)
  it('is a WAV file as long as the call', () => {
    expect([Buffer.from(file.slice(0, 4)).toString(), Buffer.from(file.slice(8, 16)).toString()]).toEqual([
      'RIFF',
      'WAVEfmt ',
    ])
    expect([view.getUint32(4, true), view.getUint32(40, true), view.getUint32(24, true)]).toEqual([
      file.length - 8,
      24_000,
      8_000,
    ])
  })
  it('sounds while somebody speaks, and is silent otherwise', () => {
    const loud = (from: number, to: number) =>
      file.slice(44 + from * 8_000, 44 + to * 8_000).some((sample) => sample !== 128)
    expect([loud(0, 1), loud(1, 2.2), loud(2.21, 3)]).toEqual([false, true, false])
  })
})

describe('a placeholder', () => {
  it.each([
    ['map.PNG', 'image/png', 'PNG'],
    ['map.jpg', 'image/jpeg', 'JFIF'],
    ['map.gif', 'image/gif', 'GIF89a'],
    ['map.svg', 'image/svg+xml', '<svg'],
    ['voice.wav', 'audio/wav', 'RIFF'],
    ['voice.mp3', 'audio/mpeg', '\u00ff\u00fb'],
    ['voice.ogg', 'audio/ogg', ''],
    ['invoice.pdf', 'application/pdf', '%PDF-1.4'],
    ['list.csv', 'text/csv', 'list.csv'],
    ['odd', 'application/octet-stream', 'odd'],
  ])('of %s is %s', (name, type, holds) => {
    const file = placeholderFile(name, mediaTypeOf(name) ?? 'application/octet-stream')
    expect([file.type, Buffer.from(file.bytes).toString('latin1').slice(0, 60)]).toEqual([
      type,
      expect.stringContaining(holds),
    ])
  })
  it('of a document has a cross-reference table that points where it says', () => {
    const text = Buffer.from(placeholderFile('a.pdf', 'application/pdf').bytes).toString('latin1')
    const at = Number(/startxref\n(\d+)/.exec(text)?.[1])
    expect(text.slice(at, at + 4)).toBe('xref')
    for (const [, place = '', index] of [...text.matchAll(/(\d{10}) 00000 n/g)].map(
      (match, n) => [match[0], match[1], n + 1] as const,
    ))
      expect(text.slice(Number(place)).startsWith(`${index} 0 obj`)).toBe(true)
  })
})

describe('a signed link', () => {
  const link = signLink('http://127.0.0.1:1', '/_local/media/a%20b.png', 1_000, 'secret')
  it('works until it expires', () => {
    expect([isLinkValid(new URL(link), 999, 'secret'), isLinkValid(new URL(link), 1_000, 'secret')]).toEqual([
      true,
      false,
    ])
  })
  it.each(['path', 'expires', 'signature', 'secret'])('does not work when its %s is changed', (part) => {
    const url = new URL(link)
    if (part === 'path') url.pathname = '/_local/media/other.png'
    if (part === 'expires') url.searchParams.set('expires', '9999999')
    if (part === 'signature') url.searchParams.delete('signature')
    expect(isLinkValid(url, 1, part === 'secret' ? 'another' : 'secret')).toBe(false)
  })
})
