import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'
import { importPeers, type PeerImport } from '../import-peers.ts'

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
    const draft = importFiles({ 'tests.yml': cases, 'domain.yml': domain, 'nlu.yml': training })
    expect(draft.refused).toEqual([])
    expect(draft.suites[0]?.uses.sort()).toEqual(['domain.yml', 'nlu.yml'])
    expect(
      onlySuite(draft),
    ).toBe(`  # changed (line 2) "fixtures": slots that are filled before the talk became metadata
  - name: books a table
    metadata: { tier: gold, guests: 1 }
    turns:
      - user: good morning
        # changed (line 5) "/greet": said in words of the training data
        expect: { reply: { contains: { one of: ["Hello there!", { all: ["Hi,", "!"] }] } } }
      - user: a table for two
        # lost (line 14) "slot_was_set: [{\\"name\\":\\"guests\\",\\"value\\":2}]": slots are no part of a transcript: if your agent shows them, import with --shows slots, or expect arguments of calls
        # lost (line 15) "flow_started: booking": flows are no part of a transcript: if each is a call, import with --shows flows; else expect its replies
        expect:
          reply:
            contains: ["When?", It is booked.]
            matches: "/(?i)when/"
            not: { matches: "/sorry/" }
            button: { text: Today, payload: "/today" }
`)
  })

  it('expect slots and flows of an agent that shows them', () => {
    const later =
      '          - flow_completed: booking\n      - slot_was_set: [{ guests: 3 }, day]\n      - bot: It is booked.'
    const draft = importFiles({ 'tests.yml': cases.replace('      - bot: It is booked.', later) }, null, [
      'slots',
      'flows',
    ])
    const text = onlySuite(draft)
    expect(text).toContain('session: { variables: { guests: 3, day: { present: true } } }')
    expect(text).toContain('calls: [booking]')
    const [conversation] = conversationsOf(draft.suites[0]?.text ?? '')
    expect(conversation).not.toHaveProperty('skip')
    const lostSteps = draft.suites[0]?.notes.filter(({ what }) => /^(?:slot|flow)/.test(what)).map(({ what }) => what)
    expect(lostSteps).toEqual(['flow_completed: booking'])
  })

  it('need some text where the words are not known', () => {
    const draft = importFiles({ 'tests.yml': cases.replace('      - bot: It is booked.\n', '') })
    const lostReplies = draft.suites[0]?.notes
      .filter(({ what }) => what.includes('utter_'))
      .map(({ origin, what }) => [origin.line, what])
    expect(lostReplies).toEqual([
      [6, 'utter: utter_hello'],
      [9, 'bot_uttered: utter_when'],
    ])
    expect(draft.suites[0]).toMatchObject({ conversations: 1, skipped: 0 })
    expect(draft.suites[0]?.text).toContain('expect: { reply: { empty: false } }')
  })
})

describe('stories', () => {
  const story = (steps: string): string => `version: "3.1"\nstories:\n- story: one\n  steps:\n${steps}`

  it('say intents without words as a TODO, and do not run then', () => {
    const draft = importFiles({ 's.yml': story('  - intent: greet\n  - bot: Hello [you](me)\n') })
    expect(onlySuite(draft)).toBe(`  - name: one
    skip: "what the user says is not known: write it at TODO"
    turns:
      - user: "TODO: what the user says"
        # lost (line 5) "intent: greet": neither these files nor training data beside their domain have words for this intent: import it with its training data, or write them
        expect: { reply: { contains: "Hello [you](me)" } }
`)
  })

  it('expect actions as calls, and lose loops and checkpoints, each with its place', () => {
    const draft = importFiles({
      's.yml': story(
        '  - user: hi {{name}}\n  - action: action_pay\n  - active_loop: form\n  - or:\n    - bot: a\n    - bot: b\n  - checkpoint: later\n',
      ),
    })
    const [suite] = draft.suites
    expect(suite?.notes.map(({ kind, origin }) => `${kind} ${origin.line}`)).toEqual([
      'changed 6',
      'lost 7',
      'changed 8',
      'lost 11',
    ])
    const [one] = conversationsOf(suite?.text ?? '')
    expect([one?.turns[0]?.user?.value, one?.variables?.values]).toEqual(['hi {{braces_1}}name}}', { braces_1: '{{' }])
    expect(one?.skip?.value).toMatch(/goes on from another story/)
  })

  it('say that a version is not known, and keep what can be read', () => {
    const draft = importFiles({ 's.yml': story('  - user: hi\n  - bot: hello\n').replace('3.1', '9.0') })
    expect(draft.suites[0]?.notes).toMatchObject([{ origin: { line: 1 }, what: 'version: 9.0' }])
    expect(draft.suites[0]?.conversations).toBe(1)
  })
})

describe('a domain that was not named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-rasa-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const putFile = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const importOne = (name: string): PeerImport =>
    importPeers([join(folder, name)], { from: null, agent: 'desk', show: (path) => relative(folder, path) })
  const greeting = 'stories:\n- story: a\n  steps:\n  - intent: greet\n  - action: utter_hello\n'

  it.each(['domain.yml', 'domain/part.yml'])(
    'is found as %s beside the tests or above them, with its training data',
    (domain) => {
      const root = `found-${domain.length}`
      putFile(`${root}/${domain}`, 'responses:\n  utter_hello: [{ text: Hello there! }]\n')
      putFile(`${root}/data/nlu.yml`, training)
      putFile(`${root}/data/stories.yml`, 'stories: []\n')
      for (const test of ['test.yml', 'tests/e2e/test.yml']) {
        putFile(`${root}/${test}`, greeting)
        const draft = importOne(`${root}/${test}`)
        expect([draft.refused, draft.suites.length]).toEqual([[], 1])
        expect(draft.suites[0]?.uses.sort()).toEqual([`${root}/data/nlu.yml`, `${root}/${domain}`])
        expect(draft.suites[0]?.text).toContain('- user: good morning')
        expect(draft.suites[0]?.text).toContain('contains: "Hello there!"')
      }
    },
  )

  it('is not looked for outside of the repository, and is refused where it is broken', () => {
    putFile('outer/domain.yml', 'responses:\n  utter_hello: [{ text: Hello there! }]\n')
    mkdirSync(join(folder, 'outer/inner/.git'), { recursive: true })
    putFile('outer/inner/test.yml', greeting)
    expect(importOne('outer/inner/test.yml').suites[0]?.uses).toEqual([])
    putFile('broken/domain.yml', 'responses: [\n')
    putFile('broken/test.yml', greeting)
    expect(importOne('broken/test.yml').refused.map(({ origin }) => origin.file)).toEqual(['broken/domain.yml'])
  })
})

describe('what a domain says', () => {
  const rich = `responses:
  utter_left: [{ text: "You have {amount} left in {account}." }]
  utter_menu: [{ text: Pick one, buttons: [{ title: Pay, payload: /pay }], image: "https://x.example/a.png" }]
  utter_way:
  - { text: A, condition: [{ type: slot, name: vip, value: true }], buttons: [{ title: X, payload: /x }] }
  - { text: B }
  utter_picture: [{ image: "https://x.example/b.png" }]
slots: { account: { type: text, initial_value: savings } }
forms: { pay_order: {} }
`
  const importSteps = (steps: string): { text: string; notes: string[] } => {
    const draft = importFiles({ 'd.yml': rich, 's.yml': `stories:\n- story: one\n  steps:\n  - user: hi\n${steps}` })
    return {
      text: onlySuite(draft),
      notes: (draft.suites[0]?.notes ?? []).map(({ kind, what, origin }) => `${kind} ${origin.line} ${what}`),
    }
  }

  it('fills responses with the values of slots', () => {
    const { text, notes } = importSteps('  - slot_was_set: [{ amount: 50 }]\n  - action: utter_left\n')
    expect(text).toContain('contains: You have 50 left in savings.')
    expect(notes).toEqual(['lost 5 slot_was_set: [{"amount":50}]'])
    const before = importFiles({
      's.yml': 'stories:\n- story: a\n  steps:\n  - slot_was_set: [{ tier: gold }]\n  - user: hi\n  - bot: Hi\n',
    })
    expect(conversationsOf(before.suites[0]?.text ?? '')[0]?.metadata).toMatchObject({ tier: 'gold' })
  })

  it('expects buttons, and tells what else of a response is not held against the reply', () => {
    const menu = importSteps('  - action: utter_menu\n')
    expect(menu.text).toContain('reply: { contains: Pick one, button: { text: Pay, payload: "/pay" } }')
    expect(menu.notes).toEqual(['lost 5 utter_menu: image: https://x.example/a.png'])
    const way = importSteps('  - action: utter_way\n')
    expect(way.text).toContain('one of: [A, B]')
    expect(way.notes).toEqual(['changed 5 utter_way: condition or channel', 'lost 5 utter_way: buttons'])
    const picture = importSteps('  - action: utter_picture\n')
    expect(picture.notes[0]).toBe('lost 5 utter_picture: image: https://x.example/b.png')
  })

  it('tells forms and what Rasa does by itself from actions that are calls', () => {
    const { text, notes } = importSteps(
      '  - action: action_pay\n  - action: pay_order\n  - action: action_restart\n  - nonsense\n',
    )
    expect(text).toContain('expect: { calls: [action_pay] }')
    expect(notes.map((note) => note.split(' ').slice(0, 2).join(' '))).toEqual([
      'changed 5',
      'lost 6',
      'lost 7',
      'lost 8',
      'changed 4',
    ])
  })

  it('tells of a fixture that is not there', () => {
    const draft = importFiles({
      't.yml': 'test_cases:\n- test_case: a\n  fixtures: [gone]\n  steps:\n  - user: hi\n  - bot: hi\n',
    })
    expect(draft.suites[0]?.notes.map(({ what }) => what)).toEqual(['fixtures: gone'])
  })
})

it('refuses a domain that no test needs', () => {
  expect(importFiles({ 'domain.yml': domain }).aside.map(({ message }) => message)).toEqual([
    'there are no test cases or stories in this file, and none that was imported needs it',
  ])
})
