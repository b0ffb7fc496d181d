import { describe, expect, it } from 'vitest'
import { parseScript } from '../script/parse.ts'
import { fixProblems } from './fix-problems.ts'
import { agentsWith, facts, lintScript, readSuite } from './lint-text.fixture.ts'

/** What is left after as many rounds as mend something. */
function mend(text: string): { text: string; fixed: number; left: string[] } {
  let [content, fixed] = [text, 0]
  for (;;) {
    const parsed = parseScript(content, 's.yaml')
    if (parsed.ok) return { text: content, fixed, left: [] }
    const round = fixProblems(content, parsed.problems)
    if (round.fixed === 0) return { text: content, fixed, left: parsed.problems.map(({ code }) => code) }
    content = round.content
    fixed += round.fixed
  }
}

const suite = (more: string) => `suite: S\nagent: desk\nconversations:\n  - name: one\n    turns:\n${more}`

describe('mending', () => {
  it.each([
    ['a key', '      - { user: hi, expects: { replay: hi } }\n', '      - { user: hi, expect: { reply: hi } }\n'],
    [
      'a word',
      '      - { user: hi, expect: { calls: [{ look: { phase: durring } }] } }\n',
      '      - { user: hi, expect: { calls: [{ look: { phase: during } }] } }\n',
    ],
    [
      'a scalar that needs quotes',
      '      - { user: hi, expect: { calls: [{ look: { with: { id: 012 } } }] } }\n',
      '      - { user: hi, expect: { calls: [{ look: { with: { id: "012" } } }] } }\n',
    ],
  ])('%s', (_, wrong, right) => {
    expect(mend(suite(wrong))).toEqual({ text: suite(right), fixed: expect.any(Number), left: [] })
  })
  it('mends tools and agents, whatever else the message names', () => {
    const hold = (text: string) =>
      lintScript(readSuite(text), agentsWith({ 'desk default': facts({ during: ['find_order'] }) }))
    const wrong = suite(
      '      - { user: hi, expect: { calls: [find_ordr] }, capture: { x: calls.find_ordr.output } }\n',
    )
    expect(fixProblems(wrong, hold(wrong))).toEqual({ content: wrong.replaceAll('find_ordr', 'find_order'), fixed: 2 })
    const none = agentsWith({}, { kind: 'no agent', names: ['desk'] })
    const desc = suite('      - { user: hi, expect: { reply: x } }\n').replace('agent: desk', 'agent: "desc"')
    expect(fixProblems(desc, lintScript(readSuite(desc), none)).content).toContain('agent: "desk"')
  })
  it('mends several on one line, and leaves what needs judgement', () => {
    const { text, fixed, left } = mend(suite('      - { usr: hi, expect: { reply: hi }, capture: { x: nowhere } }\n'))
    expect([text.includes('user: hi'), fixed, left.length]).toEqual([true, 1, 1])
  })
  it('never changes a text whose place holds something else', () => {
    const at = { line: 1, column: 1, length: 5 }
    const problem = {
      code: 'unknown-key' as const,
      file: 's',
      at,
      message: 'a suite has no key "agnt"',
      hint: 'did you mean "agent"?',
    }
    expect(fixProblems('suite: S', [problem])).toEqual({ content: 'suite: S', fixed: 0 })
  })
})
