import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'

const cases = `test_cases:
  - test_case: books a table
    fixtures: [gold]
    steps:
      - user: /greet
      - utter: utter_hello
      - user: a table for two
        assertions:
          - bot_uttered:
              utter_name: utter_when
              text_matches: '(?i)when'
              buttons: [{ title: Today, payload: /today }]
          - bot_did_not_utter: { text_matches: sorry }
          - slot_was_set: [{ name: guests, value: 2 }]
          - flow_started: booking
      - bot: It is booked.
fixtures:
  - gold: [{ tier: gold }, { guests: 1 }]
`
const domain = `responses:
  utter_hello: [{ text: Hello there! }, { text: "Hi, {name}!" }]
  utter_when: [{ text: When? }]
`
const training = `nlu:
  - intent: greet
    examples: |
      - good [morning](time)
      - hi
`

describe('end-to-end tests', () => {
  it('hold responses by the texts of the domain, and say intents in words of the training data', () => {
    const made = importFiles({ 'tests.yml': cases, 'domain.yml': domain, 'nlu.yml': training })
    expect(made.refused).toEqual([])
    expect(made.suites[0]?.uses.sort()).toEqual(['domain.yml', 'nlu.yml'])
    expect(onlySuite(made)).toBe(`  # changed (line 2) "fixtures": slots that are filled before the talk became metadata
  - name: books a table
    metadata: { tier: gold, guests: 1 }
    turns:
      - user: good morning
        # changed (line 5) "/greet": said in words of the training data
        expect: { reply: { contains: { one of: ["Hello there!", { all: ["Hi,", "!"] }] } } }
      - user: a table for two
        # lost (line 14) "slot_was_set: [{\\"name\\":\\"guests\\",\\"value\\":2}]": slots are no part of a transcript: expect session variables, or arguments of calls
        # lost (line 15) "flow_started: booking": flows are no part of a transcript
        expect:
          reply:
            contains: ["When?", It is booked.]
            matches: "/(?i)when/"
            not: { matches: "/sorry/" }
            button: { text: Today, payload: "/today" }
`)
  })

  it('do not run without the words', () => {
    const made = importFiles({ 'tests.yml': cases.replace('      - bot: It is booked.\n', '') })
    const lost = made.suites[0]?.notes
      .filter(({ what }) => what.includes('utter_'))
      .map(({ origin, what }) => [origin.line, what])
    expect(lost).toEqual([
      [6, 'utter: utter_hello'],
      [9, 'bot_uttered: utter_when'],
    ])
  })
})

describe('stories', () => {
  const story = (steps: string): string => `version: "3.1"\nstories:\n- story: one\n  steps:\n${steps}`

  it('say intents without words as a TODO, and do not run then', () => {
    const made = importFiles({ 's.yml': story('  - intent: greet\n  - bot: Hello [you](me)\n') })
    expect(onlySuite(made)).toBe(`  - name: one
    skip: "what the user says is not known: write it at TODO"
    turns:
      - user: "TODO: what the user says"
        # lost (line 5) "intent: greet": none of these files has words for this intent: import it with its training data, or write them
        expect: { reply: { contains: "Hello [you](me)" } }
`)
  })

  it('lose actions, loops and checkpoints, each with its place', () => {
    const made = importFiles({
      's.yml': story(
        '  - user: hi {{name}}\n  - action: action_pay\n  - active_loop: form\n  - or:\n    - bot: a\n    - bot: b\n  - checkpoint: later\n',
      ),
    })
    const [suite] = made.suites
    expect(suite?.notes.map(({ kind, origin }) => `${kind} ${origin.line}`)).toEqual([
      'lost 6',
      'lost 7',
      'changed 8',
      'lost 11',
    ])
    const [one] = conversationsOf(suite?.text ?? '')
    expect([one?.turns[0]?.user?.value, one?.variables?.values]).toEqual(['hi {{braces_1}}name}}', { braces_1: '{{' }])
    expect(one?.skip?.value).toMatch(/goes on from another story/)
  })

  it('say that a version is not known, and keep what can be read', () => {
    const made = importFiles({ 's.yml': story('  - user: hi\n  - bot: hello\n').replace('3.1', '9.0') })
    expect(made.suites[0]?.notes).toMatchObject([{ origin: { line: 1 }, what: 'version: 9.0' }])
    expect(made.suites[0]?.conversations).toBe(1)
  })
})

it('refuses a domain that no test needs', () => {
  expect(importFiles({ 'domain.yml': domain }).refused.map(({ message }) => message)).toEqual([
    'there are no test cases or stories in this file, and none that was imported needs it',
  ])
})
