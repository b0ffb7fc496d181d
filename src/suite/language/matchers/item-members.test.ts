import { describe, expect, it } from 'vitest'
import { parseScript } from '../script/parse.ts'

/** What reading a turn with this expectation finds. */
function problemsOf(expectation: string): string[] {
  const text = `suite: S\nagent: desk\nconversations:\n  - name: a\n    turns: [{ user: hi, expect: ${expectation} }]\n`
  const parsed = parseScript(text, 's.yaml', () => null)
  return parsed.ok ? [] : parsed.problems.map(({ message, hint }) => `${message} | ${hint}`)
}

describe('members of items', () => {
  it.each([
    [
      'reply: { button: { not: { payloda: refund } } }',
      'the item button has no key "payloda" | did you mean "payload"?',
    ],
    [
      'reply: { button: { Payload: refund } }',
      'the item button has no key "Payload" | did you mean "payload"? it differs only in upper and lower case',
    ],
    ['reply: { button: { not: { text: Later, payloda: refund } } }', /has no key "payloda"/],
    ['reply: { image: { not: { captions: refund } } }', /has no key "captions" \| did you mean "caption"/],
    ['reply: { file: { not: { fileName: Refund.pdf } } }', /has no key "fileName" \| did you mean "filename"/],
    ['reply: { content: { not: { contains: { kind: Button } } } }', /no kind of content item "Button"/],
    ['reply: { content: { none: [{ contains: { txt: x } }] } }', /has no key "txt" \| did you mean "text"/],
    ['reply: { image: { not: none } }', /under not, none is the word/],
    ['reply: { thinking: { not: none } }', /under not, none is the word/],
    ['reply: { not: none }', /under not, none is the word/],
    ['outbox: { none: [{ contains: { txt: x } }] }', /outbox has no key "txt"/],
  ])('%s is refused', (expectation, problem) => {
    const [first, ...others] = problemsOf(`{ ${expectation} }`)
    expect([first, others]).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem), []])
  })
  it.each([
    'reply: { button: { not: { payload: refund } } }',
    'reply: { button: Maybe }',
    'reply: { button: [{ text: Maybe, payload: { matches: "/^ok/" } }, Later] }',
    'reply: { image: { host: shop.example, expires: { after: 2026-03-01 }, mimeType: image/png } }',
    'reply: { content: [{ kind: text, text: hi }, { kind: { not: unknown } }] }',
    'outbox: [{ to: "15550177", status: waiting }]',
    'queue: { length: 0 }',
    'reply: { image: { present: true } }',
    'reply: { thinking: { present: true } }',
    'reply: { not: { equals: none } }',
  ])('%s is sound', (expectation) => {
    expect(problemsOf(`{ ${expectation} }`)).toEqual([])
  })
})
