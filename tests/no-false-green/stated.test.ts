import { describe, expect, it } from 'vitest'
import { sections } from '../reference/sections.ts'
import { type Played, playRow, ran } from './play-row.ts'
import type { Row } from './row.ts'
import { refused } from './talk-parts.ts'

/** One expectation for every key that can hold one, each easily met: it rules something out, or asks for little. */
const statements: Record<string, string> = {
  'expectation > reply': 'reply: { not: { contains: zebra } }',
  'expectation > calls': 'calls: { never: [zebra] }',
  'expectation > latency': 'latency: 9 s',
  'expectation > error': 'error: messageRequired',
  'expectation > outbox': 'outbox: { length: 0 }',
  'expectation > queue': 'queue: { length: 0 }',
  'expectation > attempts': 'attempts: { length: 0 }',
  'latency > turn': 'latency: { turn: 9 s }',
  'latency > reply': 'latency: { reply: 9 s }',
  'latency > tool': 'latency: { tool: 9 s }',
  'latency > tools': 'latency: { tools: { lookup: 9 s } }',
  'latency limit > each': 'latency: { turn: { each: 9 s } }',
  'latency limit > p50': 'latency: { turn: { p50: 9 s } }',
  'latency limit > p95': 'latency: { tool: { p95: 9 s } }',
  'reply > agentName': 'reply: { agentName: { not: zebra } }',
  'reply > messages': 'reply: { messages: { less than: 9 } }',
  'reply > thinking': 'reply: { thinking: none }',
  'reply > summary': 'reply: { summary: none }',
  'reply > background': 'reply: { background: none }',
  'reply > content': 'reply: { content: { length: { less than: 9 } } }',
  'reply > text': 'reply: { text: { not: zebra } }',
  'reply > image': 'reply: { image: none }',
  'reply > video': 'reply: { video: none }',
  'reply > audio': 'reply: { audio: none }',
  'reply > file': 'reply: { file: none }',
  'reply > button': 'reply: { button: none }',
  'reply > grounded': 'reply: { grounded: true }',
  'calls > in order': 'calls: { in order: [lookup] }',
  'calls > exactly': 'calls: { exactly: [lookup] }',
  'calls > any order': 'calls: { any order: [lookup] }',
  'calls > never': 'calls: { never: [zebra] }',
  'calls > count': 'calls: { count: { less than: 9 } }',
  'calls > only': 'calls: { only: [lookup] }',
  'calls > pre': 'calls: { pre: none }',
  'calls > during': 'calls: { during: { never: [zebra] } }',
  'calls > post': 'calls: { post: none }',
  'session > status': 'session: { status: { not: zebra }, within: 0 ms }',
  'session > agent version': 'session: { agent version: { not: zebra }, within: 0 ms }',
  'session > agent': 'session: { agent: { not: zebra }, within: 0 ms }',
  'session > analysis': 'session: { analysis: { not: { topic: zebra } }, within: 0 ms }',
  'session > variables': 'session: { variables: { not: { tier: zebra } }, within: 0 ms }',
  'session > channel type': 'session: { channel type: { not: zebra }, within: 0 ms }',
  'session > duration': 'session: { duration: { not: { more than: 9 } }, within: 0 ms }',
  'session > retryAttemptNo': 'session: { retryAttemptNo: { not: 9 }, within: 0 ms }',
  'session > recordingUrl': 'session: { recordingUrl: { not: { contains: zebra } }, within: 0 ms }',
  'session > calls': 'session: { calls: { never: [zebra] }, within: 0 ms }',
  'session > state': 'session: { state: { not: { orders: zebra } }, within: 0 ms }',
}

/**
 * Keys that expect nothing by themselves, and those that need a judging model:
 * src/engine/judge/judge-run.test.ts.
 */
const silent = [
  'calls > reference',
  'session > within',
  'expectation > judge',
  'session > judge',
  'expectation > check',
  'session > check',
]
const judging = ['expectation', 'latency', 'latency limit', 'reply', 'calls', 'session']
const ofTurns = Object.entries(statements).filter(([key]) => !key.startsWith('session'))
const ofSessions = Object.entries(statements).filter(([key]) => key.startsWith('session'))

/** The line of the statement in each of the suites below. */
const line = 7
const suite = (above: string, turns: string): string =>
  `suite: Desk\nagent: desk\nconversations:\n  - name: talks\n    repeat: { times: 1, pass: 1 }\n${above}${turns}`
const empty = '    tags: [x]\n'
const answered = '      - { user: Hi }\n'
const refusal = '      - { user: " ", expect: { error: messageRequired } }\n'

const places: [place: string, stated: (statement: string) => string][] = [
  [
    'under expect',
    (text) => suite('    turns:\n', `      - expect: { ${text} }\n        user: Hi\n      - { user: Bye }\n`),
  ],
  [
    'under expect of a turn that is refused as expected',
    (text) => suite('    turns:\n', `      - expect: { error: messageRequired, ${text} }\n        user: Hi\n`),
  ],
  ['under expect of a step', (text) => suite('    turns:\n', `      - expect: { ${text} }\n        wait: 0 ms\n`)],
  ['under every turn', (text) => suite(empty, `    every turn: { ${text} }\n    turns:\n${answered}`)],
  [
    'under every turn, where none is answered',
    (text) => suite(empty, `    every turn: { ${text} }\n    turns:\n${refusal}`),
  ],
  ['under every turn of steps', (text) => suite(empty, `    every turn: { ${text} }\n    turns: [{ wait: 0 ms }]\n`)],
]
const sessionPlaces: [place: string, stated: (statement: string) => string][] = [
  ['after an answer', (text) => suite(empty, `    ${text}\n    turns:\n${answered}`)],
  ['after a refusal', (text) => suite(empty, `    ${text}\n    turns:\n${refusal}`)],
  ['after a step', (text) => suite(empty, `    ${text}\n    turns: [{ wait: 0 ms }]\n`)],
  [
    'after what comes before alone',
    (text) => suite(empty, `    ${text}\n    before: [{ user: Hi }]\n    turns:\n${refusal}`),
  ],
]

const services: [name: string, row: Partial<Row>][] = [
  ['an agent that calls and answers', { acts: [[...ran('lookup'), 'Hello']] }],
  ['an agent that only answers', {}],
  ['an agent that says nothing', { acts: [[]] }],
  ['an agent that nobody can read', { acts: [[{ type: 'tool_use', name: 'zebra' }, 'Hello']] }],
  ['a service that refuses', { refuse: refused(0) }],
  ['a service that has no session', { wire: (body, turn) => (turn === null ? '{}' : body) }],
  ['a run that does not compare', { reconcile: false }],
]

/** Either the statement produced an outcome, or the conversation did not pass. */
const isHeld = ({ verdict, outcomes }: Played): boolean =>
  verdict !== 'passed' || outcomes.some(({ at, verdict: outcome }) => at.line === line && outcome === 'passed')

/** Under `every turn`, a time limit on tools does not apply to turns without calls (docs/language.md). */
const saysNothing = (place: string, key: string, service: string): boolean =>
  place === 'under every turn' && /^latency > tools?$|p95$/.test(key) && !service.includes('calls')

describe('what a script states', () => {
  it('has a statement here for every key that expects something', () => {
    const keys = sections
      .filter(({ name }) => judging.includes(name))
      .flatMap(({ name, keys: all }) => all.map((key) => `${name} > ${key}`))
    expect(keys.filter((key) => !silent.includes(key)).toSorted()).toEqual(Object.keys(statements).toSorted())
  })
  it('can pass at all', async () => {
    const passed: string[] = []
    for (const [key, statement] of [...ofTurns, ...ofSessions]) {
      const [, suiteWith] = (key.startsWith('session') ? sessionPlaces : places)[0] ?? ['', () => '']
      const { verdict } = await playRow({
        about: '',
        name: '',
        suite: suiteWith(statement),
        acts: [[...ran('lookup'), 'Hello']],
        session: {
          agentDetails: { name: 'desk', number: null, email: null, version: '1' },
          analysis: { topic: 'x' },
          dynamicVariables: { tier: 'x' },
          duration: 5,
          retryAttemptNo: 0,
          recordingUrl: 'https://x.test/y',
        },
      })
      if (verdict === 'passed') passed.push(key)
    }
    const never = Object.keys(statements).filter((key) => !passed.includes(key))
    expect(never).toEqual([
      'expectation > error',
      'expectation > outbox',
      'expectation > queue',
      'expectation > attempts',
      'session > state',
    ])
  })
  const turns = places.flatMap(([place, suiteWith]) =>
    services.map((service) => [place, suiteWith, ...service] as const),
  )
  it.each(turns)('%s is not passed over (%#: $2)', async (place, suiteWith, service, row) => {
    const passedOver: string[] = []
    for (const [key, statement] of ofTurns) {
      const played = await playRow({ about: '', name: '', suite: suiteWith(statement), ...row })
      if (!isHeld(played) && !saysNothing(place, key, service)) passedOver.push(`${key}, ${service}`)
    }
    expect(passedOver).toEqual([])
  })
  const ends = sessionPlaces.flatMap(([place, suiteWith]) =>
    services.map((service) => [place, suiteWith, ...service] as const),
  )
  it.each(ends)('of the session %s is not passed over (%#)', async (_, suiteWith, service, row) => {
    const passedOver: string[] = []
    for (const [key, statement] of ofSessions) {
      const played = await playRow({ about: '', name: '', suite: suiteWith(statement), ...row })
      if (!isHeld(played)) passedOver.push(`${key}, ${service}`)
    }
    expect(passedOver).toEqual([])
  })
})
