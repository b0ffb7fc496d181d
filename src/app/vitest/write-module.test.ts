import { describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import { writeBrokenModule, writeModule } from './write-module.ts'

const settings = {
  version: 'default',
  versions: ['default'],
  versionsGiven: false,
  timeLimitMs: 1_000,
  seed: 'tableread',
  again: [],
  stopAfterFailure: true,
  clock: false as const,
  reconcile: true,
  trace: false,
  review: { folder: '/work', snapshots: null, report: null },
  redact: [],
  prices: {},
  project: {},
}

function write(content: string): string[] {
  const parsed = parseScript(content, 'suites/x.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return writeModule({ path: '/abs/x.yaml', script: parsed.script, settings }, '/abs/open-suite.ts').split('\n')
}

const suite = `# a comment first
suite: Order desk
agent: order-desk

conversations:
  - name: tracks an order
    turns:
      - user: Where is my order?
        expect: { reply: { contains: shipped } }
      - expect: { reply: thanks }
        user: |
          Thank
          you
  - turns:
      - { user: hello, expect: { reply: hi } }
    name: greets
`

describe('writeModule', () => {
  const lines = write(suite)

  it('registers each conversation on its line and column', () => {
    expect(lines[5]).toMatch(/^ {4}conversation\(0\);/)
    expect(lines[13]).toMatch(/^ {4}conversation\(1\);/)
  })

  it('calls each turn function on the line and column of the turn', () => {
    expect(lines[7]?.indexOf('f());')).toBe(8)
    expect(lines[9]?.indexOf('f());')).toBe(8)
    expect(lines[14]?.indexOf('f());')).toBe(10)
    expect(lines[6]).toContain('turn(0, 0,')
    expect(lines[8]).toContain('turn(0, 1,')
  })

  it('opens the describe where the suite has its name, and closes it on the last line', () => {
    expect(lines[1]).toMatch(/^ {7}suite\(\(\) => \{/)
    expect(lines.at(-2)).toMatch(/ \}\);$/)
  })

  it.each([
    [
      'on one line',
      '{ suite: s, agent: a, conversations: [ { name: n, turns: [ { user: u, expect: { reply: r } }, { user: v } ] } ] }',
    ],
    [
      'named at the end',
      'conversations:\n  - name: n\n    agent: a\n    turns: [{ user: u, expect: { reply: r } }]\nsuite: s\n',
    ],
    [
      'with turns under an alias',
      'suite: s\nagent: a\nconversations:\n  - name: n\n    turns: &t [{ user: u, expect: { reply: r } }]\n  - name: m\n    turns: *t\n',
    ],
  ])('is sound code for a suite %s', (_, content) => {
    const calls: string[] = []
    const body = write(content)
      .join('\n')
      .replace(/^import[^;]+; import[^;]+; /, '')
      .replace(/openSuite\(vt, (.*?)\);/, 'openSuite();')
    const record =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push(`${name} ${args.filter((arg) => typeof arg === 'number').join(' ')}`.trim())
        const last = args.at(-1)
        if (typeof last === 'function') last(() => undefined)
      }
    new Function('openSuite', body)(() => ({
      suite: record('suite'),
      conversation: record('conversation'),
      turn: record('turn'),
    }))
    expect(calls[0]).toBe('suite')
    expect(calls).toContain('conversation 0')
    expect(calls).toContain('turn 0 0')
  })

  it('carries text with quotes, line breaks and markup unharmed', () => {
    const user = 'say "hi" \\ </script> ${x} `\u2028 ü 🚚'
    const [head = ''] = write(
      `suite: s\nagent: a\nconversations:\n  - name: n\n    turns: [{ user: ${JSON.stringify(user)}, expect: { reply: r } }]\n`,
    )
    const data = new Function(`return ${head.slice(head.indexOf('JSON.parse'), head.lastIndexOf(');'))}`)()
    expect(data.script.conversations[0].turns[0].user.value).toBe(user)
  })
})

describe('writeBrokenModule', () => {
  it('throws every problem on import', () => {
    const problem = {
      code: 'empty-file',
      file: 'x.yaml',
      at: { line: 1, column: 1, length: 1 },
      message: 'the file is empty',
    } as const
    const code = writeBrokenModule({ path: '/abs/x.yaml', problems: [problem] }, '/abs/throw-problems.ts')
    expect(code).toContain('import { throwProblems } from "/abs/throw-problems.ts"; throwProblems(JSON.parse(')
    expect(code).toContain('the file is empty')
  })
})
