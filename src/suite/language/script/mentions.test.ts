import { describe, expect, it } from 'vitest'
import { readYaml } from '../../yaml/read-yaml.ts'
import { mentionsOf } from './mentions.ts'
import { parseScript, readScript } from './parse.ts'
import type { Script } from './script.ts'

const suite = (turn: string, more = ''): string =>
  `suite: S\nagent: desk\nvariables: { city: Rome }\n${more}conversations:\n  - name: one\n    turns:\n      - ${turn}\n`

/** What the turns of a script and their expectations mention. */
const mentions = ({ conversations }: Script): unknown[] =>
  conversations.flatMap(({ turns }) => turns.map((turn) => [mentionsOf(turn), mentionsOf(turn.expect)]))

/** The same, found by walking the parsed script instead of checking its text. */
function lookedFor(content: string): unknown[] {
  const yaml = readYaml(content, 's.yaml')
  const read = yaml.ok ? readScript(yaml.root, { file: 's.yaml', problems: [] }) : yaml
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return mentions(read.script)
}

describe('what a suite mentions', () => {
  it.each([
    ['nothing', '{ user: hello, expect: { reply: hi } }', [false, false, false, false]],
    ['a variable', '{ user: "in {{city}}", expect: { reply: hi } }', [true, false, false, false]],
    ['a variable in what is expected', '{ user: hello, expect: { reply: "{{city}}" } }', [true, false, true, false]],
    [
      'a variable spelled by escapes',
      '{ user: "in \\x7b\\x7bcity}}", expect: { reply: hi } }',
      [true, false, false, false],
    ],
    [
      'now',
      '{ user: hi, expect: { calls: [{ find: { with: { on: { after: now - 1 d } } } }] } }',
      [false, true, false, true],
    ],
    ['the word now alone', '{ user: now, expect: { reply: hi } }', [false, false, false, false]],
    ['the language of a text', '{ user: hi, expect: { reply: { language: de } } }', [false, false, false, false, true]],
    ['a likeness', '{ user: hi, expect: { reply: { not: { similar to: no } } } }', [false, false, false, false, true]],
    ['a grade', '{ user: hi, expect: { reply: { reading level: < 8 } } }', [false, false, false, false, true]],
    ['a language that nobody expects', '{ user: your language, expect: { reply: hi } }', [false, false, false, false]],
  ])(
    'is known from its text, or found in what was read: %s',
    (_, turn, [user, now, expected, nowExpected, doubtful = false]) => {
      const content = suite(turn)
      const parsed = parseScript(content, 's.yaml')
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      const mention = [
        { variable: user, now, unjudgeable: false, doubtful },
        { variable: expected, now: nowExpected, unjudgeable: false, doubtful },
      ]
      expect(mentions(parsed.script)).toEqual([mention])
      expect(lookedFor(content)).toEqual([mention])
    },
  )
})
