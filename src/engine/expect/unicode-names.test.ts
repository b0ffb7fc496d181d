import { describe, expect, it } from 'vitest'
import { ran, verdicts } from './judge-turn.fixture.ts'

const [one, two] = ['caf\u00e9', 'cafe\u0301']

/** Expectations on a tool and members named café. */
const holding = [
  'calls: [NAME]',
  'calls: { exactly: [NAME, other] }',
  'calls: { any order: [{ NAME: { times: 1 } }] }',
  'calls: [{ NAME: { before: other } }]',
  'calls: [{ other: { after: NAME } }]',
  'latency: { tools: { NAME: 1 s } }',
  'calls: [{ NAME: { with: { NAME: 1 } } }]',
  'calls: [{ NAME: { exactly: { NAME: 1, in: { NAME: 2 } } } }]',
  'calls: [{ NAME: { with: { in.NAME: 2 } } }]',
  'calls: [{ NAME: { with: { in: { equals: { NAME: 2 } } } } }]',
  'calls: [{ NAME: { arguments: { contains: NAME } } }]',
  'calls: [{ NAME: { returns: { NAME: 3 } } }]',
]
const forbidding = [
  'calls: { never: [NAME] }',
  'calls: { never: ["*NAME"] }',
  'calls: { never: [{ "*": { with: { NAME: 1 } } }] }',
]

describe.each([
  ['composed, and the agent writes it in parts', one, two],
  ['written in parts, and the agent composes it', two, one],
])('a name that is %s', (_, suiteName, callName) => {
  const entries = [
    ...ran(callName, { [callName]: 1, in: { [callName]: 2 } }, JSON.stringify({ [callName]: 3 })),
    ...ran('other'),
  ]
  it.each(holding)('is met: %s', (yaml) => {
    expect(new Set(verdicts(yaml.replaceAll('NAME', suiteName), entries))).toEqual(new Set(['passed']))
  })
  it.each(forbidding)('is ruled out: %s', (yaml) => {
    expect(verdicts(yaml.replaceAll('NAME', suiteName), entries)).toContain('failed')
  })
})
