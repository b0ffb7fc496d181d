import { describe, expect, it } from 'vitest'
import { parseScript } from './parse.ts'
import { fillFacts } from './simulated-user.ts'

const card = `wants: a refund for order {order}
knows: { order: "1042", passengers: [Mia Li, Tom Li] }
done when: { calls: [issue_refund] }`

function read(user: string, more = '') {
  const text = `suite: S\nagent: desk\nvariables: { v: x }\nconversations:\n  - name: n\n    simulated user:\n${user.replace(/^/gm, '      ')}\n${more}`
  return parseScript(text, 's.yaml')
}

const linesOf = (user: string, more = ''): string[] => {
  const parsed = read(user, more)
  return parsed.ok ? [] : parsed.problems.map(({ code, message, hint }) => `${code}: ${message} -> ${hint}`)
}

describe('simulated user', () => {
  it('is read with its defaults, and needs no turns', () => {
    const parsed = read(card)
    expect(parsed.ok && parsed.script.conversations[0]).toMatchObject({
      turns: [],
      simulatedUser: {
        wants: { value: 'a refund for order {order}' },
        knows: [
          { name: 'order', value: [{ value: '1042' }] },
          { name: 'passengers', value: [{}, { value: 'Tom Li' }] },
        ],
        style: { manners: [] },
        reveals: 'when asked',
        answers: [],
        slips: [],
        repeatsAtMost: 2,
        patience: 12,
        doneWhen: { calls: { inOrder: [{ name: 'issue_refund' }] } },
      },
    })
  })

  it('keeps facts as they are written', () => {
    const parsed = read(card.replace('"1042"', '2026-11-02, price: 19.90, zip: 01067'))
    const user = parsed.ok ? parsed.script.conversations[0]?.simulatedUser : undefined
    expect(user?.knows.slice(0, 3).map(({ value }) => value[0]?.value)).toEqual(['2026-11-02', '19.90', '01067'])
  })

  it.each(['style: terse', 'style: { terse: true }', 'style: is in a hurry', 'patience: 8 turns', 'patience: 8'])(
    'takes %s',
    (more) => expect(linesOf(`${card}\n${more}`)).toEqual([]),
  )

  it('fills in facts, and leaves variables of the suite alone', () => {
    const parsed = read(card)
    const knows = (parsed.ok && parsed.script.conversations[0]?.simulatedUser?.knows) || []
    expect(fillFacts('{order} for {passengers}, {{v}} {other}', knows)).toBe(
      '1042 for Mia Li and Tom Li, {{v}} {other}',
    )
  })

  it.each([
    ['', 'wants: x', 'missing-key: a simulated user needs the key "done when"'],
    ['', 'wants: x\ndone when: { calls: none }', 'wrong-value: this holds before anything was said'],
    ['', 'wants: x\ndone when: { calls: { never: [a] } }', 'wrong-value: this holds before anything was said'],
    ['', 'wants: x\ndone when: {}', 'asserts-nothing: this waits for nothing'],
    ['', 'wants: x\ndone when: { reply: thanks }', 'unknown-key: done when has no key "reply"'],
    ['', `${card}\npatience: 0 turns`, 'wrong-type: expected a number of turns of at least 1'],
    ['', `${card}\npatience: 1\nslips: wrong digit`, 'wrong-value: a slip is mended in a later turn'],
    ['', `${card}\nslips: wrong number`, 'wrong-value: "wrong number" is not known here'],
    [
      '',
      `${card}\nopens with: "It is {ordr}"`,
      'unknown-variable: the card has no fact "ordr" -> did you mean {order}?',
    ],
    ['', `${card}\notherwise: "{{nowhere}}"`, 'unknown-variable: nothing gives {{nowhere}} a value'],
    ['', `${card}\ngives up when: { outbox: [] }`, 'wrong-value: a simulated user gives up on an answer'],
    ['', `${card}\nfacts: { a: b }`, 'unknown-key: a simulated user has no key "facts" -> write knows:'],
  ])('%srefuses %s', (_, user, problem) => {
    const [first = ''] = linesOf(user)
    expect(first.slice(0, problem.length)).toBe(problem)
  })

  it('refuses seeds where nobody is simulated, and a conversation that has neither', () => {
    const suite = (rest: string) => `suite: S\nagent: desk\nconversations:\n  - name: n\n${rest}`
    const problemsOf = (rest: string): string[] => {
      const parsed = parseScript(suite(rest), 's.yaml')
      return parsed.ok ? [] : parsed.problems.map(({ message }) => message)
    }
    expect(problemsOf('    seeds: 3\n    turns: [{ user: a, expect: { reply: b } }]\n')).toEqual([
      'seeds vary what a simulated user says, and this conversation has none',
    ])
    expect(problemsOf('    tags: [x]\n')).toEqual(['a conversation needs the key "turns"'])
  })

  it('knows what the fixed turns captured, and nothing later', () => {
    const capturing = '    turns:\n      - { user: a, capture: { id: reply } }\n'
    expect(linesOf(`${card}\nopens with: "{{id}}"`, capturing)).toEqual([])
    const after = '    after:\n      - { user: a, capture: { id: reply } }\n'
    expect(linesOf(`${card}\nopens with: "{{id}}"`, after)[0]).toContain('nothing gives {{id}} a value')
  })
})
