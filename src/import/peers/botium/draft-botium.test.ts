import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'

describe('text', () => {
  it('makes turns of me and bot, and holds the texts as Botium does', () => {
    const text =
      'pizza\n\n#me\nOne pizza please\n\n#bot\nWhich size?\n!sorry\n\n#me\nLarge\n\n#bot\nIt comes\n\n#bot\nEnjoy!\n'
    expect(onlySuite(importFiles({ 'pizza.convo.txt': text }))).toBe(`  - name: pizza
    turns:
      - user: One pizza please
        expect: { reply: { contains: "Which size?\\n!sorry", ignore case: true } }
      - user: Large
        expect: { reply: { contains: [It comes, "Enjoy!"], ignore case: true } }
`)
  })

  it('takes utterances for any of their texts, and says each of them', () => {
    const draft = importFiles({
      'a.convo.txt': 'greets\n#me\nHELLO\n#bot\n!BYE\n',
      'hello.utterances.txt': 'HELLO\nhi there\ngood day\n',
      'bye.utterances.txt': 'BYE\nbye\nso long\n',
    })
    expect(draft.refused).toEqual([])
    expect(onlySuite(draft)).toBe(`  - name: greets
    parameters: [{ said_HELLO: hi there }, { said_HELLO: good day }]
    turns:
      - user: "{{said_HELLO}}"
        expect: { reply: { not: { contains: { one of: [bye, so long] }, ignore case: true } } }
`)
  })

  it('keeps rows apart that begin alike, and utterances whose names are alike', () => {
    const long = 'the same words again and again, sixty characters and more of them'
    const draft = importFiles({
      'a.convo.txt': 'a\n#me\nA-B\n#bot\nhi\n#me\nA_B\n#bot\nhi\n',
      'b.utterances.txt': `A-B\n${long} 1\n${long} 2\n${long} 2\n`,
      'c.utterances.txt': 'A_B\nother\n',
    })
    const talks = conversationsOf(draft.suites[0]?.text ?? '')
    expect(talks.map(({ variables }) => variables?.values)).toEqual([
      { row: 1, said_A_B: `${long} 1`, 'said_A_B (2)': 'other' },
      { row: 2, said_A_B: `${long} 2`, 'said_A_B (2)': 'other' },
    ])
  })

  it('puts partial convos where they are included, also within one another', () => {
    const draft = importFiles({
      'main.convo.txt': 'main\n#me\nhello\nINCLUDE outer\n#bot\nthe end\n',
      'outer.pconvo.txt': 'outer\n#bot\nfirst\n#me\nnext\nINCLUDE inner\n',
      'inner.pconvo.txt': 'inner\n#bot\nsecond\n#me\nlast\n',
    })
    const [main] = conversationsOf(draft.suites[0]?.text ?? '')
    expect(main?.turns.map(({ user }) => user?.value)).toEqual(['hello', 'next', 'last'])
    expect(draft.suites[0]?.notes).toEqual([])
    expect(draft.suites[0]?.uses.sort()).toEqual(['inner.pconvo.txt', 'outer.pconvo.txt'])
  })

  it('does not run what includes itself, or what is not there', () => {
    const draft = importFiles({
      'main.convo.txt': 'main\n#me\nhello\nINCLUDE loop|gone\n#bot\nhi\n',
      'loop.pconvo.txt': 'loop\n#me\nagain\nINCLUDE loop\n',
    })
    expect(draft.suites[0]?.notes.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'INCLUDE loop: it includes itself',
      'INCLUDE gone: these files have no partial convo of this name',
      'hello: no answer has to come here, so the law agent answers is relaxed for this conversation',
    ])
    expect(draft.suites[0]?.skipped).toBe(1)
  })

  it('knows asserters, inputs and hooks, and lists what a suite cannot say with its line', () => {
    const draft = importFiles({
      'a.convo.txt': `checks
#begin
SET_SCRIPTING_MEMORY name|Asha
#me
I am $name
PAUSE 500
#bot
TEXT_CONTAINS_ANY hello|hi
TEXT_REGEXP_ALL_IC ^h.*$|a(?=b)
!BUTTONS Cancel
BUTTONS Go on
MEDIA map.png
INTENT greeting
#me
BUTTON payload|Go on
MEDIA https://files.example.com/a.pdf
#bot
RESPONSE_LENGTH 200
`,
    })
    expect(onlySuite(draft)).toBe(`  - name: checks
    variables: { name: Asha }
    turns:
      - user: "I am {{name}}"
        # lost (line 9) "TEXT_REGEXP_ALL_IC ^h.*$|a(?=b)": the pattern cannot be used: lookaround is not supported
        # lost (line 13) "INTENT greeting": what the bot understood is not part of a transcript
        expect:
          reply:
            contains: { one of: [hello, hi] }
            content: { not: { contains: { kind: button, text: Cancel } } }
            button: Go on
            image: { url: { ends with: map.png } }
      - wait: 500 ms
      - user: Go on
        attachments: ["https://files.example.com/a.pdf"]
        # changed (line 15) "BUTTON payload|Go on": pressing a button is saying its text
        expect: { reply: { length: { at most: 200 } } }
`)
  })

  it('keeps a variable whatever its name is', () => {
    const draft = importFiles({
      'a.convo.txt': 'a\n#begin\nSET_SCRIPTING_MEMORY __proto__|Asha\n#me\nI am $__proto__\n#bot\nhello\n',
    })
    expect(onlySuite(draft)).toBe(`  - name: a
    variables: { "__proto__": Asha }
    turns:
      - user: "I am {{__proto__}}"
        expect: { reply: { contains: hello, ignore case: true } }
`)
  })

  it('captures the word that stands for a variable, and sends it', () => {
    const draft = importFiles({
      'a.convo.txt': 'a\n#me\nbook\n#bot\nYour number is $number (now)\n#me\ncancel $number\n#bot\nok $number\n',
    })
    expect(onlySuite(draft)).toBe(`  - name: a
    turns:
      - user: book
        expect: { reply: { contains: [Your number is, "(now)"], ignore case: true } }
        capture: { number: { reply: "/Your number is (\\\\S+) \\\\(now\\\\)/i" } }
      - user: "cancel {{number}}"
        expect: { reply: { contains: "ok {{number}}", ignore case: true } }
`)
  })

  it('lets anything stand for a variable that is captured nobody can say where, and does not send it', () => {
    const draft = importFiles({
      'a.convo.txt': 'a\n#me\nbook\n#bot\n!Your number is $number now\n#me\ncancel $number\n#bot\nok\n',
    })
    const [conversation] = conversationsOf(draft.suites[0]?.text ?? '')
    expect(conversation?.skip?.value).toBe('the variable number has no value: write one at TODO')
    expect(onlySuite(draft)).toContain('anything may stand there')
  })

  it('never lets a convo pass that asserts nothing', () => {
    const draft = importFiles({ 'a.convo.txt': 'a\n#me\nhello\n#bot\n?maybe\n' })
    const [conversation] = conversationsOf(draft.suites[0]?.text ?? '')
    expect(conversation?.skip?.value).toMatch(/^it asserts nothing yet/)
    expect(draft.suites[0]?.notes.map(({ kind, origin }) => [kind, origin.line])).toEqual([
      ['lost', 1],
      ['lost', 5],
    ])
  })

  it('expects one of what conditions choose from', () => {
    const text =
      'a\n#me\nhello\n#bot\nopen\nCONDITIONAL_STEP_BUSINESS_HOURS {"start":"8:00"}\n#bot\nclosed\nCONDITIONAL_STEP_BUSINESS_HOURS {}\n'
    expect(onlySuite(importFiles({ 'a.convo.txt': text }))).toContain(
      'any: [{ contains: open, ignore case: true }, { contains: closed, ignore case: true }]',
    )
  })

  it('refuses a section that is not known, at its line', () => {
    const { refused } = importFiles({ 'a.convo.txt': 'a\n#me\nhello\n#robot\nhi\n' })
    expect(refused.map(({ origin, message }) => [origin.line, message])).toEqual([
      [4, 'the section "#robot" is not known'],
    ])
  })
})

describe('YAML and JSON', () => {
  it('reads convos, partial convos, utterances and memory of one file', () => {
    const draft = importFiles({
      'a.yaml': `convos:
  - name: buys
    steps:
      - me: [I want a $product, INCLUDE asks]
      - bot:
          - asserter: TEXT_EQUALS
            args: [Done, DONE]
            not: true
          - NOT_BUTTONS: [Cancel]
  - 17
partialConvos:
  - name: asks
    steps: [{ bot: [Sure?] }, { me: [YES] }]
utterances:
  YES: [yes]
scriptingMemory:
  - header: { name: one }
    values: { $product: apple }
  - header: { name: two }
    values: { $product: pear }
future: 1
`,
    })
    const [suite] = draft.suites
    expect(conversationsOf(suite?.text ?? '').map(({ name }) => name.value)).toEqual([
      'buys [product=apple, said_YES=yes]',
      'buys [product=pear, said_YES=yes]',
    ])
    expect(suite?.text).toContain('not: { any: [{ equals: Done }, { equals: DONE }] }')
    expect(draft.refused.map(({ origin, message }) => [origin.line, message])).toEqual([
      [10, 'a convo is expected, but here is number 17'],
      [21, 'future is not read'],
    ])
  })
})

describe('CSV and Markdown', () => {
  it('reads a question and an answer a row, and a message a row', () => {
    const pairs = importFiles({ 'a.csv': 'question;answer\n"one; two";"three\n""four"""\n' })
    expect(onlySuite(pairs)).toContain('contains: "three\\n\\"four\\"", ignore case: true')
    const rows = importFiles({ 'b.csv': 'conversationId,sender,text\nc1,me,hello\nc1,bot,hi\nc2,me,bye\nc2,robot,?\n' })
    expect(conversationsOf(rows.suites[0]?.text ?? '').map(({ name }) => name.value)).toEqual(['c1'])
    expect(rows.refused.map(({ origin }) => origin.line)).toEqual([5])
  })

  it('refuses a quote that is never closed, at the line that opens it', () => {
    const { refused } = importFiles({ 'a.csv': 'me,bot\nhello,hi\n"oh\nno\n' })
    expect(refused.map(({ origin, message }) => [origin.line, message])).toEqual([
      [3, 'a quote is opened here and never closed'],
    ])
  })

  it('reads lists of Markdown', () => {
    const text = '# Convos\n## greets\n- me\n  - hello\n- bot\n  - hi\n  - BUTTONS\n    - Yes\n    - No\n'
    expect(onlySuite(importFiles({ 'a.md': text }))).toContain(
      'reply: { contains: hi, ignore case: true, button: ["Yes", "No"] }',
    )
  })

  it('refuses training data', () => {
    const { suites, refused } = importFiles({ 'nlu.md': '## intent:greet\n- hello\n' })
    expect([suites, refused[0]?.message]).toEqual([
      [],
      'this is training data of Rasa NLU: sentences and their intents, no conversations',
    ])
  })
})

it.each([
  ['!UTT_Y', 'not: { contains: { one of: ["yes", sure] }, ignore case: true }'],
  ['UTT_Y', 'contains: { one of: ["yes", sure] }, ignore case: true'],
  ['!!UTT_Y', 'contains: "!UTT_Y"'],
])('reads utterances behind their mark: %s', (line, reply) => {
  const utterances = { 'y.utterances.txt': 'UTT_Y\nyes\nsure\n' }
  const scripts = {
    'a.convo.txt': `t\n\n#me\nhi\n\n#bot\n${line}\n`,
    'a.yaml': `convos:\n- name: t\n  steps:\n  - me: [hi]\n  - bot: ["${line}"]\n`,
  }
  for (const [file, text] of Object.entries(scripts))
    expect(importFiles({ [file]: text, ...utterances }).suites[0]?.text).toContain(reply)
})
