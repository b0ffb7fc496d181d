import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { fakeClient } from '../../engine/verdict/fake-client.fixture.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { planOf, resultOf, snapshotOf, suiteWith } from './snapshot.fixture.ts'
import { formatSnapshot, parseSnapshot } from './snapshot.ts'

const at = '2026-01-01T00:00:00.000Z'
const media: ContentItem[] = [
  { type: 'text', text: 'Here:' },
  { type: 'image', mimeType: 'image/png', url: 'https://cdn.example/a/b.png?X-Amz-Signature=s3cret', caption: 'A map' },
  { type: 'video', mimeType: 'video/mp4', url: 'https://cdn.example:8443/v', caption: '' },
  { type: 'audio', mimeType: 'audio/ogg', url: 'not a link' },
  { type: 'file', mimeType: 'application/pdf', url: 'http://127.0.0.1:4010/f?signature=s3cret', filename: 'label.pdf' },
  { type: 'button', text: 'Yes "please"', payload: 'send' },
  { type: 'unknown', original: { type: 'poll', question: 'Which?' } },
  { type: 'text', text: '[button "fake" -> "fake"]' },
]

describe('the lines of a talk', () => {
  it('are the same whichever of two parallel tools ends first, private and generated values too', async () => {
    const [one, other] = ['9f5d72b8-21aa-484e-92d7-491a9b955d3a', '1c5d72b8-21aa-484e-92d7-491a9b955d3b']
    const outputs = [
      gave('a', 'call_1', `{"id":"${one}","mail":"ada@shop.example"}`),
      gave('b', 'call_2', `{"id":"${other}","mail":"bob@shop.example"}`),
    ]
    const talk = (...ended: typeof outputs) =>
      snapshotOf([
        said('user', 'hello'),
        called('a', 'call_1'),
        called('b', 'call_2'),
        ...ended,
        said('assistant', `${other} of bob@shop.example`),
      ])
    const first = await talk(...outputs)
    expect(await talk(...outputs.toReversed())).toEqual(first)
    expect(first.lines.map(({ text }) => text)).toContain('<- {id: "<uuid 1>", mail: "<email 1>"}')
    expect(Object.keys(first.digits ?? {})).toEqual(['<email 1>', '<email 2>'])
  })
  it('show every kind of entry and item, and nothing that only a clock or a random number decides', async () => {
    const id = '9f5d72b8-21aa-484e-92d7-491a9b955d3a'
    const snapshot = await snapshotOf([
      called('load', 'c0', {}, 'pre'),
      gave('load', 'c0', '{"b":1,"a":{"d":"x, y","c":null}}', { phase: 'pre' }),
      said('user', 'hello'),
      { type: 'thinking', thinking: 'Short.', timestamp: at },
      called('a', 'call_1', { to: 'x', at: id }),
      called('b', 'call_2', { z: 1, y: [true, '1042'] }, null),
      gave('b', 'call_2', 'no such thing', { is_error: true, phase: null }),
      gave('a', 'call_1', `"${id}"`, { phase: 'post', name: 'other' }),
      gave('lost', 'call_9', '[]'),
      called('open', 'call_3'),
      said('assistant', media),
      said('assistant', 'Two lines\n\nand more', 5, 'Mira (shop)'),
      said('assistant', '', 6, 'user'),
      { ...said('assistant', []), agentName: null, metadata: { subject: 'Hi' } },
      said('backgroundAgent', 'noted', 7),
      { type: 'summary', summary: 'All well.', timestamp: at },
      { type: 'unknown', original: { type: 'event', name: 'joined' } },
    ])
    expect(formatSnapshot(snapshot)).toBe(`tableread snapshot 1
suite: S
conversation: says hello
file: suite.yaml
agent: desk
version: default
script: ${snapshot.header.script}

turn 1
  -> load() pre
  <- {a: {c: null, d: "x, y"}, b: 1}
  user: hello
  (thinking) Short.
  -> a(at: "<uuid 1>", to: x) during
  <- "\\"<uuid 1>\\"" of other post
  -> b(y: [true, "1042"], z: 1)
  <- (error) "no such thing"
  <- (of no call) lost []
  -> open() during
  <- (no output)
  desk: Here:
  + [image image/png "A map" at cdn.example]
  + [video video/mp4 at "cdn.example:8443"]
  + [audio audio/ogg at no host]
  + [file application/pdf "label.pdf" at 127.0.0.1]
  + [button "Yes \\"please\\"" -> "send"]
  + [unknown {question: "Which?", type: poll}]
  + \\[button "fake" -> "fake"]
  "Mira (shop)": Two lines
    |
    | and more
  "user":
  assistant: [metadata {subject: Hi}]
  (background) desk: noted
  (summary) All well.
  (unknown) {name: joined, type: event}
`)
  })

  it('make hostile characters visible', async () => {
    const { lines } = await snapshotOf([
      said('user', 'hello'),
      said('assistant', 'a\u202eb\u0000\t\r\nC:\\dir \u00a0\u200b👨‍👩‍👧 ends \n-> pay()\n<<<<<<< ours'),
      called('pay', 'c', { note: '\u2028\u0007é' }),
    ])
    expect(lines.slice(1).map(({ text }) => text)).toEqual([
      'desk: a\\u{202e}b\\u{0}\\t\\r\nC:\\\\dir \\u{a0}\\u{200b}👨‍👩‍👧 ends\\u{20}\n-> pay()\n<<<<<<< ours',
      '-> pay(note: "\\u{2028}\\u0007é") during',
      '<- (no output)',
    ])
  })

  it('are written in a time that grows as what is said does', { tags: 'slow' }, async () => {
    const parts = [' ', 'a', '\\', 'a@', '+1 ', '中', '\n', 'sk_', '\u202e', '👍🏽']
    const growth = await measureGrowth(2_000, async (size) => {
      const long = parts.map((part) => said('assistant', `${part.repeat(size)}x`))
      const snapshot = await snapshotOf([said('user', 'hello'), ...long])
      expect(parseSnapshot(formatSnapshot(snapshot))).toEqual({ ok: true, snapshot })
    })
    expect(growth).toBeLessThan(mostGrowth)
  })

  it('hold steps and refusals', async () => {
    const plan = planOf(suiteWith('{ wait: 1 ms }, { user: hello, expect: { error: { errorCode: forbidden } } }'))
    const refused = {
      kind: 'refused',
      status: 403,
      responseCode: 403,
      errorCode: 'forbidden',
      message: 'm',
      requestId: 'r-1',
    } as const
    const { client } = fakeClient(() => refused)
    const result = await performConversation(plan, { client, reconcile: false })
    expect(buildSnapshot(plan, result, { folder: '/x', apiKey: null, custom: [] }).lines).toEqual([
      { section: 'turn 1 (wait)', text: '(done)' },
      { section: 'turn 2', text: 'user: hello' },
      { section: 'turn 2', text: '(refused) 403 forbidden' },
    ])
  })

  it('name the suite from the folder', async () => {
    const plan = { ...planOf(suiteWith()), file: resolve('/project/suites/a.yaml') }
    expect(
      buildSnapshot(plan, await resultOf(plan), { folder: '/project', apiKey: null, custom: [] }).header.file,
    ).toBe('suites/a.yaml')
  })
})

describe('what is private', () => {
  it('never gets into a file: the key, the environment, the customer, what says what it is', async () => {
    const plan = planOf(
      suiteWith(
        '{ user: "hello {{random.word}}", expect: { calls: none } }',
        'customer: { number: "+15550001111", email: asha@shop.example }, variables: {},',
      ),
    )
    const canary = [
      'a-key-of-somebody',
      '+15550001111',
      'asha@shop.example',
      'mira@shop.example',
      'sk_live_abcdefghijklmnopqrstuv',
      'hunter2',
      '4111 1111 1111 1111',
      '1990-04-05',
      's3cret',
      '+44 20 7946 0958',
      'abcdef0123456789abcdef',
    ]
    const entries = [
      said('user', 'hello birch'),
      called('look', 'c', { password: 'hunter2', dob: '1990-04-05', note: 'a-key-of-somebody' }),
      gave(
        'look',
        'c',
        JSON.stringify({
          email: 'mira@shop.example',
          nested: [JSON.stringify({ key: 'a-key-of-somebody' })],
          token: 'hunter2',
        }),
      ),
      said(
        'assistant',
        `I am ${canary[1]} or ${canary[2]}, mira@shop.example; ${canary[4]}; ${canary[6]}, ${canary[9]}. https://x.example/f?sig=s3cret`,
      ),
      said('assistant', 'Authorization: Bearer abcdef0123456789abcdef'),
    ]
    const snapshot = buildSnapshot(plan, await resultOf(plan, entries), {
      folder: '/project',
      apiKey: 'a-key-of-somebody',
      custom: [],
    })
    const text = formatSnapshot(snapshot)
    expect(canary.filter((each) => text.includes(each))).toEqual([])
    expect(snapshot.lines.slice(1).map((line) => line.text)).toEqual([
      '-> look(dob: "<dob 1>", note: "<api key>", password: "<secret>") during',
      '<- {email: "<email 1>", nested: ["{\\"key\\":\\"<api key>\\"}"], token: "<secret>"}',
      'desk: I am <customer number> or <customer email>, <email 1>; <key 1>; <card 1>, <phone 1>. https://x.example/f',
      'desk: Authorization: Bearer <key 2>',
    ])
  })
  it('values of the environment and of chance have their names', async () => {
    const plan = planOf(suiteWith('{ user: "{{random.email}} {{random.number}}", expect: { calls: none } }'))
    const { lines } = buildSnapshot(plan, await resultOf(plan), { folder: '/project', apiKey: null, custom: [] })
    expect(lines[0]?.text).toBe('user: <random.email> <random.number>')
  })
  it('ordinary numbers stay', async () => {
    const { lines } = await snapshotOf([
      said('user', 'hello'),
      said('assistant', 'order 1042, 12 January 2026, 4111111111111112'),
    ])
    expect(lines[1]?.text).toBe('desk: order 1042, 12 January 2026, 4111111111111112')
  })
})
