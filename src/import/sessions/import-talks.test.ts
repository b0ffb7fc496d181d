import { describe, expect, it, vi } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { importTalks } from './import-talks.ts'
import { plain, talkOf } from './talk.fixture.ts'

const order = JSON.stringify({ order_id: '1042', status: 'shipped', tracking_id: 'NL-5531-9', total: 89.5 })

const tracking: TranscriptEntry[] = [
  called('load_customer', 'c1', {}, 'pre'),
  gave('load_customer', 'c1', '{"tier":"gold"}', { phase: 'pre' }),
  said('user', 'Where is my order 1042? I am Mia Li, mia@shop.example', 10),
  called('lookup_order', 'c2', { order_id: '1042', verbose: true, note: 'asks politely' }, 'during', 20),
  gave('lookup_order', 'c2', order),
  said('assistant', [
    { type: 'text', text: 'Hello Mia, order 1042 was shipped for $89.5. Shall I send the link?' },
    { type: 'button', text: 'Yes please', payload: 'send_link' },
  ]),
  said('user', 'Yes, for NL-5531-9', 40),
  called('make_link', 'c3', { tracking: 'NL-5531-9' }, 'during', 50),
  gave('make_link', 'c3', 'sent', { is_error: true }),
  said(
    'assistant',
    [{ type: 'image', mimeType: 'image/png', url: 'https://x.example/a.png', caption: '' }],
    60,
    'human',
  ),
  said('user', 'Bye', 70),
  said('assistant', 'Have a good day, Mia Li', 80),
  called('log_outcome', 'c4', {}, 'post', 90),
  gave('log_outcome', 'c4', 'ok', { phase: 'post' }),
]
const customer = { id: 'u-17', name: 'Mia Li', number: null, email: 'mia@shop.example' }

describe('importTalks', () => {
  it('writes turns, shapes of arguments, captures, buttons, media, handoffs and the session', async () => {
    const talk = talkOf(tracking, { status: 'completed', analysis: { sentiment: 'positive' }, ...{ customer } })
    const { text, refused } = await importTalks([talk], plain)
    expect(refused).toEqual([])
    expect(text).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=./suite.json
      # A draft made by tableread import: words are suggestions, and pseudonyms stand for personal data.
      suite: Imported
      agent: desk
      masking:
        # Read the file for names, numbers and addresses that are left. The suite runs only with true.
        reviewed: false
      conversations:
        # from "s-1", webChat, 2026-01-01, version "3" (sessions.json:1)
        # stands for this session alone: load_customer (pre) > lookup_order (during) > make_link (during, error) > log_outcome (post)
        - name: "Where is my order 1042? I am Badan Delor, person1@example.com"
          turns:
            - user: "Where is my order 1042? I am Badan Delor, person1@example.com"
              expect:
                # suggestion: reply "Hello Badan, order 1042 was shipped for $89.5. Shall I send the link?"
                reply: { contains: ["1042", "$89.5", shipped], button: { payload: { equals: send_link } } }
                calls:
                  exactly:
                    - load_customer: { exactly: {}, phase: pre }
                    - lookup_order: { exactly: { order_id: "1042", verbose: true, note: asks politely }, phase: during }
              capture:
                tracking_id: calls.lookup_order.output.tracking_id
            - user: "Yes, for {{tracking_id}}"
              expect:
                reply: { image: { mimeType: "image/png" }, agentName: human }
                calls:
                  exactly:
                    - make_link: { exactly: { tracking: "{{tracking_id}}" }, is_error: true, phase: during }
            - user: "Bye"
              expect:
                # suggestion: reply "Have a good day, Badan Delor"
                calls: { pre: none, during: none }
          session:
            status: completed
            channel type: webChat
            analysis: { sentiment: { type: text } }
            calls:
              post:
                exactly:
                  - log_outcome: { exactly: {} }
      "
    `)
  })
  it('tolerates other calls and arguments where it is asked to, and expects then what is known of the arguments', async () => {
    const { text } = await importTalks([talkOf(tracking)], { ...plain, exact: false })
    expect(text).not.toContain('exactly')
    expect(text).toContain('with: { order_id: "1042", verbose: { type: boolean }, note: { type: text } }')
  })
  it('counts calls that were made at once, keeps figures whole, and holds prose to its figures and length', async () => {
    const summary = 'The customer asks about the house on 3 May for $3,600,000 and wants to see it soon'
    const talk = talkOf([
      said('user', 'How much is the house?'),
      called('find', 'c1', { list: [], more: {} }, 'during', 1),
      called('note', 'c2', { summary }, 'during', 2),
      gave('find', 'c1', '{}', { timestamp: '2026-01-01T00:00:00.003Z' }),
      gave('note', 'c2', '{}', { timestamp: '2026-01-01T00:00:00.004Z' }),
      said('assistant', 'It costs $3,600,000, for 4 people. Book flat B-12 or B-12?', 5),
    ])
    const { text, refused } = await importTalks([talk], plain)
    expect(refused).toEqual([])
    expect(text).toContain('reply: { contains: "$3,600,000", matches: ["/\\\\b4\\\\b/", "/(?:B-12.*){2}/s"] }')
    expect(text).toMatch(/any order:[\s\S]*count: 2/)
    expect(text).toContain('exactly: { list: { equals: [] }, more: { equals: {} } }')
    expect(text).toContain('summary: { contains: ["3 May", "$3,600,000"], words: { between: [')
  })
  it('does not run before somebody has reviewed it', async () => {
    const { text } = await importTalks([talkOf(tracking)], plain)
    const parsed = parseScript(text ?? '', 'imported.yaml')
    expect(parsed.ok ? [] : parsed.problems.map(({ code }) => code)).toEqual(['not-reviewed'])
    expect(parseScript((text ?? '').replace('reviewed: false', 'reviewed: true'), 'imported.yaml').ok).toBe(true)
  })
  it('keeps one talk for each path of calls, and says how many it stands for', async () => {
    const short = [said('user', 'Hi'), said('assistant', 'Hello?', 5)]
    const talks = [
      talkOf(tracking),
      talkOf(short, { sessionId: 's-0' }),
      talkOf(tracking, { sessionId: 's-2' }),
      talkOf(tracking, { sessionId: 's-3' }),
    ]
    const { text, conversations, clusters } = await importTalks(talks, plain)
    expect([conversations, clusters.map(({ count, kept }) => [kept.length, count])]).toEqual([
      2,
      [
        [1, 3],
        [1, 1],
      ],
    ])
    expect(text).toContain(
      '# stands for 3 sessions: load_customer (pre) > lookup_order (during) > make_link (during, error)',
    )
    const all = await importTalks(talks, { ...plain, keep: 2 })
    expect(all.conversations).toBe(3)
    expect(all.text).toContain('name: "Where is my order 1042? I am Badan Delor, person1@example.com (2)"')
  })
  it('leaves out talks without an answer, and what the user says last', async () => {
    const silent = talkOf([said('user', 'Hello?')])
    const shortTalk = talkOf(
      [said('user', 'Hi'), said('assistant', 'Hello?', 1), said('user', 'Sorry, wrong shop', 2)],
      {
        sessionId: 's-2',
      },
    )
    const { text, refused, conversations } = await importTalks([silent, shortTalk], plain)
    expect(refused.map(({ message }) => message)).toEqual(['in this session the agent never answers'])
    expect(conversations).toBe(1)
    expect(text).toContain('# left out: the last message, which nothing answers: "Sorry, wrong shop"')
  })
  it('relaxes the laws that the session itself breaks, with the reason', async () => {
    const talk = talkOf([
      said('user', 'Find it'),
      called('find', 'c1', {}, 'during', 1),
      gave('find', 'c1', 'a', { timestamp: '2026-01-01T00:00:00.001Z' }),
      called('find', 'c1', {}, 'during', 2),
      said('assistant', 'Found?', 3),
    ])
    const { text } = await importTalks([talk], plain)
    expect(text).toContain('unique call ids: in the imported session the model reuses ids')
    expect(text).toContain('no open call: in the imported session an output is missing')
  })
  it('takes hostile texts as they are', async () => {
    const hostile = 'say {{name}} & {{env.HOME}}: "# no" - [x]\n\ttab \u2028 é \\'
    const talk = talkOf([
      said('user', hostile),
      called('echo', 'c1', {
        contains: hostile,
        oneOf: { a: '< 3' },
        wait: '2 min',
        none: null,
        list: [{ type: 'x' }],
      }),
      gave('echo', 'c1', '{"id":"{{a}}","b":"012"}'),
      said('assistant', '{{name}} 012?', 9),
    ])
    const { conversations, refused } = await importTalks([talk], plain)
    expect([conversations, refused]).toEqual([1, []])
  })
  it.each(['waChat', 'email', 'sms', 'inboundSipTrunk', 'outboundSipTrunk', 'waVoice'] as const)(
    'imports a session of %s',
    async (channel) => {
      const talk = talkOf(tracking, {
        communicationChannelType: channel,
        status: channel.endsWith('Trunk') ? 'call_hangup' : 'active',
      })
      const { text, refused } = await importTalks([talk], plain)
      expect(refused).toEqual([])
      expect(text).toContain(`# the session was ${channel} and ended as`)
    },
  )
  it('expects the short numbers of prose that count something', async () => {
    const prose = 'The ear hurts since this morning and the fever held on for a good 10 minutes before it went down'
    const talk = talkOf([
      said('user', 'I feel ill'),
      called('book', 'c1', { Symptoms: prose }),
      gave('book', 'c1', 'ok'),
      said('assistant', 'Booked', 1),
    ])
    const { text, refused } = await importTalks([talk], plain)
    expect(refused).toEqual([])
    expect(text).toMatch(/Symptoms: \{ matches: \["\/\\\\b10\\\\b\/"\], words: /)
  })
  it('hears the outputs of calls once each, however many calls there are', async () => {
    const parsed = async (count: number): Promise<number> => {
      const steps = Array.from({ length: count }, (_, index) => [
        called('step', `c${index}`, { n: 1 }),
        gave('step', `c${index}`, '{"marked":true}'),
      ]).flat()
      const talk = talkOf([said('user', 'Go on'), ...steps, said('assistant', 'Done', 1)])
      const spy = vi.spyOn(JSON, 'parse')
      const { refused } = await importTalks([talk], plain)
      const outputs = spy.mock.calls.filter(([text]) => String(text).includes('marked')).length
      spy.mockRestore()
      expect(refused).toEqual([])
      return outputs
    }
    const few = await parsed(50)
    expect(few).toBeGreaterThan(0)
    expect(await parsed(500)).toBeLessThanOrEqual(10 * few)
  })
  it('leaves nothing of a person in the draft, in the names of its conversations and in the recordings', async () => {
    const ada = { id: '+49 170 5551234', name: 'Ermintrude Falkenrath', number: '+491705551234', email: null }
    const facts = { login: 'efalkenrath81', mothers_maiden_name: 'Quastenflosser', ip: '84.17.33.9' }
    const person = { tel: '0170 555 12 34', spouse: 'Hartwig Quastenflosser', licence_plate: 'B-EF 1981' }
    const talk = talkOf(
      [
        said('user', 'My pin is 4711. SSN 078-05-1120, cvv 737, passport C01X00T47, Lindenstraße 14, 10969 Berlin'),
        called('find', 'c1', facts),
        gave('find', 'c1', JSON.stringify(person)),
        said('assistant', 'Your husband Hartwig paid 59.90 EUR for order 77120.', 1),
        said('user', 'Write to hartwig(at)web.example, call 0170 5551234 on 2026-11-05', 2),
        said('assistant', 'Order 77120 comes on 2026-11-05.', 3),
      ],
      { ...{ customer: ada }, dynamicVariables: { customer_name: 'Ermintrude Falkenrath', nick: 'Trudi' } },
    )
    const { text, recordings, refused } = await importTalks([talk], { ...plain, recordings: true })
    expect(refused).toEqual([])
    expect(text).toMatch(/name: "My pin is 0\d{3}\./)
    for (const suiteText of [text, JSON.stringify(recordings)]) {
      expect(suiteText).not.toMatch(
        /4711|078-05|737\b|C01X|Linden|10969|falkenrath|ermintrude|quasten|hartwig|84\.17|555 ?12|B-EF|trudi/i,
      )
      for (const safeText of ['59.90', '77120', '2026-11-05', 'Berlin']) expect(suiteText).toContain(safeText)
    }
  })
})
