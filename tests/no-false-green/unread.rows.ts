import { ran } from './play-row.ts'
import type { Act, Row } from './row.ts'
import { hi, messageOf, talk, withData } from './talk-parts.ts'

const strange: Act = { type: 'tool_use', name: 'issue_refund', input: {} }
const unknown = 'entries of unknown types'
const unread: Row[] = [
  ...[
    ['calls: none', '{ calls: none }'],
    ['calls: never', '{ calls: { never: [issue_refund] } }'],
    ['a count of calls', '{ calls: { count: 0 } }'],
    ['reply: not', '{ reply: { not: { contains: refund } } }'],
    ['a reply that holds', '{ reply: { contains: Done } }'],
  ].map(([name, expect]): Row => {
    return {
      about: unknown,
      name: `a tool_use beside ${name}`,
      suite: `- { user: Hi, expect: ${expect} }`,
      acts: [[strange, 'Done']],
      verdict: 'errored',
      says: /not judged: an entry of the type "tool_use", named "issue_refund".*laws: \{ known entries: why/s,
    }
  }),
  {
    about: unknown,
    name: 'a content item',
    suite: '- { user: Hi, expect: { reply: { not: { contains: refund } } } }',
    acts: [[messageOf({ type: 'text', text: 'Done' }, { type: 'carousel', cards: ['refund'] })]],
    verdict: 'errored',
    says: /a content item of the type "carousel" cannot be read/,
  },
  {
    about: unknown,
    name: 'what broke an expectation is failed all the same',
    suite: '- { user: Hi, expect: { reply: { contains: x } } }',
    acts: [[strange, 'Done']],
    verdict: 'failed',
  },
  ...['before', 'after'].map((where): Row => {
    return {
      about: unknown,
      name: `a tool_use ${where} the turns`,
      suite: talk(`${where}: [{ user: Hi }]`, hi),
      acts: where === 'before' ? [[strange, 'Done'], ['Done']] : [['Done'], [strange, 'Done']],
      verdict: 'errored',
      says: /named "issue_refund"/,
    }
  }),
  {
    about: unknown,
    name: 'one that only the stored session shows, where its sum is not held',
    suite: talk('laws: { slices add up: it logs }', hi),
    wire: withData(null, (data) => (data.transcript as unknown[]).push(strange)),
    verdict: 'errored',
    says: /no turn showed.*named "issue_refund"/s,
  },
  {
    about: unknown,
    name: 'one that a step caused in the stored session',
    suite: talk(
      'session: { calls: { never: [issue_refund] }, within: 0 ms }',
      '- send: { communicationChannel: Web, customerNumber: x }',
    ),
    wire: withData(null, (data) => (data.transcript as unknown[]).push(strange)),
    verdict: 'errored',
    says: /named "issue_refund"/,
  },
  {
    about: unknown,
    name: 'relaxed with a reason',
    suite: talk('laws: { known entries: it marks its moods }', hi),
    acts: [[{ type: 'mood', name: 'sunny' }, 'Done']],
    verdict: 'passed',
  },
  {
    about: unknown,
    name: 'a role that is not known',
    suite: hi,
    acts: [[{ type: 'message', role: 'tool', content: [{ type: 'text', text: 'refund' }] }, 'Done']],
    verdict: 'errored',
    says: /role/,
  },
  {
    about: unknown,
    name: 'content that is no list',
    suite: hi,
    acts: [[{ type: 'message', content: 'refund' }]],
    verdict: 'errored',
  },
  {
    about: unknown,
    name: 'an entry without a type',
    suite: hi,
    acts: [[{ name: 'issue_refund' }, 'Done']],
    verdict: 'errored',
  },
  {
    about: unknown,
    name: 'a phase that is not known',
    suite: hi,
    acts: [[...ran('lookup', {}, {}, { phase: 'later' }), 'Done']],
    verdict: 'errored',
  },
]

/** Agent output of a kind that Tableread does not know. */
export const rows: readonly Row[] = [...unread]
