import { describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/parse.ts'
import { appendConversation } from './append-conversation.ts'

const added = ['# from a talk', '- name: "new"', '  turns:', '    - user: "hi"', '      expect:', '        calls: none']
const append = (text: string) => {
  const parsed = parseScript(text, 'a.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return appendConversation(text, parsed.script, added)
}
const one = (margin: string) =>
  `conversations: # the list\n${margin}- name: old # keep me\n${margin}  turns: [{ user: hello, expect: { reply: x } }]\n${margin}  # a last word\n`

describe('appendConversation', () => {
  it.each(['', '  ', '    '])('keeps the margin %j, every comment and every byte before', (margin) => {
    const text = `# my suite\nsuite: A\nagent: desk\n${one(margin)}`
    const done = append(text)
    expect(done).toEqual({
      ok: true,
      text: `${text}\n${added.map((line) => `${margin}${line}\n`).join('')}`,
      line: 10,
    })
  })
  it('puts it before what comes behind the list, with the comments above that', () => {
    const text = `suite: A\nagent: desk\n${one('  ')}\n# about tags\ntags: [b]\n`
    const done = append(text)
    expect(done.ok && done.text).toBe(
      `suite: A\nagent: desk\n${one('  ')}\n${added.map((line) => `  ${line}\n`).join('')}\n\n# about tags\ntags: [b]\n`,
    )
    const parsed = parseScript(done.ok ? done.text : '', 'a.yaml')
    expect(parsed.ok && parsed.script.conversations.map(({ name, at }) => [name.value, at.line])).toEqual([
      ['old', 4],
      ['new', done.ok ? done.line : 0],
    ])
  })
  it('keeps CRLF and a file without a last line end', () => {
    const text = `suite: A\nagent: desk\n${one('  ')}`.trimEnd().replaceAll('\n', '\r\n')
    const done = append(text)
    expect(done.ok && done.text.startsWith(`${text}\r\n\r\n  # from a talk\r\n`)).toBe(true)
    expect(done.ok && /[^\r]\n/.test(done.text)).toBe(false)
  })
  it('does not touch a text that goes on to the end of the file', () => {
    const text =
      'suite: A\nagent: desk\nconversations:\n  - name: old\n    turns:\n      - expect: { reply: x }\n        user: |+\n          hello\n\n\n'
    const done = append(text)
    expect(done).toMatchObject({ ok: false, message: 'with it the file would not read as before' })
  })
  it.each([
    ['a list in brackets', 'conversations: [{ name: old, turns: [{ user: a, expect: { reply: x } }] }]\n'],
    [
      'a dash on a line of its own',
      'conversations:\n  -\n    name: old\n    turns: [{ user: a, expect: { reply: x } }]\n',
    ],
    ['JSON', null],
  ])('refuses %s', (_, rest) => {
    const text =
      rest === null
        ? '{"suite":"A","agent":"d","conversations":[{"name":"o","turns":[{"user":"a","expect":{"reply":"x"}}]}]}'
        : `suite: A\nagent: desk\n${rest}`
    expect(append(text)).toMatchObject({ ok: false, message: expect.stringContaining('dash') })
  })
})
