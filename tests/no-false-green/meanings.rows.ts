import { held, refused } from './held.ts'
import { ran } from './play-row.ts'
import type { Row } from './row.ts'

const meaning = 'what cannot mean what it says is refused'

/** Suites that only look as if they expected something. */
export const rows: readonly Row[] = [
  ...refused(meaning, 'calls: { never: [{ refund: { with: { amount: "> 100" } } }] }', /more than: 100/),
  ...refused(meaning, 'calls: { never: [{ refund: { exactly: { ids: ["<= 3 s"] } } }] }', /at most: 3 s/),
  ...refused(meaning, 'calls: { never: [{ refund: { with: { contains: fraud } } }] }', /arguments: .*fields/),
  ...refused(meaning, 'calls: { never: [{ refund: { with: { schema: { type: object } } } }] }', /arguments: .*fields/),
  ...refused(meaning, 'calls: { never: [{ refund: { exactly: { none: [1] } } }] }', /arguments: .*fields/),
  ...refused(meaning, 'calls: { never: [{ refund: { with: { not: { contains: a, ends with: b } } } }] }', /arguments/),
  ...refused(meaning, 'calls: ["delete_*"]', /under never/),
  ...refused(meaning, 'calls: { exactly: ["delete_?"] }', /under never/),
  ...refused(meaning, 'calls: { any order: [{ a: { after: "b*" } }] }', /under never/),
  ...refused(meaning, 'latency: { tools: { "a*": 1 s } }', /under never/),
  ...held(
    meaning,
    'calls: { never: [{ refund: { arguments: { schema: { type: object, properties: { reason: {} }, required: [reason] } } } }] }',
    [...ran('refund', { reason: 'x' }), 'ok'],
    [...ran('refund', {}), 'ok'],
  ),
  ...held(
    meaning,
    'calls: { never: [{ refund: { with: { fields: { contains: fraud } } } }] }',
    [...ran('refund', { contains: 'fraud' }), 'ok'],
    [...ran('refund', { text: 'fraud' }), 'ok'],
  ),
  ...held(
    meaning,
    'calls: { never: [{ refund: { with: { type: refund } } }] }',
    [...ran('refund', { type: 'refund' }), 'ok'],
    [...ran('refund', { type: 'other' }), 'ok'],
  ),
  ...held(
    meaning,
    'calls: [{ refund: { arguments: { length: 1 }, with: { a: 1 } } }]',
    [...ran('refund', { a: 1, b: 2 }), 'ok'],
    [...ran('refund', { a: 1 }), 'ok'],
  ),
  ...held(
    meaning,
    'calls: [{ refund: { exactly: { fields: { length: 2 } } } }]',
    [...ran('refund', { length: 2, b: 2 }), 'ok'],
    [...ran('refund', { length: 2 }), 'ok'],
  ),
  ...[
    'latency: {}',
    'latency: { turn: {} }',
    'calls: { reference: [a] }',
    'calls: { during: { reference: [a] } }',
    'reply: { matches: /.*/ }',
    'calls: { count: { at least: 0 } }',
    'calls: [{ a: { with: {} } }]',
  ].flatMap((expected) => refused('what could never fail', expected, /never fail|limits nothing/)),
  ...held(
    'a format is checked',
    'calls: [{ a: { with: { at: { schema: { type: string, format: date-time } } } } }]',
    [...ran('a', { at: 'tomorrow' }), 'ok'],
    [...ran('a', { at: '2026-01-01T00:00:00Z' }), 'ok'],
  ),
  ...refused(
    'a format is checked',
    'reply: { json: { schema: { type: string, format: emial } } }',
    /did you mean email/,
  ),
  ...refused(
    'a format is checked',
    'reply: { json: { schema: { type: string, format: password } } }',
    /formats that are checked|did you mean/,
  ),
]
