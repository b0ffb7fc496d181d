import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { compareWithSnapshot, type LinesCompared } from './compare-snapshots.ts'
import { planOf, resultOf, suiteWith } from './snapshot.fixture.ts'
import { formatSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts'
import { describeOtherValues } from './value-digits.ts'

const take = async (entries: TranscriptEntry[], plan: Plan = planOf(suiteWith())): Promise<Snapshot> =>
  buildSnapshot(plan, await resultOf(plan, [said('user', 'hello'), ...entries]), {
    folder: '/work',
    apiKey: 'a-key-of-somebody',
    custom: [(text) => text.match(/CASE-\d+/g) ?? []],
  })

/** How two talks compare: their kind, and behind which stand-ins other values stand. */
async function held(before: TranscriptEntry[], after: TranscriptEntry[], compared?: LinesCompared): Promise<string> {
  const [snapshot, now] = [await take(before), await take(after)]
  const read = parseSnapshot(formatSnapshot(snapshot))
  expect(read).toEqual({ ok: true, snapshot })
  const comparison = compareWithSnapshot(now, { read }, compared)
  if (comparison.kind !== 'changed') return comparison.kind
  const differ = comparison.lines.some(({ kind }) => kind !== 'same')
  return [comparison.kind, ...(differ ? ['lines'] : []), ...comparison.otherValues].join(' ')
}

const asks = (args: Record<string, string>): TranscriptEntry[] => [called('mail', 'c1', args), gave('mail', 'c1', '1')]
const gives = (output: object): TranscriptEntry[] => [called('look', 'c1'), gave('look', 'c1', JSON.stringify(output))]
const says = (text: string): TranscriptEntry[] => [said('assistant', text)]
const uuids = ['0b0e6a3e-7d1c-4c3e-9a53-3a3c1f1b2c4d', '7c1f9a2e-0000-4c3e-9a53-3a3c1f1b2c4d']

describe('another private value behind the same stand-in', () => {
  it.each<[string, TranscriptEntry[], TranscriptEntry[], string]>([
    ['an address', asks({ to: 'asha@shop.example' }), asks({ to: 'evil@attacker.example' }), '<email 1>'],
    ['an address that a tool gives', gives({ to: 'a@shop.example' }), gives({ to: 'b@shop.example' }), '<email 1>'],
    [
      'two that changed places',
      says('a@x.example, b@x.example'),
      says('b@x.example, a@x.example'),
      '<email 1> <email 2>',
    ],
    ['a number in a reply', says('Call +44 20 7946 0958.'), says('Call +44 20 7946 0959.'), '<phone 1>'],
    ['a card', says('4111 1111 1111 1111'), says('5555 5555 5555 4444'), '<card 1>'],
    ['a password', asks({ password: 'hunter2' }), asks({ password: 'letmein' }), '<secret>'],
    ['a short secret', asks({ pin: '1234' }), asks({ pin: '4321' }), '<secret>'],
    ['a day of birth', asks({ dob: '1990-04-05' }), asks({ dob: '1990-04-06' }), '<dob 1>'],
    ['what the project redacts', asks({ about: 'CASE-1001' }), asks({ about: 'CASE-1002' }), '<private 1>'],
    [
      'an address in a link',
      says('https://x.example/?to=a%40b.example'),
      says('https://x.example/?to=c%40b.example'),
      '<email 1>',
    ],
    [
      'a key that the agent has',
      asks({ via: `sk_live_${'a1'.repeat(12)}` }),
      asks({ via: `sk_live_${'b2'.repeat(12)}` }),
      '<key 1>',
    ],
    [
      'another of two secrets that a tool gave',
      [...gives({ tokens: [{ token: 'red-1' }, { token: 'blue-2' }] }), called('pay', 'c2', { token: 'red-1' })],
      [...gives({ tokens: [{ token: 'red-1' }, { token: 'blue-2' }] }), called('pay', 'c2', { token: 'blue-2' })],
      '<secret>',
    ],
  ])('is a change: %s', async (_, before, after, names) => {
    expect(await held(before, after)).toBe(`changed ${names}`)
    expect(await held(before, before)).toBe('same')
  })

  it.each<[string, TranscriptEntry[], TranscriptEntry[]]>([
    ['a uuid', says(`see ${uuids[0]}`), says(`see ${uuids[1]}`)],
    ['a secret that a tool gives anew', gives({ token: 'red-1' }), gives({ token: 'blue-2' })],
    ['what the project redacts, from a tool', gives({ about: 'CASE-1001' }), gives({ about: 'CASE-1002' })],
    [
      'an address of a machine, from a tool',
      gives({ ip: '10.0.0.7', mac_address: '00-1' }),
      gives({ ip: '10.0.0.8', mac_address: '00-2' }),
    ],
    ['the signature of a link', says('https://x.example/f?sig=abcdefgh'), says('https://x.example/f?sig=bcdefghi')],
    [
      'the order of members',
      asks({ a: 'a@x.example', password: 'hunter2' }),
      asks({ password: 'hunter2', a: 'a@x.example' }),
    ],
    ['another API key', says('a-key-of-somebody'), says('<api key>')],
  ])('is none: %s', async (_, before, after) => {
    expect(await held(before, after)).toBe('same')
  })

  it('is told beside lines that differ too, but for secrets, of which there may only be one more', async () => {
    const secret = { password: 'hunter2', to: 'a@x.example' }
    expect(
      await held(asks(secret), [...asks({ ...secret, to: 'b@x.example' }), ...asks({ password: 'letmein' })]),
    ).toBe('changed lines <email 1>')
  })

  it('counts only where it stands in a line that counts', async () => {
    const talk = (password: string, number: string): TranscriptEntry[] => [
      ...asks({ password: 'hunter2' }),
      ...says(`Your password: ${password}; call +44 20 7946 095${number}.`),
    ]
    expect(await held(talk('Abc-12345', '8'), talk('Bcd-23456', '9'))).toBe('changed <phone 1> <secret>')
    expect(await held(talk('Abc-12345', '8'), talk('Bcd-23456', '9'), 'calls')).toBe('same')
    expect(await held(asks({ to: 'a@x.example' }), asks({ to: 'b@x.example' }), 'calls')).toBe('changed <email 1>')
  })
})

describe('values that the script got from outside', () => {
  const turns = '{ user: "I am {{env.MAIL}} at {{env.PHONE}}, {{random.email}}", expect: { calls: none } }'
  const withEnvironment = (
    mail: string,
    phone: string,
    seed: string,
    spelled: (text: string) => string,
  ): [Plan, string] => {
    const plan = planOf(suiteWith(turns, 'customer: { number: "{{env.PHONE}}" },'))
    const random = `${seed}@example.com`
    const variables = { ...plan.variables, 'env.MAIL': mail, 'env.PHONE': phone, 'random.email': random }
    return [
      { ...plan, variables, customer: { number: phone }, unset: [] },
      spelled(`${mail} ${phone} ${random} and asha@shop.example`),
    ]
  }
  it.each<[string, (text: string) => string]>([
    ['as they are', (text) => text],
    ['in capitals', (text) => text.toUpperCase().replace('ASHA@SHOP.EXAMPLE', 'asha@shop.example')],
    ['in groups', (text) => text.replace(/\+44(\d\d)(\d{4})/, '+44 ($1) $2 ')],
    ['without the code of the country', (text) => text.replace(/\+44(\d\d)(\d{4})/, '0$1 $2 ')],
  ])('have no digits: %s', async (_, spelled) => {
    const [one, mine] = withEnvironment('me@one.example', '+442079460958', 'ben.1', spelled)
    const [two, yours] = withEnvironment('you@two.example', '+442079461234', 'hana.2', spelled)
    const [a, b] = [await take(says(mine), one), await take(says(yours), two)]
    expect(Object.keys(a.digits ?? {})).toHaveLength(1)
    expect(compareWithSnapshot(b, { read: { ok: true, snapshot: a } })).toEqual({ kind: 'same' })
  })
})

describe('the digits', () => {
  it('are two for a value, and the same in every talk', async () => {
    const one = await take(says('Write to asha@shop.example.'))
    const two = await take([...asks({ to: 'mira@shop.example' }), ...says('asha@shop.example')])
    expect(one.digits).toEqual({ '<email 1>': expect.stringMatching(/^[0-9a-f]{2}$/) })
    expect(two.digits?.['<email 2>']).toBe(one.digits?.['<email 1>'])
  })
  it('are left out of a file without private values', async () => {
    const snapshot = await take(says(`order 1042, ${uuids[0]}`))
    expect([snapshot.digits, formatSnapshot(snapshot).includes('private values')]).toEqual([undefined, false])
  })
  it('are missing in a file from before, which is compared as it was, and says so', async () => {
    const now = await take(says('Write to asha@shop.example.'))
    const { digits: _, ...old } = now
    expect(compareWithSnapshot(now, { read: { ok: true, snapshot: old } })).toEqual({
      kind: 'same',
      withoutDigits: true,
    })
  })
})

describe('describeOtherValues', () => {
  it('names the stand-ins', () => {
    expect([
      describeOtherValues(['<email 1>'], true),
      describeOtherValues(['<email 1>', '<secret>'], false),
    ]).toMatchInlineSnapshot(`
      [
        "the lines are the same, but another value stands behind <email 1> than in the snapshot, by the digits in its header; tableread run --json --show-private shows what stands there now",
        "other values stand behind <email 1> and <secret> than in the snapshot, by the digits in its header; tableread run --json --show-private shows what stands there now",
      ]
    `)
  })
})
