import { describe, expect, it } from 'vitest'
import { parseScript } from './script/parse.ts'

function parse(settings: string): ReturnType<typeof parseScript> {
  const yaml = `suite: S\nagent: desk\n${settings}conversations:\n  - name: talks\n    turns: [{ user: hi, expect: { calls: none } }]\n`
  return parseScript(yaml, 'suite.yaml')
}

const problems = (settings: string): string[] => {
  const parsed = parse(settings)
  return parsed.ok ? [] : parsed.problems.map(({ at, message, hint }) => `${at.line}:${at.column} ${message}; ${hint}`)
}

describe('claims', () => {
  it('are patterns with the tools that have to have done it, each with its place', () => {
    const parsed = parse(
      'claims:\n  /refund (has been|was) issued/i: issue_refund\n  /booked/: [book_flight, book_hotel]\n',
    )
    expect(parsed.ok ? parsed.script.claims : parsed.problems).toMatchObject([
      { at: { line: 4, column: 3 }, pattern: { flags: 'i' }, tools: [{ value: 'issue_refund' }] },
      { at: { line: 5 }, tools: [{ value: 'book_flight' }, { value: 'book_hotel' }] },
    ])
  })
  it.each([
    ['claims: {}\n', 'no claim stands here'],
    ['claims: [issue_refund]\n', 'a mapping of claims'],
    ['claims: { refund was issued: issue_refund }\n', 'write it between slashes: /refund was issued/i'],
    ['claims: { /refund was issued/i: issue_* }\n', 'no tool is called so'],
    ['claims: { /(refund/: issue_refund }\n', 'pattern'],
    ['claims: { /.*/: issue_refund }\n', 'matches every text'],
    ['claims: { "/{{what}} was issued/": issue_refund }\n', '{{what}}'],
    ['claims: { /refund was issued/: [] }\n', 'empty'],
    ['claims: { /refund was issued/: "{{tool}}" }\n', '{{tool}}'],
  ])('refuse %j', (settings, message) => {
    expect(problems(settings).join('\n')).toContain(message)
  })
})

describe('laws', () => {
  it('turn grounded on, and take a reason for everything else', () => {
    expect(problems('laws: { grounded: on }\n')).toEqual([])
    expect(problems('laws: { grounded: it makes up codes }\n')).toEqual([])
    expect(problems('laws: { time order: on }\n')[0]).toContain('take it out, or write the reason')
  })
  it('know no grounded: false on a turn', () => {
    const yaml =
      'suite: S\nagent: desk\nconversations: [{ name: n, turns: [{ user: hi, expect: { reply: { grounded: no } } }] }]\n'
    const parsed = parseScript(yaml, 'suite.yaml')
    expect(parsed.ok ? [] : parsed.problems[0]?.hint).toContain('write grounded: true')
  })
})
