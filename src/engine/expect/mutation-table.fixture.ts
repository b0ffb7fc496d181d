import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { said } from '../transcript/entries.fixture.ts'
import { createGround } from '../transcript/ground.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { ran } from './judge-turn.fixture.ts'
import type { Row } from './matcher-table.fixture.ts'
import type { TurnFacts } from './outcome/outcome.ts'

/** A turn: the entries after the user's message, or an object with these and other facts. */
type Scene = Entries | ({ entries?: Entries } & Partial<TurnFacts>)

type Entries = TurnView['entries'][number][]

const url = 'https://example.com/f'
const shows = (...items: ContentItem[]): Scene => [said('assistant', items)]
const media = (type: 'image' | 'video', caption: string): Scene => shows({ type, mimeType: 'a/b', url, caption })
const hears = (mimeType: string): Scene => shows({ type: 'audio', mimeType, url })
const file = (filename: string, mimeType = 'application/pdf'): Scene => shows({ type: 'file', mimeType, url, filename })
const button = (text: string, payload: string): Scene => shows({ type: 'button', text, payload })
const timestamp = '2026-01-01T00:00:00Z'
const thinkingOf = (thinking: string): Scene => [{ type: 'thinking', thinking, timestamp }]
const summed = (summary: string): Scene => [{ type: 'summary', summary, timestamp }]
const says = (...texts: string[]): Scene => texts.map((text) => said('assistant', text))
/** A reply whose groundedness can be judged because the history is known, and empty. */
const alone = (text: string): Scene => {
  const entries = [said('assistant', text)]
  const ground = createGround()
  ground.hear({ name: 'turn 1', entries })
  return { entries, ungrounded: () => ground.ungrounded() }
}
/** Calls named by one letter each: p runs in the phase pre, z in post, the others during. */
const play = (names: string): Entries =>
  [...names].flatMap((name) => ran(name, {}, 'ok', { phase: name === 'p' ? 'pre' : name === 'z' ? 'post' : 'during' }))
const timedCall = (executionTimeMs: number, tool = 'a'): Entries => ran(tool, {}, 'ok', { executionTimeMs })
const refused = (status: number, errorCode: string, message = 'no'): Scene => ({
  refusal: { status, errorCode, message },
})
const localScene = (local: NonNullable<TurnFacts['local']>): Scene => ({ local })

/** The parts of an expectation on a turn, except the operators. */
export const turnRows: Row<Scene>[] = [
  ['reply', 'reply: none', play('a'), says('a'), says('')],
  ['reply', 'reply: Done.', says('Done.'), says('Done'), says('Done.', 'Done.'), []],
  ['reply.text', 'reply: { text: { contains: b } }', says('a', 'ab'), says('a', 'c'), button('b', 'b'), []],
  [
    'reply.image',
    'reply: { image: { caption: Map } }',
    media('image', 'Map'),
    media('image', 'Maps'),
    media('video', 'Map'),
    [],
  ],
  ['reply.video', 'reply: { video: Tour }', media('video', 'Tour'), media('video', ''), media('image', 'Tour'), []],
  ['reply.audio', 'reply: { audio: { mimeType: audio/ogg } }', hears('audio/ogg'), hears('audio/mp3'), []],
  [
    'reply.file',
    'reply: { file: { filename: a.pdf, mimeType: application/pdf } }',
    file('a.pdf'),
    file('b.pdf'),
    file('a.pdf', 'text/plain'),
    [],
  ],
  [
    'reply.button',
    'reply: { button: [{ text: "Yes", payload: "y" }] }',
    button('Yes', 'y'),
    button('Yes', 'n'),
    button('No', 'y'),
    says('Yes'),
    [],
  ],
  [
    'reply.agentName',
    'reply: { agentName: desk }',
    says('a'),
    [said('assistant', 'a', 0, 'human')],
    [said('assistant', 'a', 0, null)],
    [],
  ],
  ['reply.messages', 'reply: { messages: 2 }', says('a', 'b'), says('a'), says('a', 'b', 'c'), []],
  ['reply.messages', 'reply: { messages: [a, b] }', says('a', 'b'), says('b', 'a'), says('a'), says('a', 'b', 'c')],
  [
    'reply.thinking',
    'reply: { thinking: { contains: plan } }',
    thinkingOf('a plan'),
    thinkingOf('a'),
    says('a plan'),
    [],
  ],
  ['reply.summary', 'reply: { summary: { contains: sold } }', summed('it is sold'), summed('it'), says('sold'), []],
  [
    'reply.background',
    'reply: { background: note }',
    [said('backgroundAgent', 'note')],
    [said('backgroundAgent', 'not')],
    says('note'),
    [],
  ],
  [
    'reply.content',
    'reply: { content: [{ kind: text }, { kind: button, text: "Yes" }] }',
    [said('assistant', 'Well?'), said('assistant', [{ type: 'button', text: 'Yes', payload: 'y' }])],
    [said('assistant', [{ type: 'button', text: 'Yes', payload: 'y' }]), said('assistant', 'Well?')],
    says('Well?'),
    button('Yes', 'y'),
    [],
  ],
  ['reply.content', 'reply: { content: { none: [{ contains: { kind: image } }] } }', says('a'), media('image', '')],
  ['reply.grounded', 'reply: { grounded: true }', alone('Done.'), alone('It is W1042.')],
  ['reply.image', 'reply: { image: none }', media('video', ''), media('image', ''), media('image', 'none')],
  ['reply.thinking', 'reply: { thinking: none }', says('none'), thinkingOf('none')],
  ['reply.summary', 'reply: { summary: none }', says('none'), summed('it is sold')],
  ['reply.background', 'reply: { background: none }', says('none'), [said('backgroundAgent', 'none')]],
  ['reply.messages', 'reply: { messages: "< 2" }', says('a'), [said('assistant', 'a'), said('assistant', 'b')]],
  ['calls', 'calls: none', says('a'), play('a')],
  ['calls', 'calls: [a, b]', play('acb'), play('ba'), play('a'), play('b'), []],
  ['calls.in order', 'calls: { in order: [a, b, a] }', play('xabxa'), play('aab'), play('ab'), []],
  ['calls.exactly', 'calls: { exactly: [a, b] }', play('ab'), play('abc'), play('ba'), play('aab'), play('a'), []],
  ['calls.any order', 'calls: { any order: [a, b, b] }', play('bcab'), play('ab'), play('bb'), []],
  [
    'calls.never',
    'calls: { never: [a, { b: { with: { n: 1 } } }] }',
    ran('b', { n: 2 }),
    play('ca'),
    ran('b', { n: 1 }),
  ],
  ['calls.only', 'calls: { only: [a, b*] }', play('aba'), play('abc'), ran('c')],
  ['calls.count', 'calls: { count: { at most: 2 } }', play('ab'), play('abc')],
  ['calls.pre', 'calls: { pre: [p] }', play('pa'), play('a'), ran('p')],
  ['calls.during', 'calls: { during: { exactly: [a] } }', play('paz'), play('pabz'), play('pz')],
  ['calls.post', 'calls: { post: none }', play('pa'), play('az')],
  [
    'call.with',
    'calls: [{ a: { with: { n: 1 } } }]',
    ran('a', { n: 1, m: 2 }),
    ran('a', { n: 2 }),
    ran('a'),
    ran('b', { n: 1 }),
    [],
  ],
  ['call.exactly', 'calls: [{ a: { exactly: { n: 1 } } }]', ran('a', { n: 1 }), ran('a', { n: 1, m: 2 }), ran('a'), []],
  [
    'call.arguments',
    'calls: [{ a: { arguments: { length: 1 } } }]',
    ran('a', { n: 1 }),
    ran('a', { n: 1, m: 2 }),
    ran('a'),
    [],
  ],
  [
    'call.returns',
    'calls: [{ a: { returns: { ok: true } } }]',
    ran('a', {}, '{"ok":true,"b":1}'),
    ran('a', {}, '{"ok":false}'),
    ran('a', {}, 'ok'),
    play('a').slice(0, 1),
    [],
  ],
  [
    'call.is_error',
    'calls: [{ a: { is_error: true } }]',
    ran('a', {}, 'no', { is_error: true }),
    ran('a'),
    play('a').slice(0, 1),
    [],
  ],
  ['call.is_error', 'calls: [a]', ran('a'), ran('a', {}, 'no', { is_error: true }), []],
  [
    'call.phase',
    'calls: [{ a: { phase: post } }]',
    ran('a', {}, 'ok', { phase: 'post' }),
    ran('a'),
    ran('a', {}, 'ok', { phase: null }),
    [],
  ],
  ['call.within', 'calls: [{ a: { within: 50 ms } }]', timedCall(50), timedCall(51), play('a').slice(0, 1), []],
  ['call.before', 'calls: [{ a: { before: b } }]', play('ab'), play('ba'), play('bab'), play('a'), []],
  ['call.after', 'calls: [{ a: { after: [b, c] } }]', play('bca'), play('bac'), play('ba'), play('abc'), []],
  ['call.times', 'calls: [{ a: { times: 2 } }]', play('aba'), play('a'), play('aaa'), []],
  ['calls.count', 'calls: { count: < 3 }', play('ab'), play('abc')],
  ['latency', 'latency: 1 s', { turnMs: 1_000 }, { turnMs: 1_001 }],
  ['latency.turn', 'latency: { turn: < 1 s }', { turnMs: 999 }, { turnMs: 1_000 }],
  ['latency.reply', 'latency: { reply: 2 s }', [said('assistant', 'a', 2_000)], [said('assistant', 'a', 2_001)]],
  ['latency.tool', 'latency: { tool: 800 ms }', timedCall(800), timedCall(801), [...timedCall(1), ...timedCall(900)]],
  [
    'latency.tools',
    'latency: { tool: 5 ms, tools: { a: 800 ms, b: 1 s } }',
    [...timedCall(800), ...timedCall(1_000, 'b'), ...timedCall(5, 'c')],
    [...timedCall(801), ...timedCall(1, 'b')],
    [...timedCall(1), ...timedCall(1_001, 'b')],
    [...timedCall(1), ...timedCall(1, 'b'), ...timedCall(6, 'c')],
  ],
  ['latency.each', 'latency: { tool: { each: "> 5 ms" } }', timedCall(6), timedCall(5)],
  [
    'error',
    'error: messageRequired',
    refused(400, 'messageRequired'),
    refused(400, 'forbidden'),
    says('messageRequired'),
    [],
  ],
  ['error', 'error: 400', refused(400, 'x'), refused(404, 'x'), []],
  [
    'error',
    'error: { status: 400, message: { contains: text } }',
    refused(400, 'x', 'a text'),
    refused(422, 'x', 'a text'),
    refused(400, 'x'),
    [],
  ],
  [
    'outbox',
    'outbox: [{ to: "1", status: sent }]',
    localScene({ outbox: [{ to: '1', status: 'sent', id: 7 }] }),
    localScene({ outbox: [{ to: '1', status: 'waiting' }] }),
    localScene({ outbox: [] }),
  ],
  [
    'queue',
    'queue: { length: 1 }',
    localScene({ queue: [{}] }),
    localScene({ queue: [] }),
    localScene({ queue: [{}, {}] }),
  ],
  [
    'attempts',
    'attempts: { contains: { status: completed } }',
    localScene({ attempts: [{ status: 'busy' }, { status: 'completed' }] }),
    localScene({ attempts: [{ status: 'busy' }] }),
    localScene({ attempts: [] }),
  ],
]

/** The members of a stored session, by their names in the language. */
export const sessionRows: Row<JsonValue | undefined>[] = [
  ['status', '{ one of: [completed, closed] }', 'completed', 'active', undefined],
  ['agent version', '"3"', '3', '4', 'draft'],
  ['agent', 'desk', 'desk', 'Desk', 'human'],
  ['analysis', '{ mood: good }', { mood: 'good' }, { mood: 'bad' }, {}],
  ['variables', '{ name: Asha }', { name: 'Asha', id: '1' }, { name: 'Ben' }, {}, null],
  ['channel type', 'whatsapp', 'whatsapp', 'voice', null],
  ['duration', '{ at most: 60 }', 60, 61, null, undefined],
  ['duration', '< 1 min', 59.9, 60, 61, '59', null],
  ['duration', '{ between: [30 s, 1 min] }', 30, 29, 61, undefined],
  ['retryAttemptNo', '"<= 1"', 1, 2, null],
  ['retryAttemptNo', '0', 0, 1, '0', undefined],
  [
    'recordingUrl',
    '{ host: example.com, expires: { after: 2026-03-01 } }',
    'https://example.com/a.mp3?expires=1800000000',
    'https://example.com/a.mp3?expires=1700000000',
    'https://example.org/a.mp3?expires=1800000000',
    'https://example.com/a.mp3',
    null,
  ],
  [
    'state',
    '{ orders: { "1042": refunded } }',
    { orders: { 1042: 'refunded' } },
    { orders: { 1042: 'paid' } },
    {},
    null,
  ],
  ['recordingUrl', '{ starts with: "https://" }', url, 'http://example.com', null, undefined],
]

/** The calls of the whole session. */
export const sessionCallRows: Row<Entries>[] = [
  ['calls', '{ post: [z], never: [b] }', play('az'), play('a'), play('abz')],
]

/** Criteria are judged when the conversation is over, not with the turn. */
const judgePlace = 'by a model, once the conversation is over: src/engine/judge/judge-run.test.ts'

/** Keys that no transcript can fail, and which test covers them instead. */
export const unjudged: JsonObject = {
  'calls.reference': 'shown, never judged: the test below',
  'latency.p50':
    'over the repeats of a conversation: src/engine/verdict/judge-statistics.test.ts, and refused without any: the test below',
  'latency.p95':
    'over the repeats of a conversation: src/engine/verdict/judge-statistics.test.ts, and refused without any: the test below',
  judge: judgePlace,
  check: 'by a function, once the conversation is over: src/app/suites/own-checks.test.ts',
  'session.check': 'by a function, once the conversation is over: src/app/suites/own-checks.test.ts',
  'reply.grounded': 'by what was said before the turn: src/engine/verdict/grounded.test.ts',
  'session.judge': judgePlace,
  'judge.criterion': judgePlace,
  'judge.expect': judgePlace,
  'judge.looks at': judgePlace,
  'judge.by': 'who is asked, not what to expect: src/engine/judge/judge-run.test.ts',
  'judge.votes': 'how often is asked, not what to expect: src/engine/judge/judge-run.test.ts',
  'session.within': 'how long to wait, not what to expect: src/engine/verdict/session.test.ts',
}
