import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { toSuite } from './to-suite.ts'

/** Writes a script to YAML and reads it back: the user's words, the reply and the one argument. */
function readBack(user: string, reply: string, argument: string): unknown {
  const call = { kind: 'call' as const, name: 'look_up', arguments: { value: argument }, output: 'found' }
  const turns = [{ user, lines: [call, { kind: 'message' as const, text: reply }] }]
  const parsed = parseScript(toSuite({ id: 'one', turns }, 'agent'), 'one.yaml')
  if (!parsed.ok) return parsed.problems
  const turn = parsed.script.conversations[0]?.turns[0]
  return [turn?.user?.value, JSON.stringify(turn?.expect?.reply), JSON.stringify(turn?.expect?.calls?.exactly)]
}

function expectReadBack(user: string, reply: string, argument: string): void {
  expect(readBack(user, reply, argument)).toEqual([
    user,
    expect.stringContaining(`"value":${JSON.stringify(reply)}`),
    expect.stringContaining(`"value":${JSON.stringify(argument)}`),
  ])
}

const hostile = [
  'none',
  'null',
  'true',
  '012',
  '1e3',
  '22:00',
  '~',
  '- user: me',
  'a: b # c',
  '&anchor *alias !tag',
  '| \n  block\n',
  ' leading and trailing ',
  'tab\tand\rreturn\r\n',
  '"quoted" and \'quoted\' and \\n',
  '---\n...\n%YAML 1.1',
  '.*+?^${}()|[\\]\\d+/i',
  '\u0085 \u2028 \u2029 \ufeff \u0007 \ud83d\ude00 꼭 势必要',
]

describe('toSuite', () => {
  it.each(hostile)('carries %j through YAML unchanged', (text) => {
    expectReadBack(text, text, text)
  })

  it('carries any text through YAML unchanged, as long as it names no variable', { tags: 'stress' }, () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => !each.includes('{{'))
    fc.assert(fc.property(text, text, text, expectReadBack), { seed: 16 })
  })

  it('relaxes only the laws that the recording itself breaks', () => {
    const open = { kind: 'call' as const, name: 'look_up', arguments: {}, callId: 'one' }
    const closed = { ...open, output: '' }
    const suite = (lines: (typeof open)[]): string => toSuite({ id: 'one', turns: [{ user: 'Hi', lines }] }, 'agent')
    expect(suite([closed])).not.toContain('laws:')
    expect(suite([closed, closed])).toContain('unique call ids:')
    expect(suite([closed, closed])).not.toContain('no open call:')
    expect(suite([open])).toContain('no open call:')
  })
})
