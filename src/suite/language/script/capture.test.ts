import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'

const suite = (capture: string, later = '{{t}}') => `suite: S
agent: a
conversations:
  - name: x
    turns:
      - user: hi
        capture: { t: ${capture} }
      - user: "${later}"
        expect: { reply: x }
`
const problemsOf = (capture: string, later?: string) => {
  const parsed = parseScript(suite(capture, later), 's.yaml')
  return parsed.ok
    ? []
    : parsed.problems.map(({ at, message, hint }) => ({ at: `${at.line}:${at.column}`, message, hint }))
}

describe('what can be captured', () => {
  it.each([
    'reply',
    'agentName',
    'sessionId',
    '"messages[0]"',
    '"messages[-1]"',
    'button.payload',
    '"button[1].payload"',
    '"content[3].filename"',
    'file.url',
    'image.host',
    'calls.find.output',
    '"calls.find.output.items[0].id"',
    '{ reply: /T-\\d+/ }',
    '{ reply: "/(.*)/s" }',
    '{ button.payload: /close_(\\d+)/i }',
  ])('is %s', (capture) => {
    expect(problemsOf(capture)).toEqual([])
  })

  it.each([
    ['reply.button.payload', 'did you mean button.payload?'],
    ['reply.text', 'did you mean reply?'],
    ['"reply[0]"', 'did you mean messages[0]?'],
    ['buttons.payload', 'did you mean button.payload?'],
    ['button.label', 'did you mean button.text?'],
    ['file.link', 'did you mean file.url?'],
    ['session.id', 'did you mean sessionId?'],
    ['calls.find.result', 'did you mean calls.find.output?'],
    ['{ rply: /T-\\d+/ }', 'did you mean reply?'],
  ])('is not %s', (capture, hint) => {
    expect(problemsOf(capture)).toMatchObject([
      { message: expect.stringContaining('leads to nothing in a turn'), hint },
    ])
  })

  it.each([
    ['{ reply: T-1 }', 'expected a pattern'],
    ['{ reply: /a/g }', 'the flag "g" is not known'],
    ['{ reply: /a^/ }', 'no text matches the pattern'],
    ['{ reply: /(?<version>x)/ }', '{{version}} always has a value'],
    ['{ button: { payload: /x/ } }', 'expected a pattern'],
    ['{ reply: /a/, agentName: /b/ }', 'expected one path with its pattern'],
    ['{ reply: "/{{nope}}/" }', 'nothing gives {{nope}} a value before this'],
  ])('%s is refused at its place', (capture, message) => {
    expect(problemsOf(capture)).toMatchObject([
      { at: expect.stringMatching(/^7:/), message: expect.stringContaining(message) },
    ])
  })

  it('gives named groups their names', () => {
    expect(problemsOf('{ reply: /(?<id>T-\\d+)/ }', '{{t}} {{t.id}} {{id}}')).toEqual([])
    expect(problemsOf('{ reply: /(?<id>T-\\d+)/ }', '{{t.other}}')).toHaveLength(1)
  })
})
