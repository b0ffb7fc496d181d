// @module-tag stress
import { describe, expect, it } from 'vitest'
import { createConcealer } from '../src/app/config/concealer.ts'
import { chooseBy } from '../src/base/choose-by.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { listMutants } from '../src/compare/mutation/list-mutants.ts'
import { allKinds } from '../src/compare/mutation/mutant/mutant.ts'
import type { MutableTalk } from '../src/compare/mutation/mutant/talk.ts'
import type { Suggestion } from '../src/compare/mutation/mutant/teeth-result.ts'
import { namesSeen, surround } from '../src/compare/mutation/operators/operator.ts'
import { hearTalk, tryMutant } from '../src/compare/mutation/perform-teeth.ts'
import { createMask } from '../src/compare/mutation/suggest/create-mask.ts'
import { type Living, suggestFor } from '../src/compare/mutation/suggest/suggest.ts'
import { performConversation } from '../src/engine/perform/perform-conversation.ts'
import { called, gave, said } from '../src/engine/transcript/entries.fixture.ts'
import { fakeClient, plansOf } from '../src/engine/verdict/fake-client.fixture.ts'
import type { Client } from '../src/wire/client/client.ts'

/** Private and volatile values: a suggestion may hold none of them, and no name for one. */
const values: Readonly<Record<string, (run: number) => string>> = {
  nothing: () => 'plain',
  email: () => 'ada@example.com',
  'email with digits': () => 'ada1990@example.com',
  phone: () => '+1 555 010 9987',
  card: () => '4111 1111 1111 1111',
  iban: () => 'DE89 3704 0044 0532 0130 00',
  key: () => 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789',
  uuid: (run) => `3f2504e0-4f89-41d3-9a0c-0305e82c33${10 + run}`,
  password: () => 'Tr0ub4dor-and-3',
  'stand-in of a tape': () => 'email-1@redacted.invalid',
  'name of a report': () => '<email 1>',
}

const moment = (ms: number): { timestamp: string } => ({ timestamp: new Date(Date.UTC(2026, 0, 1) + ms).toISOString() })

/** A desk whose every place holds the value; `run` is another one whenever the desk is asked anew. */
function openDesk(value: string): { client: Client } {
  const link = `https://files.example/${encodeURIComponent(value)}`
  const item = { mimeType: 'image/png', url: `${link}/picture.png?signature=abcdef0123456789` }
  return fakeClient(
    ({ message = '' }) => [
      said('user', message, 0),
      called(
        'find_customer',
        'c1',
        { password: value, tags: ['first', 'second'], people: [value, 'Mia'] },
        'during',
        10,
      ),
      gave(
        'find_customer',
        'c1',
        JSON.stringify({ mail: value, by: { [value]: true }, orders: ['1042', '2077'], active: true }),
        moment(20),
      ),
      called('find_customer', 'c2', { mail: 'mia', tags: ['first'] }, 'during', 30),
      gave('find_customer', 'c2', JSON.stringify({ mail: 'mia', orders: ['3100'], active: false }), moment(40)),
      called('send_mail', 'c3', { to: value, text: 'Order 1042 is on its way.' }, 'during', 50),
      gave('send_mail', 'c3', JSON.stringify({ sent: true, copies: [{ to: value }, { to: 'archive' }] }), moment(55)),
      said(
        'assistant',
        [
          {
            type: 'text',
            text: `I am sorry for the delay. Order 1042 of Mia is shipped to ${value}. You can follow it at https://shop.example/orders/1042 until Friday.`,
          },
          { type: 'button', text: `Yes, ${value}`, payload: `refund ${value}` },
          { type: 'button', text: 'No', payload: 'keep' },
          { type: 'image', ...item, caption: `Parcel of ${value}` },
          { type: 'video', ...item, mimeType: 'video/mp4', caption: 'How to open it' },
          { type: 'audio', ...item, mimeType: 'audio/mpeg' },
          { type: 'file', ...item, mimeType: 'application/pdf', filename: `${value}.pdf` },
        ],
        60,
      ),
    ],
    (transcript) => ({
      agentDetails: { name: 'desk', number: null, email: null, version: '3' },
      transcript: [
        ...transcript,
        called('note_case', 'p1', { mail: value }, 'post', 90),
        gave('note_case', 'p1', '{"ok":true}', { phase: 'post', ...moment(95) }),
      ],
    }),
  )
}

const bare = `suite: Desk
agent: desk
time limit: 30 s
METADATA
conversations:
  - name: writes
    turns:
      - user: Write to me about order 1042
        expect: { judge: is polite }
`

/** The suite with a suggestion pasted where it goes, and nothing else expected. */
function paste(suite: string, { under, yaml }: Pick<Suggestion, 'under' | 'yaml'>): string {
  const indent = (by: number): string => yaml.replace(/^/gm, ' '.repeat(by))
  const without = suite.replace('        expect: { judge: is polite }\n', '')
  if (under === 'expect') return `${without}        expect:\n${indent(10)}\n`
  if (under === 'conversation') return `${without}${indent(4)}\n`
  const harmless = '        expect: { reply: { not: { contains: nothing of the kind } } }\n'
  return `${without}${harmless}`.replace('conversations:', `every turn:\n${indent(2)}\nconversations:`)
}

async function hear(suite: string, value: string): Promise<MutableTalk> {
  const [plan] = plansOf(suite)
  if (plan === undefined) throw new Error('no plan')
  return (await hearTalk(plan, { client: openDesk(value).client, reconcile: true })).talk
}

/** All mutants of a talk as if none had been noticed. */
function livingIn(talk: MutableTalk): Living[] {
  const mutants = listMutants(talk, surround(talk, chooseBy('one'), namesSeen([talk])))
  return mutants.map((mutant, number) => {
    const { id, file, version, suite, conversation } = talk.plan
    const { kind, what } = mutant
    const turn = mutant.turn === null ? null : mutant.turn + 1
    const place = { id, file, version, line: 7, suite, conversation: conversation.name.value, turn }
    return { number, talk, mutant, survivor: { ...place, kind, what, accepted: null } }
  })
}

/** What a report or a tape shows in place of a private value. */
const masked = /<[a-z]+ \d+>|@redacted/

eachByTier(3, describe)(Object.entries(values))('every suggestion with %s in every place', (name, make) => {
  const variables = name.startsWith('email') ? ['metadata: {}', `variables: { mail: "${make(0)}" }`] : ['metadata: {}']

  it.each(variables)(
    'holds for the sound agent and fails for the mutants, as it is printed, with %s',
    async (metadata) => {
      const suite = bare.replace('METADATA', metadata)
      const conceal = createConcealer({ custom: [] })
      const talk = await hear(suite, make(0))
      const { result } = await hearTalk(talk.plan, { client: openDesk(make(0)).client, reconcile: true })
      conceal.conversation(result, talk.plan)
      const living = livingIn(talk)
      expect(new Set(living.map(({ mutant }) => mutant.kind)).size).toBeGreaterThan(allKinds.length - 4)
      // kind by kind, so that no guardrail for many of them hides the suggestions of the others
      const suggestions = allKinds.flatMap((kind) =>
        suggestFor(
          living.filter(({ mutant }) => mutant.kind === kind),
          [talk],
          createMask(conceal),
        ),
      )
      const proven = suggestions.filter(({ judged }) => judged === undefined)
      for (const { under, yaml, catches } of proven) {
        expect(yaml).not.toMatch(masked)
        if (name !== 'nothing') expect(yaml).not.toContain(make(0))
        expect(conceal.rest(yaml)).toBe(yaml)
        const [plan] = plansOf(paste(suite, { under, yaml }))
        if (plan === undefined) throw new Error('no plan')
        const again = await performConversation(plan, { client: openDesk(make(1)).client, reconcile: true })
        expect([yaml, again.verdict, again.cause?.why]).toEqual([yaml, 'passed', undefined])
        for (const number of catches) {
          const mutant = living[number]?.mutant ?? null
          const { verdict } = await tryMutant(openDesk(make(0)).client, { ...talk, plan }, mutant, true)
          expect([yaml, mutant?.what, verdict]).toEqual([yaml, mutant?.what, 'failed'])
        }
      }
      const caught = new Set(proven.flatMap(({ catches }) => catches))
      const survivors = living.flatMap(({ number, mutant }) =>
        caught.has(number) ? [] : [`${mutant.kind}: ${mutant.what}`],
      )
      // Here nothing says that it is a secret, so a digit of it is changed, which no form shows.
      const excused = name === 'password' ? /^change argument: send_mail gets to/ : /$^/
      expect(survivors.filter((each) => !excused.test(each))).toEqual([])
    },
  )
})

describe('a suggestion for a conversation of several rows', () => {
  it('holds for every row', async () => {
    const suite = `suite: Desk
agent: desk
conversations:
  - name: asks for {{order}}
    parameters: [{ order: "1042" }, { order: "2077" }]
    turns:
      - user: Where is order {{order}}?
        expect: { reply: { contains: shipped } }
`
    const talks = await Promise.all(
      plansOf(suite).map(async (plan) => {
        const { client } = fakeClient(({ message = '' }) => {
          const order = /\d+/.exec(message)?.[0] ?? ''
          return [
            said('user', message, 0),
            called('find_order', 'c1', { order, of: 'mia' }, 'during', 10),
            gave('find_order', 'c1', JSON.stringify({ order }), moment(20)),
            said('assistant', `Order ${order} is shipped.`, 30),
          ]
        })
        return (await hearTalk(plan, { client, reconcile: true })).talk
      }),
    )
    const living = talks.flatMap(livingIn).map((each, number) => ({ ...each, number }))
    const suggestions = suggestFor(living, talks, createMask(undefined)).map(({ yaml }) => yaml)
    expect(suggestions.filter((yaml) => /1042|2077/.test(yaml))).toEqual([])
    expect(suggestions).toContain('calls: [{ find_order: { exactly: { order: "{{order}}", of: mia } } }]')
    expect(suggestions).toContain('calls: [{ find_order: { returns: { order: "{{order}}" } } }]')
  })
})
