import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'

const sound = `suite: Order desk
agent: order-desk
variables: { order: "1042" }
every turn: { calls: { never: [issue_refund] } }
conversations:
  - name: tracks
    turns:
      - user: Where is {{order}}?
        expect:
          reply: { contains: ["1042", shipped], button: { payload: track } }
          calls:
            - lookup_order:
                with: { order_id: "1042" }
                within: 800 ms
          latency: 3 s
        capture: { id: calls.lookup_order.output.id }
      - user: Send {{id}}
        requires: { reply: { matches: /link/ } }
        expect: { calls: none }
`

interface Told {
  code: string
  line: number
  column: number
  hint: string | undefined
}

function problems(text: string): Told[] {
  const parsed = parseScript(text, 'suite.yaml')
  return parsed.ok
    ? []
    : parsed.problems.map(({ code, at, hint }) => ({ code, line: at.line, column: at.column, hint }))
}

const turn = (lines: string): string =>
  `suite: S\nagent: a\nconversations:\n  - name: n\n    turns:\n      - user: hi\n${lines.replace(/^/gm, '        ')}\n`
const withExpect = (expectation: string): string => turn(`expect: ${expectation}`)

describe('parseScript', () => {
  it('reads a sound suite, and keeps the place of every part', () => {
    const parsed = parseScript(sound, 'suite.yaml')
    expect(parsed.ok).toBe(true)
    const [first] = parsed.ok ? (parsed.script.conversations[0]?.turns ?? []) : []
    expect(first?.expect?.calls?.inOrder?.[0]).toMatchObject({
      name: 'lookup_order',
      at: { line: 12, column: 15 },
      within: { ms: 800, at: { line: 14, column: 25 } },
    })
    expect(first?.expect?.reply?.text).toMatchObject({
      parts: [{ at: { line: 10, column: 31 } }, { at: { line: 10, column: 39, length: 7 } }],
    })
  })
  it('gives plain data that survives JSON', () => {
    const parsed = parseScript(sound, 'suite.yaml')
    expect(parsed.ok && JSON.parse(JSON.stringify(parsed.script))).toEqual(parsed.ok && parsed.script)
  })
  it.each<[string, string, Partial<Told>]>([
    [
      'an unknown key of a suite',
      'suits: S\nagent: a\nconversations: []\n',
      { code: 'unknown-key', line: 1, column: 1, hint: 'did you mean "suite"?' },
    ],
    [
      'a missing name',
      'suite: S\nagent: a\nconversations:\n  - turns: [{ user: hi, expect: { reply: x } }]\n',
      { code: 'missing-key', line: 4, column: 5 },
    ],
    [
      'an unknown key of a call',
      withExpect('{ calls: [{ a: { wiht: { b: 1 } } }] }'),
      { code: 'unknown-key', hint: 'did you mean "with"?' },
    ],
    [
      'details of a call that are not indented',
      turn('expect:\n  calls:\n    - a:\n      with: { b: 1 }'),
      { code: 'wrong-type', line: 10, hint: 'indent "with" two spaces further, under the tool\'s name' },
    ],
    [
      'an unknown operator',
      withExpect('{ reply: { containz: x } }'),
      { code: 'unknown-key', hint: 'did you mean "contains"?' },
    ],
    [
      'a mixed matcher',
      withExpect('{ calls: [{ a: { returns: { contains: x, other: 1 } } }] }'),
      { code: 'mixed-matcher' },
    ],
    ['an empty expectation', withExpect('{}'), { code: 'asserts-nothing' }],
    ['an empty reply', withExpect('{ reply: {} }'), { code: 'wrong-value' }],
    [
      'a phase that is none',
      withExpect('{ calls: [{ a: { phase: durin } }] }'),
      { code: 'wrong-value', hint: 'did you mean during?' },
    ],
    ['a time without unit', withExpect('{ latency: 3 }'), { code: 'wrong-value', hint: 'write 3 ms or 3 s' }],
    ['a unit that is none', withExpect('{ latency: 3 parsecs }'), { code: 'wrong-value' }],
    [
      'a number that YAML would change',
      withExpect('{ calls: [{ a: { with: { id: 012 } } }] }'),
      { code: 'ambiguous-scalar' },
    ],
    ['an exponent', withExpect('{ calls: [{ a: { with: { id: 1e3 } } }] }'), { code: 'ambiguous-scalar' }],
    [
      'a word that YAML 1.1 takes for a boolean',
      withExpect('{ calls: [{ a: { with: { ok: yes } } }] }'),
      { code: 'ambiguous-scalar' },
    ],
    [
      'an hour that YAML 1.1 takes for a number',
      withExpect('{ calls: [{ a: { with: { at: 22:00 } } }] }'),
      { code: 'ambiguous-scalar' },
    ],
    ['lookaround', withExpect('{ reply: { matches: "/(?=a)b/" } }'), { code: 'bad-pattern' }],
    ['a backreference', withExpect('{ reply: { matches: "/(a)\\\\1/" } }'), { code: 'bad-pattern' }],
    ['a flag that is none', withExpect('{ reply: { matches: /a/gq } }'), { code: 'bad-pattern' }],
    ['an open group', withExpect('{ reply: { matches: "/(a/" } }'), { code: 'bad-pattern' }],
    [
      'bounds that hold nothing',
      withExpect('{ calls: [{ a: { with: { n: { between: [3, 1] } } } }] }'),
      { code: 'wrong-value' },
    ],
    [
      'a date that is none',
      withExpect('{ calls: [{ a: { with: { d: { before: soon } } } }] }'),
      { code: 'wrong-value' },
    ],
    ['times under exactly', withExpect('{ calls: { exactly: [{ a: { times: 2 } }] } }'), { code: 'wrong-value' }],
    ['only reference calls', withExpect('{ calls: { reference: [a] } }'), { code: 'asserts-nothing' }],
    ['an option alone', withExpect('{ reply: { ignore case: true } }'), { code: 'wrong-value' }],
    [
      'an unknown variable',
      sound.replace('{{id}}', '{{idd}}'),
      { code: 'unknown-variable', hint: 'did you mean {{id}}?' },
    ],
    ['a variable that is captured later', sound.replace('{{order}}', '{{id}}'), { code: 'unknown-variable', line: 8 }],
    [
      'two conversations of one name',
      `${sound}  - name: tracks\n    turns: [{ user: hi, expect: { reply: x } }]\n`,
      { code: 'duplicate-name', line: 20 },
    ],
    ['no agent', sound.replace('agent: order-desk\n', ''), { code: 'no-agent' }],
    ['a turn without a message', turn('').replace('- user: hi', '- expect: { reply: x }'), { code: 'missing-key' }],
    [
      'an agent that starts later',
      turn('expect: { reply: x }').concat('      - agent starts: true\n'),
      { code: 'wrong-value' },
    ],
    ['a requirement of the first turn', turn('requires: { reply: x }\nexpect: { reply: x }'), { code: 'wrong-value' }],
    [
      'an unknown law',
      sound.replace('variables:', 'laws: { no open cal: why }\nvariables:'),
      { code: 'unknown-key', hint: 'did you mean "no open call"?' },
    ],
    ['a refusal with a reply', withExpect('{ error: x, reply: y }'), { code: 'wrong-value' }],
    [
      'a list of turns that is a mapping',
      'suite: S\nagent: a\nconversations:\n  - name: n\n    turns: { user: hi }\n',
      { code: 'wrong-type', hint: 'begin each item with "- "' },
    ],
    [
      'a tag of two words',
      sound.replace('agent:', 'tags: [gift cards]\nagent:'),
      { code: 'wrong-value', line: 2, column: 8, hint: 'write gift-cards' },
    ],
    ['a tag that joins tags', sound.replace('agent:', 'tags: not\nagent:'), { code: 'wrong-value' }],
    ['a YAML tag', 'suite: !!binary aGk=\nagent: a\nconversations: []\n', { code: 'unknown-tag', line: 1 }],
    ['an unknown alias', 'suite: S\nagent: *who\nconversations: []\n', { code: 'unknown-alias', line: 2, column: 8 }],
    ['another YAML', '%YAML 1.1\n---\nsuite: S\n', { code: 'yaml-version' }],
    ['brackets without end', `suite: ${'['.repeat(10_000)}`, { code: 'too-deep' }],
    ['dashes without end', `suite: ${'- '.repeat(500)}x`, { code: 'too-deep' }],
    ['a huge file', `suite: ${'x'.repeat(4_100_000)}`, { code: 'too-large' }],
    ['nothing', '# only a comment\n', { code: 'empty-file' }],
    ['a list', '- a\n', { code: 'wrong-type' }],
    ['two documents', 'suite: S\n---\nsuite: T\n', { code: 'yaml-syntax' }],
    ['tabs', 'suite: S\nconversations:\n\t- name: n\n', { code: 'yaml-syntax', line: 3 }],
  ])('refuses %s', (_, text, problem) => {
    expect(problems(text)[0]).toMatchObject(problem)
  })
  it('refuses an alias bomb without expanding it', { tags: 'slow' }, () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
    )
    expect(problems(`a0: &a0 [x, x, x, x, x, x, x, x, x]\n${levels.join('\n')}\n`)[0]?.code).toBe('alias-bomb')
  })
  it('lets anchors share parts', () => {
    const text = turn('expect: &same { reply: hi }').concat('      - user: again\n        expect: *same\n')
    expect(problems(text)).toEqual([])
  })
  it('takes text as it is written: 012, yes and 22:00 stay what they are', () => {
    const parsed = parseScript(turn('expect: { reply: { contains: [012, yes, 22:00] } }').replace('hi', '1042'), 'f')
    expect(parsed.ok && parsed.script.conversations[0]?.turns[0]).toMatchObject({
      user: { value: '1042' },
      expect: { reply: { text: { parts: [{ written: '012' }, { written: 'yes' }, { written: '22:00' }] } } },
    })
  })
  it('pollutes no prototype', () => {
    const hostile = withExpect(
      '{ calls: [{ a: { with: { __proto__: { polluted: true }, constructor: 1 } } }] }',
    ).replace('agent: a', 'agent: a\nmetadata: { __proto__: { polluted: true } }')
    expect(problems(hostile)).toEqual([])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(problems('__proto__: 1\nsuite: S\n')[0]?.code).toBe('unknown-key')
  })
  it('counts lines and columns the same with Windows line ends', () => {
    const broken = sound.replace('with:', 'wiht:')
    expect(problems(broken.replaceAll('\n', '\r\n'))).toEqual(problems(broken))
  })
})

describe('whatever a file holds', () => {
  const inside = (text: string): void => {
    const parsed = parseScript(text, 'f.yaml')
    const lines = text.split('\n')
    if (parsed.ok) return
    expect(parsed.problems.length).toBeGreaterThan(0)
    for (const { at, message } of parsed.problems) {
      expect(at.line).toBeLessThanOrEqual(lines.length)
      expect(at.column).toBeLessThanOrEqual((lines[at.line - 1]?.length ?? 0) + 1)
      expect(message.length).toBeGreaterThan(5)
    }
  }
  it('nothing is thrown, and every place lies inside the file', { tags: 'stress' }, () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), inside), { seed: 1, numRuns: 500 })
  })
  it('nor for a sound suite that was damaged', { tags: 'stress' }, () => {
    const lines = sound.split('\n')
    const damage = fc.tuple(
      fc.nat({ max: lines.length - 1 }),
      fc.constantFrom('drop', 'double', 'indent', 'cut', 'mark'),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        const hurt = [...lines]
        for (const [at, kind, text] of damages) {
          const line = hurt[at] ?? ''
          if (kind === 'drop') hurt.splice(at, 1)
          else
            hurt[at] =
              kind === 'double'
                ? `${line}\n${line}`
                : kind === 'indent'
                  ? ` ${line}`
                  : kind === 'cut'
                    ? line.slice(0, line.length / 2)
                    : line.replace(/[:{}[\]]/, text)
        }
        inside(hurt.join('\n'))
      }),
      { seed: 2, numRuns: 1_500 },
    )
  })
})
