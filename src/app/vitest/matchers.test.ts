import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { matchers } from './matchers.ts'

expect.extend(matchers)

const transcript = [
  said('user', 'Where is my order 1042?'),
  called('lookup_order', 'c1', { order_id: '1024' }),
  gave('lookup_order', 'c1', '{"status":"shipped"}', { executionTimeMs: null }),
  called('send_link', 'c2', {}),
  gave('send_link', 'c2', 'no such link', { is_error: true }),
  said('assistant', 'Your order has shipped.'),
  said('assistant', 'Sorry for the wait.'),
]

/** The message of a failing assertion. */
function messageOf(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  return 'it holds'
}

describe('toHaveReplied with grounded', () => {
  const priced = (price: string) => [
    said('user', 'What is order 1042?'),
    called('get_order', 'c1', { order_id: '1042' }),
    gave('get_order', 'c1', '{"total": 321.18}'),
    said('assistant', `Order 1042 comes to ${price}.`),
  ]

  it('holds where everything was said before, and names what was not', () => {
    expect(priced('$321.18')).toHaveReplied({ grounded: true })
    expect(priced('$321.78')).not.toHaveReplied({ grounded: true })
    const message = messageOf(() => expect(priced('$321.78')).toHaveReplied({ grounded: true }))
    expect(message).toContain('"321.18" in the output of get_order (the transcript)')
    expect(messageOf(() => expect(priced('$321.18')).not.toHaveReplied({ grounded: true }))).toContain('must not')
  })
})

describe('toHaveCalled', () => {
  it('holds for a call with its details', () => {
    expect(transcript).toHaveCalled('lookup_order')
    expect(transcript).toHaveCalled('lookup_order', {
      with: { order_id: { matches: /^\d+$/ } },
      returns: { status: 'shipped' },
      phase: 'during',
      before: 'send_link',
      times: 1,
    })
    expect(transcript).not.toHaveCalled('issue_refund')
    expect(transcript).not.toHaveCalled('lookup_order', { with: { order_id: '1042' } })
  })

  it('shows the closest call and what differs, or the calls that were made', () => {
    const wrong = () => expect(transcript).toHaveCalled('lookup_order', { with: { order_id: '1042' } })
    expect(messageOf(wrong)).toBe(
      'lookup_order was called, but with other arguments\n  arguments.order_id: expected "1042", but here is "1024"',
    )
    expect(messageOf(() => expect(transcript).toHaveCalled('lookup_ordr'))).toContain('lookup_order')
    expect(messageOf(() => expect(transcript).not.toHaveCalled('lookup_order'))).toBe(
      'lookup_order must never be called here\n  arguments  {"order_id":"1024"}\n  phase      during',
    )
  })

  it('expects tools to succeed, and forbids those that fail too', () => {
    expect(transcript).toHaveCalled('send_link', { is_error: true })
    expect(messageOf(() => expect(transcript).toHaveCalled('send_link'))).toContain('is_error')
    expect(messageOf(() => expect(transcript).not.toHaveCalled('send_link'))).toContain('must never be called')
  })

  it('passes neither way where nothing can be judged', () => {
    const details = { within: '1 s' } as const
    expect(messageOf(() => expect(transcript).toHaveCalled('lookup_order', details))).toContain('did not say how long')
    expect(messageOf(() => expect(transcript).not.toHaveCalled('lookup_order', details))).toContain(
      'never forbids a call whatever time it takes',
    )
  })
})

describe('toHaveReplied', () => {
  it('holds for the messages together', () => {
    expect(transcript).toHaveReplied({ contains: ['shipped', 'Sorry'], messages: 2, agentName: 'desk' })
    expect(transcript).not.toHaveReplied({ contains: 'refund' })
    expect(transcript).not.toHaveReplied('none')
    expect(transcript).not.toHaveReplied({ button: 'Yes', contains: 'shipped' })
    expect(transcript.slice(0, 5)).toHaveReplied('none')
  })

  it('says what was expected and what came', () => {
    expect(messageOf(() => expect(transcript).toHaveReplied({ contains: 'Friday' }))).toBe(
      'the reply is not as expected\n  expected  something that contains "Friday"\n  actual    "Your order has shipped.\\nSorry for the wait."',
    )
    expect(messageOf(() => expect(transcript).not.toHaveReplied({ messages: 2, contains: 'shipped' }))).toBe(
      'the reply meets every one of these conditions, and it must not',
    )
  })

  it('lets no message hide behind another when something must not be said', () => {
    const exactly = () => expect(transcript).not.toHaveReplied({ equals: 'Sorry for the wait.' })
    expect(messageOf(exactly)).toContain('the reply is what it must not be\n  where     reply, message 2')
    expect(messageOf(() => expect(transcript).not.toHaveReplied({ agentName: 'desk' }))).toContain('must not be')
  })
})

describe('a matcher that could not fail', () => {
  it.each([
    [
      'a typo in a call',
      // @ts-expect-error
      () => expect(transcript).not.toHaveCalled('lookup_order', { wiht: {} }),
      'did you mean "with"?',
    ],
    [
      'a typo in a reply',
      // @ts-expect-error
      () => expect(transcript).not.toHaveReplied({ contian: 'x' }),
      'did you mean "contains" or "content"?',
    ],
    ['a tool', () => expect(transcript).not.toHaveCalled('lokup_order'), 'did you mean lookup_order?'],
    ['a tool that is expected', () => expect(transcript).toHaveCalled('lokup_order'), 'tool lokup_order'],
    [
      'a tool next to it',
      () => expect(transcript).not.toHaveCalled('send_link', { before: 'lokup_order' }),
      'did you mean lookup_order?',
    ],
    [
      'an argument',
      () => expect(transcript).not.toHaveCalled('lookup_order', { with: { ordr_id: '1' } }),
      'did you mean order_id?',
    ],
    [
      'a phase',
      // @ts-expect-error
      () => expect(transcript).not.toHaveCalled('lookup_order', { phase: 'durign' }),
      'did you mean during?',
    ],
    ['an empty condition', () => expect(transcript).not.toHaveReplied({}), 'an empty mapping expects nothing'],
    ['a variable', () => expect(transcript).not.toHaveReplied({ contains: '{{x}}' }), 'nothing gives {{x}} a value'],
    [
      'an entry of a type that nobody knows',
      () => expect([{ type: 'tool_use', name: 'a' }] as unknown as typeof transcript).not.toHaveCalled('a'),
      'an entry of the type "tool_use", named "a" cannot be read',
    ],
    ['an empty transcript', () => expect([] as typeof transcript).not.toHaveCalled('a'), 'the transcript is empty'],
    [
      'a session',
      // @ts-expect-error
      () => expect({ transcript }).not.toHaveCalled('a'),
      'did you mean its .transcript?',
    ],
    ['another list', () => expect([{ type: 'message' }]).not.toHaveCalled('a'), 'transcript[0].role: expected one of'],
  ])('is refused: %s', (_, assertion, words) => {
    expect(messageOf(assertion)).toContain(words)
  })
})

const cycle: Record<string, unknown> = {}
cycle.self = [cycle, cycle]

/** What JSON cannot represent, with its name in messages. */
const noData: [name: string, value: unknown][] = [
  ['a BigInt (10n)', 10n],
  ['undefined', undefined],
  ['a function', () => 1],
  ['Symbol(s)', Symbol('s')],
  ['an object with the key Symbol(s)', { [Symbol('s')]: 1 }],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['a Set', new Set()],
  ['a Uint8Array', new Uint8Array(1)],
  ['a Number', Object(1)],
  ['a Promise', Promise.resolve()],
  ['contains itself', cycle],
]

describe('a value that JSON has no form for', () => {
  type Loose = Record<string, (...given: unknown[]) => void>
  const loose = (received: unknown) => expect(received) as unknown as Loose
  const negated = (received: unknown) => expect(received).not as unknown as Loose
  it.each(noData)('is refused wherever a matcher is given it: %s', (name, value) => {
    const conditions: [matcher: string, ...unknown[]][] = [
      ['toHaveCalled', value],
      ['toHaveCalled', 'lookup_order', { with: { order_id: value } }],
      ['toHaveCalled', 'lookup_order', { exactly: { order_id: [value] } }],
      ['toHaveCalled', 'lookup_order', { returns: { status: value } }],
      ['toHaveCalled', 'lookup_order', { returns: { any: [value, 'shipped'] } }],
      ['toHaveCalled', 'lookup_order', { times: value }],
      ['toHaveReplied', value],
      ['toHaveReplied', { contains: value }],
      ['toHaveReplied', { any: ['shipped', value] }],
      ['toHaveReplied', { thinking: value }],
    ]
    for (const [matcher, ...args] of conditions)
      for (const not of [false, true]) {
        const assertion = not ? negated(transcript) : loose(transcript)
        const message = messageOf(() => assertion[matcher]?.(...args))
        expect(message).toContain(`${matcher} cannot be judged\n`)
        expect(message).toContain(name)
      }
  })
  it.each(noData.filter(([, value]) => value !== undefined))('is refused in a transcript too: %s', (name, value) => {
    const odd = [...transcript, called('lookup_order', 'c3', { order_id: value as never })]
    for (const judge of [
      () => expect(odd).toHaveCalled('lookup_order', { with: { order_id: '1042' } }),
      () => expect(odd).not.toHaveCalled('send_link'),
      () => expect(odd).toHaveReplied('x'),
    ])
      expect(messageOf(judge)).toMatch(/^toHave\w+ looks at transcript entries as JSON has them, but transcript\[7\]/)
    expect(messageOf(() => expect(odd).toHaveReplied('x'))).toContain(name)
  })
  it('is no value where a member of an entry is undefined, which JSON leaves out', () => {
    const with_ = [...transcript.slice(0, 3), called('lookup_order', 'c3', { order_id: undefined as never })]
    expect(with_).toHaveCalled('lookup_order', { exactly: {} })
  })
  it('is no transcript and no result as long as it is a promise, which every matcher says', () => {
    const odd = Promise.resolve(transcript) as never
    for (const judge of [
      () => loose(odd).toHavePassed?.(),
      () => loose(odd).toHaveReplied?.('x'),
      () => loose(odd).toHaveCalled?.('look'),
    ])
      expect(messageOf(judge)).toMatch(
        /^(toHave\w+) is given a promise\n {2}await it first: expect\(await …\)\.\1\(…\)$/,
      )
  })
  it('is no verdict of toHavePassed', () => {
    for (const [, value] of noData)
      expect(messageOf(() => loose({ turns: [], outcomes: [], verdict: value }).toHavePassed?.())).toContain(
        'toHavePassed looks at the result of a conversation',
      )
  })
})
