import { ran } from './play-row.ts'
import type { Act, Row } from './row.ts'

const call = (about: string, name: string, expected: string, acts: readonly Act[], verdict: Row['verdict']): Row => ({
  about,
  name: `${name}: ${expected}`,
  suite: `- user: Hello\n  expect: { calls: ${expected} }`,
  acts: [[...acts, 'Done.']],
  verdict,
})

const failing = { is_error: true }
const untimed = { executionTimeMs: null }
const unphased = { phase: null }
const slow = { executionTimeMs: 5_000 }
const times = 'times counts calls, and keeps them at their place'
const timed = 'a call of known time is preferred'
const phase = 'a call without a phase may be of any'
const open = 'a call that may count, and would be wrong if it did'
const wildcard = 'never with a part of a name'

/** Verdicts on expectations about calls. */
export const callRows: readonly Row[] = [
  call(times, 'out of order', '[{ a: { times: 1 } }, b]', [...ran('b'), ...ran('a')], 'failed'),
  call(times, 'in order', '[{ a: { times: 1 } }, b]', [...ran('a'), ...ran('b')], 'passed'),
  call(times, 'between', '[a, { b: { times: 2 } }, c]', [...ran('b'), ...ran('a'), ...ran('b'), ...ran('c')], 'failed'),
  call(times, 'between', '[a, { b: { times: 2 } }, c]', [...ran('a'), ...ran('b'), ...ran('b'), ...ran('c')], 'passed'),
  call(
    times,
    'others',
    '[a, { b: { times: 2 } }, c]',
    [...ran('a'), ...ran('b'), ...ran('x'), ...ran('b'), ...ran('c')],
    'passed',
  ),
  call(times, 'none needs no place', '[a, { b: { times: 0 } }, c]', [...ran('a'), ...ran('c')], 'passed'),
  call(times, 'at most', '[a, { b: { times: { at most: 1 } } }, c]', [...ran('a'), ...ran('c')], 'passed'),
  call(times, 'at most', '[a, { b: { times: { at most: 1 } } }, c]', [...ran('a'), ...ran('c'), ...ran('b')], 'failed'),
  call(times, 'any order', '{ any order: [{ a: { times: 1 } }, b] }', [...ran('b'), ...ran('a')], 'passed'),
  call(times, 'failed ones count', '[{ a: { times: 1 } }]', [...ran('a', {}, {}, failing), ...ran('a')], 'failed'),
  call(
    times,
    'failed ones count',
    '[{ a: { times: { at most: 1 } } }]',
    [...ran('a', {}, {}, failing), ...ran('a')],
    'failed',
  ),
  call(
    times,
    'and are expected to succeed',
    '[{ a: { times: 2 } }]',
    [...ran('a', {}, {}, failing), ...ran('a')],
    'failed',
  ),
  call(times, 'and are expected to succeed', '[{ a: { times: 2 } }]', [...ran('a'), ...ran('a')], 'passed'),
  call(
    times,
    'is_error says which',
    '[{ a: { times: 1, is_error: true } }]',
    [...ran('a', {}, {}, failing), ...ran('a')],
    'passed',
  ),
  call(
    times,
    'is_error says which',
    '[{ a: { times: 1, is_error: false } }]',
    [...ran('a', {}, {}, failing), ...ran('a')],
    'passed',
  ),
  call(times, 'is_error says which', '[{ a: { times: 1, is_error: true } }]', [...ran('a')], 'failed'),
  call(
    times,
    'time unknown',
    '[{ a: { times: 1, within: 1 s } }]',
    [...ran('a', {}, {}, untimed), ...ran('a')],
    'errored',
  ),
  call(
    times,
    'time unknown',
    '[{ a: { times: { at least: 1 }, within: 1 s } }]',
    [...ran('a', {}, {}, untimed), ...ran('a')],
    'passed',
  ),
  call(timed, 'one', '[{ a: { within: 1 s } }]', [...ran('a', {}, {}, untimed), ...ran('a')], 'passed'),
  call(timed, 'none known', '[{ a: { within: 1 s } }]', [...ran('a', {}, {}, untimed)], 'errored'),
  call(timed, 'too slow', '[{ a: { within: 1 s } }]', [...ran('a', {}, {}, slow)], 'failed'),
  call(
    timed,
    'any order',
    '{ any order: [{ a: { within: 1 s } }, a] }',
    [...ran('a', {}, {}, untimed), ...ran('a')],
    'passed',
  ),
  call(
    timed,
    'in order',
    '[{ a: { within: 1 s } }, b]',
    [...ran('a', {}, {}, untimed), ...ran('a'), ...ran('b')],
    'passed',
  ),
  call(
    timed,
    'in order, too late',
    '[{ a: { within: 1 s } }, b]',
    [...ran('a', {}, {}, untimed), ...ran('b'), ...ran('a')],
    'errored',
  ),
  ...[
    '{ during: none }',
    '{ during: { never: [a] } }',
    '{ during: { count: 0 } }',
    '{ pre: { count: { at most: 0 } } }',
    '{ never: [{ a: { phase: during } }] }',
    '{ post: { any order: [{ a: { times: 0 } }] } }',
    '[{ a: { phase: pre, times: 0 } }]',
    '{ post: { never: ["a*"] } }',
  ].flatMap((expected) => [
    call(phase, 'unknown', expected, ran('a', {}, {}, unphased), 'errored'),
    call(phase, 'no call', expected, [], 'passed'),
  ]),
  call(phase, 'exactly', '{ during: { exactly: [a] } }', [...ran('a'), ...ran('b', {}, {}, unphased)], 'errored'),
  call(phase, 'exactly', '{ during: { exactly: [a] } }', [...ran('a')], 'passed'),
  call(phase, 'failed all the same', '{ during: none }', [...ran('a'), ...ran('b', {}, {}, unphased)], 'failed'),
  call(
    phase,
    'the count holds either way',
    '{ during: { count: { at most: 2 } } }',
    [...ran('a'), ...ran('b', {}, {}, unphased)],
    'passed',
  ),
  call(phase, 'positive', '{ during: [a] }', [...ran('a', {}, {}, unphased)], 'failed'),
  ...['{ during: [{ a: { times: "< 3" } }] }', '{ during: { any order: [{ a: { times: "< 3" } }] } }'].flatMap(
    (expected) => [
      call(
        open,
        'may count and failed',
        expected,
        [...ran('a'), ...ran('a', {}, {}, { ...unphased, ...failing })],
        'errored',
      ),
      call(open, 'may count and succeeded', expected, [...ran('a'), ...ran('a', {}, {}, unphased)], 'passed'),
      call(
        open,
        'is of another phase',
        expected,
        [...ran('a'), ...ran('a', {}, {}, { phase: 'pre', ...failing })],
        'passed',
      ),
    ],
  ),
  call(
    open,
    'fails whether or not it counts',
    '{ during: [{ a: { times: 2 } }] }',
    [...ran('a'), ...ran('a', {}, {}, { ...unphased, ...failing })],
    'failed',
  ),
  call(
    open,
    'is_error says which',
    '{ during: [{ a: { times: "< 3", is_error: false } }] }',
    [...ran('a'), ...ran('a', {}, {}, { ...unphased, ...failing })],
    'passed',
  ),
  call(
    open,
    'before',
    '{ during: [{ a: { times: "< 3", before: b } }] }',
    [...ran('a'), ...ran('b'), ...ran('a', {}, {}, unphased)],
    'errored',
  ),
  call(
    open,
    'before',
    '{ during: [{ a: { times: "< 3", before: b } }] }',
    [...ran('a'), ...ran('a', {}, {}, unphased), ...ran('b')],
    'passed',
  ),
  call(
    open,
    'time not known',
    '[{ a: { times: "< 3", within: 1 s } }]',
    [...ran('a'), ...ran('a', {}, {}, { ...untimed, ...failing })],
    'errored',
  ),
  call(
    open,
    'at another place of the list',
    '{ during: [{ a: { times: "< 3" } }, b] }',
    [...ran('a'), ...ran('b'), ...ran('a', {}, {}, unphased)],
    'errored',
  ),
  call(
    open,
    'at its place of the list',
    '{ during: [{ a: { times: "< 3" } }, b] }',
    [...ran('a'), ...ran('a', {}, {}, unphased), ...ran('b')],
    'passed',
  ),
  call(
    open,
    'in any order it has no place',
    '{ during: { any order: [{ a: { times: "< 3" } }, b] } }',
    [...ran('a'), ...ran('b'), ...ran('a', {}, {}, unphased)],
    'passed',
  ),
  call(
    open,
    'at another place of the list, in time or not',
    '[b, { a: { times: { at least: 1 }, within: 1 s } }]',
    [...ran('a', {}, {}, untimed), ...ran('b'), ...ran('a')],
    'errored',
  ),
  call(
    open,
    'those that count for sure are out of place',
    '{ during: [{ a: { times: { at least: 2 } } }, b] }',
    [...ran('b'), ...ran('a'), ...ran('a', {}, {}, unphased)],
    'failed',
  ),
  call(wildcard, 'made', '{ never: ["delete_*"] }', ran('delete_order'), 'failed'),
  call(wildcard, 'not made', '{ never: ["delete_*"] }', ran('undelete_order'), 'passed'),
  call(
    wildcard,
    'with details',
    '{ never: [{ "*_order": { with: { id: 1 } } }] }',
    ran('delete_order', { id: 1 }),
    'failed',
  ),
  call(
    wildcard,
    'with details',
    '{ never: [{ "*_order": { with: { id: 1 } } }] }',
    ran('delete_order', { id: 2 }),
    'passed',
  ),
  call(wildcard, 'in a phase', '{ post: { never: "*" } }', ran('a', {}, {}, { phase: 'post' }), 'failed'),
]
