import { describe, expect, it } from 'vitest'
import { embedJson } from './write-html.ts'

describe('embedJson', () => {
  const hostile = ['</script><script>alert(1)</script>', '<!-- <script>', '\u202e\u200b\u2028', '\ud800 alone', 'a\nb']

  it('leaves nothing that an HTML parser acts on, and no line break', () => {
    expect(embedJson(hostile)).not.toMatch(/[<>&\n\u202e\u200b\u2028]/)
  })

  it('parses to the same value', () => {
    expect(JSON.parse(embedJson(hostile))).toEqual(hostile)
  })

  it('survives UTF-8, lone surrogates included', () => {
    expect(JSON.parse(Buffer.from(embedJson(hostile), 'utf8').toString('utf8'))).toEqual(hostile)
  })
})
