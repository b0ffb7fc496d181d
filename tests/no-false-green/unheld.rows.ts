import type { Row } from './row.ts'
import { refused, talk } from './talk-parts.ts'

const noSession = 'session that never was'
const session: Row[] = [
  {
    about: noSession,
    name: 'session: beside a turn that is refused as expected',
    suite: talk(
      'session: { status: completed, analysis: { topic: x }, calls: none, within: 0 ms }',
      '- { user: Hi, expect: { error: messageRequired } }',
    ),
    refuse: refused(0),
    verdict: 'errored',
    says: /not judged: no session was begun, so its status.*its analysis.*its calls/s,
  },
  {
    about: noSession,
    name: 'session: beside steps that begin none',
    suite: talk('session: { status: active, within: 0 ms }', '- { wait: 0 ms }'),
    verdict: 'errored',
    says: /no session was begun/,
  },
  {
    about: noSession,
    name: 'a session that was begun before the refusal is judged',
    suite: talk(
      'session: { status: active, within: 0 ms }',
      '- { user: Hi }\n- { user: Hi, expect: { error: messageRequired } }',
    ),
    refuse: refused(1),
    verdict: 'passed',
  },
  {
    about: noSession,
    name: 'a session that a step begins is judged',
    suite: talk(
      'session: { status: active, within: 0 ms }',
      '- send: { communicationChannel: Web, customerNumber: x }',
    ),
    verdict: 'passed',
  },
  {
    about: 'analysis that is not there yet',
    name: 'a negation holds for nothing',
    suite: talk('session: { analysis: { not: { contains: refund } }, within: 0 ms }', '- { user: Hi }'),
    verdict: 'errored',
    says: /no analysis yet/,
  },
  {
    about: 'analysis that is not there yet',
    name: 'one that is there is judged',
    suite: talk('session: { analysis: { topic: { not: refund } }, within: 0 ms }', '- { user: Hi }'),
    session: { analysis: { topic: 'order' } },
    verdict: 'passed',
  },
]

const nothing = 'nothing to hold it against'
const dropped: Row[] = [
  {
    about: nothing,
    name: 'every turn: of a conversation whose turns are all refused',
    suite: talk(
      'every turn: { reply: { not: { contains: x } } }',
      '- { user: Hi, expect: { error: messageRequired } }',
    ),
    refuse: refused(0),
    verdict: 'broken',
    says: /no turn of this conversation has an answer/,
  },
  {
    about: nothing,
    name: 'every turn: where one is answered',
    suite: talk(
      'every turn: { reply: { not: { contains: x } } }',
      '- { user: Hi }\n- { user: Hi, expect: { error: messageRequired } }',
    ),
    refuse: refused(1),
    verdict: 'passed',
  },
  {
    about: nothing,
    name: 'requires: { calls: none } of a step',
    suite: '- { wait: 0 ms }\n- { user: Hi, requires: { calls: none }, expect: { reply: { contains: Hello } } }',
    verdict: 'broken',
    says: /the turn before is a step/,
  },
  {
    about: nothing,
    name: 'requires: { calls: none } of a turn that is refused',
    suite:
      '- { user: Hi, expect: { error: messageRequired } }\n- { user: Hi, requires: { calls: none }, expect: { reply: { contains: Hello } } }',
    verdict: 'broken',
    says: /the turn before is refused/,
  },
  {
    about: nothing,
    name: 'capture: from a turn that is refused',
    suite: '- { user: Hi, expect: { error: messageRequired }, capture: { x: reply } }',
    verdict: 'broken',
    says: /no answer to capture from/,
  },
  {
    about: nothing,
    name: 'what is required and could not be judged is no divergence',
    suite: '- { user: Hi }\n- { user: Bye, requires: { latency: { tool: 1 s } }, expect: { calls: none } }',
    verdict: 'errored',
    says: /could not be judged/,
  },
  {
    about: nothing,
    name: 'what is required and did not hold is one',
    suite: '- { user: Hi }\n- { user: Bye, requires: { reply: { contains: x } }, expect: { calls: none } }',
    verdict: 'failed',
    says: /diverged/,
  },
]

const answer = 'an answer of an own check that says nothing'
const answers: Row[] = [
  { given: null, verdict: 'errored' as const },
  { given: 'true', verdict: 'errored' as const },
  { given: { pass: true, message: 5 }, verdict: 'errored' as const },
  { given: { pass: false, message: ['rude'] }, verdict: 'errored' as const },
  { given: { pass: true, message: null }, verdict: 'passed' as const },
  { given: { pass: false, message: 'rude' }, verdict: 'failed' as const },
].map(({ given, verdict }) => ({
  about: answer,
  name: JSON.stringify(given),
  suite: '- { user: Hi, expect: { check: ./own.mjs#x } }',
  checks: { run: () => Promise.resolve(given) },
  verdict,
  ...(verdict === 'errored' ? { says: /it gave .*: a check returns true/ } : {}),
}))

/** Expectations that nothing was checked against. */
export const rows: readonly Row[] = [...session, ...dropped, ...answers]
