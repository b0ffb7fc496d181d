import { ran } from './play-row.ts'
import type { Row } from './row.ts'
import { hi, talk } from './talk-parts.ts'

const wire = 'answers that say two things'
const again =
  (member: string, value: string, at: number | null = 0) =>
  (body: string, turn: number | null) =>
    turn === at ? body.replace(`"${member}":`, `"${member}":${value},"${member}":`) : body
const wires: Row[] = [
  {
    about: wire,
    name: 'a success that names an error',
    suite: hi,
    wire: (body, turn) => (turn === 0 ? body.replace('"message"', '"errorCode":"agentFailed","message"') : body),
    verdict: 'errored',
    says: /errorCode.*none beside HTTP 200/s,
  },
  {
    about: wire,
    name: 'a success that names the error which is expected',
    suite: '- { user: Hi, expect: { error: agentFailed } }',
    wire: (body, turn) => (turn === 0 ? body.replace('"message"', '"errorCode":"agentFailed","message"') : body),
    verdict: 'errored',
  },
  {
    about: wire,
    name: 'a stored session that names an error',
    suite: hi,
    wire: (body, turn) => (turn === null ? body.replace('"message"', '"errorCode":"agentFailed","message"') : body),
    verdict: 'errored',
  },
  {
    about: wire,
    name: 'a success whose errorCode is empty',
    suite: hi,
    wire: (body) => body.replace('"message"', '"errorCode":"","message"'),
    verdict: 'passed',
  },
  {
    about: wire,
    name: 'a status 200 whose responseCode is 500',
    suite: hi,
    wire: (body, turn) => (turn === 0 ? body.replace('"responseCode":200', '"responseCode":500') : body),
    verdict: 'errored',
  },
  {
    about: wire,
    name: 'a transcript that stands there twice',
    suite: hi,
    wire: again('transcript', '[]'),
    verdict: 'errored',
    says: /data\.transcript.*once/s,
  },
  {
    about: wire,
    name: 'the arguments of a call',
    suite: '- { user: Hi, expect: { calls: [{ lookup: { with: { id: 1 } } }] } }',
    acts: [[...ran('lookup', { id: 1 }), 'Done']],
    wire: again('id', '2'),
    verdict: 'errored',
    says: /data\.transcript\[1\]\.arguments\.id/,
  },
  {
    about: wire,
    name: 'a member of the stored session',
    suite: talk('session: { status: active, within: 0 ms }', '- { user: Hi }'),
    wire: again('status', '"agent_errored"', null),
    verdict: 'errored',
    says: /data\.status/,
  },
  {
    about: wire,
    name: 'the output of a tool',
    suite: '- { user: Hi, expect: { calls: [{ cancel: { returns: { not: { state: kept } } } }] } }',
    acts: [[...ran('cancel', {}, '{"state":"kept","state":"gone"}'), 'Done']],
    verdict: 'failed',
    says: /output\.state/,
  },
  {
    about: wire,
    name: 'an output that says one thing',
    suite: '- { user: Hi, expect: { calls: [{ cancel: { returns: { not: { state: kept } } } }] } }',
    acts: [[...ran('cancel', {}, '{"state":"gone"}'), 'Done']],
    verdict: 'passed',
  },
  {
    about: wire,
    name: 'JSON in a reply',
    suite: '- { user: Hi, expect: { reply: { json: { state: gone } } } }',
    acts: [['{"state":"kept","state":"gone"}']],
    verdict: 'failed',
  },
]

/** Answers that contradict themselves. */
export const rows: readonly Row[] = [...wires]
