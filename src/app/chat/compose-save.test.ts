import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { appendConversation, composeSave, type SaveRequest } from './compose-save.ts'
import { talkOf } from './talk.fixture.ts'

const talk = talkOf(
  [
    [called('load', 'p', {}, 'pre'), gave('load', 'p', '{}', { phase: 'pre' }), said('assistant', 'Hello.')],
    [
      said('user', 'Where is order 1042?'),
      called('lookup', 'c', { id: '1042' }),
      gave('lookup', 'c', '{"status":"shipped"}'),
      said('assistant', 'Order 1042 was shipped.'),
    ],
    [
      called('hand over', 'd', {}, 'pre'),
      gave('hand over', 'd', '{}', { phase: 'pre' }),
      said('user', 'thanks'),
      said('assistant', 'Bye.'),
    ],
  ],
  { metadata: { name: 'Asha' } },
)
const save = (
  existing: string | null = null,
  name: string | null = null,
  from = talk,
  isLast = false,
  again: SaveRequest['again'] = null,
) =>
  composeSave(from, {
    again,
    file: 'suites/chat.yaml',
    existing,
    name,
    isLast,
    open: () => null,
    schema: '../node_modules/tableread/schema/suite.json',
    custom: [],
  })
const saved = async (...args: Parameters<typeof save>) => {
  const done = await save(...args)
  if (!done.ok) throw new Error(done.message)
  return done
}

describe('composeSave', () => {
  it('writes a suite whose conversation holds for the talk itself', async () => {
    const { text, line, name, failing, relaxed } = await saved()
    expect([name, failing, relaxed]).toEqual(['Where is order 1042?', [], []])
    expect(text.split('\n')[line - 1]).toBe('  - name: "Where is order 1042?"')
    const parsed = parseScript(text, 'chat.yaml')
    const turns = parsed.ok ? parsed.script.conversations[0]?.turns : undefined
    expect(turns?.map(({ user }) => user?.value ?? null)).toEqual([null, 'Where is order 1042?', 'thanks'])
  })
  it('keeps the last answer alone, with what came before as its history', async () => {
    const { text, name, failing } = await saved(null, null, talk, true)
    expect([name, failing]).toEqual(['thanks', []])
    const parsed = parseScript(text, 'chat.yaml')
    const [conversation] = parsed.ok ? parsed.script.conversations : []
    expect(conversation?.turns.map(({ user }) => user?.value)).toEqual(['thanks'])
    const history = text.slice(text.indexOf('history:'), text.indexOf('\n    turns:'))
    expect(history).toMatch(/agent: "?Hello\.[\s\S]*user: "?Where is order 1042\?[\s\S]*call: \{? ?\n? *lookup/)
    expect(await save(null, null, { ...talk, turns: talk.turns.slice(0, 1) }, true)).toMatchObject({
      ok: false,
      message: 'nothing came before the last answer',
    })
  })
  it('tries the last answer from its history, and says on what it fails', async () => {
    const requests: unknown[] = []
    const answering = (entries: TranscriptEntry[]): SaveRequest['again'] => {
      const replyWith = (data: object) => ({ ok: true, data: { sessionId: 's-9', ...data }, status: 200, timeMs: 1 })
      const client = {
        local: async (...[, path, body]: [string, string, { transcript: TranscriptEntry[] }]) => {
          requests.push([path, body.transcript.length])
          return replyWith({ transcript: body.transcript })
        },
        converse: async ({ sessionId, message }: Record<string, string>) => {
          requests.push([sessionId, message])
          return replyWith({ transcript: entries })
        },
      }
      return { client: client as never, timeLimitMs: 1_000 }
    }
    const last = talk.turns[2]?.view.entries ?? []
    expect((await saved(null, null, talk, true, answering([...last]))).tried).toEqual([])
    expect(requests).toEqual([
      ['sessions', 7],
      ['s-9', 'thanks'],
    ])
    const forgetful = await saved(
      null,
      null,
      talk,
      true,
      answering([said('user', 'thanks'), said('assistant', 'Who?')]),
    )
    expect(forgetful.failing).toEqual([])
    expect(forgetful.tried?.map((each) => each.replace(/\d+/, 'N'))).toEqual(['line N: hand over was not called'])
    expect((await saved(null, null, talk, false, answering([]))).tried).toBe(null)
  })
  it('leaves functions before a message in the turn of that message', async () => {
    const { text } = await saved()
    expect(text).toMatch(/user: thanks|user: "thanks"/)
    expect(text.slice(text.indexOf('thanks'))).toContain('hand over')
    expect(text.slice(0, text.indexOf('thanks'))).not.toContain('hand over')
  })
  it('adds to a suite, tells its names apart and names another agent', async () => {
    const first = await saved()
    const second = await saved(first.text, null)
    expect([second.name, second.text.startsWith(first.text)]).toEqual(['Where is order 1042? (2)', true])
    const other = await saved(first.text.replace('agent: desk', 'agent: other'))
    expect(other.text.slice(first.text.length)).toContain('agent: desk')
  })
  it.each([
    [
      'a name that is taken',
      async () => save((await saved()).text, 'Where is order 1042?'),
      /has a conversation "Where/,
    ],
    ['a suite that is broken', () => save('suite: A\nconversatons: []\n'), /chat\.yaml is not a valid suite/],
    ['a talk without turns', () => save(null, null, talkOf([])), /nothing to save/],
  ])('refuses %s', async (_, attempt, message) => {
    const done = await attempt()
    expect(done.ok ? '' : done.message).toMatch(message)
  })
  it('warns of a guardrail of the suite that the talk breaks', async () => {
    const first = await saved()
    const strict = first.text.replace(
      'conversations:',
      'every turn: { reply: { not: { contains: shipped } } }\nconversations:',
    )
    expect((await saved(strict)).failing).toEqual([expect.stringMatching(/^line 4: the reply/)])
  })
  it.each([
    '{{order}} and {{version}}',
    '- a: b # c',
    'a "b" \\ \'c\' %',
    'line one\nline two\r\nthree\ttab',
    '\u2028\u2029\u0085\u202eright\u202c\u0000\u001b[31m\ufeff',
    '日本語 😀 \u00e9 e\u0301',
    'x'.repeat(5_000),
    'null',
    '1042',
    '~',
  ])('keeps what the user said, letter by letter: %j', async (user) => {
    const { text, failing } = await saved(
      null,
      null,
      talkOf([[said('user', user), said('assistant', `You said ${user}`)]]),
    )
    expect(failing).toEqual([])
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u)
  })
})

describe('what an agent disclosed', () => {
  const mail = 'jane.doe@shop.example'
  const phone = '+49 151 23984765'
  const hears = (by: string) =>
    talkOf([
      [
        said('user', `write to ${by}`),
        called('find', 'a', { by }),
        gave('find', 'a', JSON.stringify({ status: 'found', email: mail })),
        called('send', 'b', {
          to: mail,
          phone,
          code: 4915123984765,
          order: '1042',
          note: `call ${phone} of order 1042`,
        }),
        gave('send', 'b', '{}'),
        said('assistant', [
          { type: 'text', text: `Sent order 1042 to ${mail}, or call ${phone}.` },
          { type: 'button', text: 'Call', payload: phone },
          { type: 'button', text: 'Order', payload: 'order-1042' },
        ]),
      ],
    ])
  it('is not written, and a run is not held to it', async () => {
    const { text, failing } = await saved(null, null, hears('the customer'))
    expect(failing).toEqual([])
    expect(text).not.toMatch(/jane|shop\.example|151|23984765/)
    expect(text).toMatch(/suggestion: reply "Sent order 1042 to email-1@redacted.invalid, or call \+99 9/)
    expect(text).toContain('order: "1042"')
    expect(text).toContain('order-1042')
  })
  it('stays where the user typed it, and is expected', async () => {
    const { text, failing } = await saved(null, null, hears(mail))
    expect(failing).toEqual([])
    expect(text).toContain(`by: "${mail}"`)
    expect(text).not.toMatch(/151|23984765/)
  })
})

const lines = ['# from a talk', '- name: "new"', '  turns:', '    - user: "hi"', '      expect:', '        calls: none']
const append = (text: string) => {
  const parsed = parseScript(text, 'a.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return appendConversation(text, parsed.script, lines)
}
const one = (margin: string) =>
  `conversations: # the list\n${margin}- name: old # keep me\n${margin}  turns: [{ user: hello, expect: { reply: x } }]\n${margin}  # a last word\n`

describe('appendConversation', () => {
  it.each(['', '  ', '    '])('keeps the margin %j, every comment and every byte before', (margin) => {
    const text = `# my suite\nsuite: A\nagent: desk\n${one(margin)}`
    const done = append(text)
    expect(done).toEqual({
      ok: true,
      text: `${text}\n${lines.map((line) => `${margin}${line}\n`).join('')}`,
      line: 10,
    })
  })
  it('puts it before what comes behind the list, with the comments above that', () => {
    const text = `suite: A\nagent: desk\n${one('  ')}\n# about tags\ntags: [b]\n`
    const done = append(text)
    expect(done.ok && done.text).toBe(
      `suite: A\nagent: desk\n${one('  ')}\n${lines.map((line) => `  ${line}\n`).join('')}\n\n# about tags\ntags: [b]\n`,
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
  it('leaves a text that goes on to the end of the file as it is', () => {
    const text =
      'suite: A\nagent: desk\nconversations:\n  - name: old\n    turns:\n      - expect: { reply: x }\n        user: |+\n          hello\n\n\n'
    const done = append(text)
    const parsed = parseScript(done.ok ? done.text : '', 'a.yaml')
    expect(parsed.ok && parsed.script.conversations.map(({ turns }) => turns[0]?.user?.value)).toEqual([
      'hello\n\n\n',
      'hi',
    ])
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
