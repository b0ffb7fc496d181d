import { describe, expect, it } from 'vitest'
import type { Problem } from '../yaml/problem.ts'
import { parseAttacks, parseFamily } from './read-attacks.ts'

const head = 'attacks: Desk\nagent: desk\n'
const goal = 'goals:\n  - goal: a refund\n    wish: refund my order\n    harm: { calls: issue_refund }\n'
const own = (attack: string): string => `${head}${goal}attacks of our own:\n  - attack: a\n${attack}`

/** Each problem on one line: place, code, message, and hint. */
function told(problems: readonly Problem[]): string[] {
  return problems.map(
    ({ at, code, message, hint }) =>
      `${at.line}:${at.column} ${code}: ${message}${hint === undefined ? '' : ` | ${hint}`}`,
  )
}

function refusals(text: string): string[] {
  const read = parseAttacks(text, 'attacks.yaml')
  return read.ok ? [] : told(read.problems)
}

function readGood(text: string) {
  const read = parseAttacks(text, 'attacks.yaml')
  if (!read.ok) throw new Error(told(read.problems).join('\n'))
  return read.file
}

const withHarm = (harm: string): string => `${head}goals:\n  - goal: a\n    wish: do it\n    harm: ${harm}\n`

describe('a file of attacks', () => {
  const refused: [string, string][] = [
    ['empty', ''],
    ['a suite', 'suite: A\nagent: desk\nconversations: []\n'],
    ['a list', '- a\n'],
    ['without an agent', `attacks: A\n${goal}`],
    ['without goals', head],
    ['with goals that are none', `${head}goals: []\n`],
    ['goal for goals', `${head}goal: a refund\n`],
    ['seeds in it', `${head}${goal}seeds: 3\n`],
    ['with a key misspelt', `${head}${goal}familys: all\n`],
    ['with a word for families', `${head}${goal}families: some\n`],
    ['a wish without a text', `${head}goals:\n  - goal: a\n    wish:\n    harm: { calls: b }\n`],
    ['a goal with success', `${head}goals:\n  - goal: a\n    wants: b\n    success: c\n`],
    ['harm that is none', withHarm('{}')],
    ['harm by a reply', withHarm('{ reply: rude }')],
    ['harm by canary', withHarm('{ canary: HERON }')],
    ['harm by never', withHarm('{ never: b }')],
    ['leaks of marks', withHarm('{ leaks: ["--!"] }')],
    ['leaks too short', withHarm('{ leaks: ["a1"] }')],
    ['leaks that are none', withHarm('{ leaks: [] }')],
    ['two goals of a name', `${head}${goal}${goal.slice('goals:\n'.length)}`],
    ['wish as a variable', `${head}variables: { wish: a }\n${goal}`],
    ['a form of the wish as a variable', `${head}variables: { wish.hex: a }\n${goal}`],
    ['variables in a circle', `${head}variables: { one: "{{two}}", two: "{{one}}" }\n${goal}`],
    ['a key of the environment', `${head}variables: { key: "{{env.TABLEREAD_API_KEY}}" }\n${goal}`],
    ['an unknown variable in a wish', `${head}variables: { order: "1" }\n${goal.replace('my order', '{{ordr}}')}`],
    ['the wish in a wish', `${head}${goal.replace('my order', '{{wish.hex}}')}`],
    ['an unknown variable in harm', withHarm('{ calls: { b: { with: { c: "{{d}}" } } } }')],
    ['an unknown variable in a leak', withHarm('{ leaks: ["{{d}}"] }')],
    ['digits of an attack in a leak', withHarm('{ leaks: ["card {{random.digits 4}}"] }')],
    ['digits of an attack in a wish', `${head}${goal.replace('my order', '{{random.digits 4}}')}`],
    ['an unknown variable in metadata', `${head}metadata: { a: "{{b}}" }\n${goal}`],
    ['an attack without turns', own('')],
    ['an attack that is tried for nothing', own('    aims: text\n    turns: [{ user: b }]\n')],
    ['a turn that says', own('    turns: [{ say: b }]\n')],
    ['a turn that expects', own('    turns: [{ user: b, expect: {} }]\n')],
    ['a move that is none', own('    turns: [{ user: b, if refused: go home }]\n')],
    ['a branch without turns', own('    turns: [{ user: b, if refused: { say: c } }]\n')],
    ['no patience', own('    give up after: 0\n    most turns: 0\n    turns: [{ user: b }]\n')],
    ['a form that is none', own('    turns: [{ user: "{{wish.base46}}" }]\n')],
    ['digits that are too many', own('    turns: [{ user: "{{random.digits 100}}" }]\n')],
    ['an unknown variable in a branch', own('    turns: [{ user: b, if refused: { turns: [{ user: "{{c}}" }] } }]\n')],
    ['an unknown variable to back off', own('    back off: "{{c}}"\n    turns: [{ user: b }]\n')],
    ['an unknown variable in what is smuggled', own('    metadata: { c: ["{{d}}"] }\n    turns: [{ user: b }]\n')],
    ['a need that nothing gives', own('    needs: [order]\n    turns: [{ user: b }]\n')],
    ['a goal that there is not', own('    for: a refnd\n    turns: [{ user: b }]\n')],
    ['a goal far from all', own('    for: something else\n    turns: [{ user: b }]\n')],
    ['two attacks of a name', own('    turns: [{ user: b }]\n  - attack: a\n    turns: [{ user: c }]\n')],
  ]

  it('is refused where it is wrong, with the place and how to mend it', () => {
    expect(refused.flatMap(([what, text]) => [`# ${what}`, ...refusals(text)]).join('\n')).toMatchInlineSnapshot(`
      "# empty
      1:1 empty-file: the file is empty | begin with attacks: and a name
      # a suite
      1:1 wrong-type: this is a suite, and tableread attack runs files of attacks | run it with tableread run, or write attacks: and goals:
      # a list
      1:1 wrong-type: expected a mapping for a file of attacks, but here is a list of 1 | its keys are attacks, agent, agent version, metadata, customer, variables, tags, laws, time limit, clock, goals, families, attacks of our own
      # without an agent
      1:1 missing-key: a file of attacks needs the key "agent" | add agent: the agent to talk with (agentName)
      # without goals
      1:1 missing-key: a file of attacks needs the key "goals" | add goals: what an attacker wants
      # with goals that are none
      3:8 wrong-value: this list of goals is empty | put something in, or take it out
      # goal for goals
      3:1 unknown-key: a file of attacks has no key "goal" | write goals: and a list
      # seeds in it
      7:1 unknown-key: a file of attacks has no key "seeds" | these are attacks: goals: and families:
      # with a key misspelt
      7:1 unknown-key: a file of attacks has no key "familys" | did you mean "families"?
      # with a word for families
      7:11 wrong-value: "some" is not known here | write one of all, none
      # a wish without a text
      5:10 wrong-type: expected text, but here is nothing | write the text, in quotes if it begins with # or another special character
      # a goal with success
      5:5 unknown-key: a goal has no key "wants" | write wish:
      6:5 unknown-key: a goal has no key "success" | write harm:
      # harm that is none
      6:11 asserts-nothing: nothing here is harm, so no attack could succeed | write calls: that must not come, or leaks: that must not be told
      # harm by a reply
      6:13 unknown-key: harm has no key "reply" | harm is state: calls that came, or leaks, texts that were told
      # harm by canary
      6:13 unknown-key: harm has no key "canary" | write leaks:
      # harm by never
      6:13 unknown-key: harm has no key "never" | write calls:
      # leaks of marks
      6:21 wrong-value: "--!" has no letters and digits to be told from chance | name a longer text, such as the whole address
      # leaks too short
      6:21 wrong-value: "a1" has too few letters and digits to be told from chance | name a longer text, such as the whole address
      # leaks that are none
      6:20 wrong-value: this list of texts is empty | put something in, or take it out
      # two goals of a name
      7:11 duplicate-name: line 4 already has this goal | give each a name of its own
      # wish as a variable
      1:1 wrong-value: {{wish}} is what a goal wants | give the variable another name
      # a form of the wish as a variable
      1:1 wrong-value: {{wish.hex}} is what a goal wants | give the variable another name
      # variables in a circle
      1:1 wrong-value: variables use each other in a circle: {{one}} -> {{two}} -> {{one}} | give {{one}} a value of its own
      # a key of the environment
      1:1 unknown-variable: nothing gives {{env.TABLEREAD_API_KEY}} a value here | give it under variables:
      # an unknown variable in a wish
      6:11 unknown-variable: nothing gives {{ordr}} a value here | did you mean {{order}}?
      # the wish in a wish
      5:11 unknown-variable: nothing gives {{wish.hex}} a value here | give it under variables:
      # an unknown variable in harm
      6:38 unknown-variable: nothing gives {{d}} a value here | give it under variables:
      # an unknown variable in a leak
      6:21 unknown-variable: nothing gives {{d}} a value here | give it under variables:
      # digits of an attack in a leak
      6:21 unknown-variable: nothing gives {{random.digits 4}} a value here | give it under variables:
      # digits of an attack in a wish
      5:11 unknown-variable: nothing gives {{random.digits 4}} a value here | give it under variables:
      # an unknown variable in metadata
      1:1 unknown-variable: nothing gives {{b}} a value here | give it under variables:
      # an attack without turns
      8:5 missing-key: an attack needs the key "turns" | add turns: what the attacker says, in order
      # an attack that is tried for nothing
      9:11 wrong-value: "text" is not known here | write one of call, leak
      # a turn that says
      9:15 unknown-key: a turn of an attack has no key "say" | write user:
      # a turn that expects
      9:24 unknown-key: a turn of an attack has no key "expect" | what counts as harm stands under harm: of a goal
      # a move that is none
      9:36 wrong-value: "go home" is not known here | did you mean go on?
      # a branch without turns
      9:38 unknown-key: if refused has no key "say" | write turns: and a list of messages
      # no patience
      9:20 wrong-type: expected a whole number of at least 1, but here is number 0 | write 1, 2, 3 or more
      10:17 wrong-type: expected a whole number of at least 1, but here is number 0 | write 1, 2, 3 or more
      # a form that is none
      9:21 unknown-variable: nothing gives {{wish.base46}} a value here | did you mean {{wish.base64}}?
      # digits that are too many
      9:21 unknown-variable: nothing gives {{random.digits 100}} a value here | give it under variables:
      # an unknown variable in a branch
      9:54 unknown-variable: nothing gives {{c}} a value here | give it under variables:
      # an unknown variable to back off
      9:15 unknown-variable: nothing gives {{c}} a value here | give it under variables:
      # an unknown variable in what is smuggled
      8:5 unknown-variable: nothing gives {{d}} a value here | give it under variables:
      # a need that nothing gives
      9:13 unknown-variable: nothing gives {{order}} a value here | give it under variables:
      # a goal that there is not
      9:10 wrong-value: there is no goal "a refnd" | did you mean "a refund"?
      # a goal far from all
      9:10 wrong-value: there is no goal "something else" | the goals here are a refund
      # two attacks of a name
      10:13 duplicate-name: line 8 already has this attack | give each a name of its own"
    `)
  })

  it.each(refused)('that is wrong is never read: %s', (_, text) => {
    expect(refusals(text)).not.toEqual([])
  })

  it('is read with what holds where it says nothing', () => {
    const { attacks, families, own: none, goals } = readGood(head + goal)
    expect([attacks.value, families, none]).toEqual(['Desk', 'all', []])
    expect(goals.map(({ name, wish, harm }) => [name.value, wish.value, harm.leaks])).toEqual([
      ['a refund', 'refund my order', []],
    ])
    expect(goals[0]?.harm.calls?.never?.map(({ name, at }) => [name, at.line])).toEqual([['issue_refund', 6]])
    const [attack] = readGood(own('    turns: [{ user: b }]\n')).own
    expect(attack).toMatchObject({
      ...{ family: 'own', aims: ['call', 'leak'], needs: [], giveUpAfter: 4, mostTurns: 8, isOwn: true },
      turns: [{ user: [{ value: 'b' }], onRefusal: { kind: 'go on' } }],
    })
    expect([attack?.backOff.length, attack && 'goals' in attack]).toEqual([4, false])
  })

  it('has everything that an attack may say', () => {
    const text = own(`    family: ours
    aims: leak
    needs: order
    for: [a refund]
    metadata: { note: "{{wish.json}}", order: "{{order}}" }
    back off: Never mind, {{random.name}}.
    give up after: 2
    most turns: 3
    turns:
      - user: ["{{wish}}", "{{wish.first half}} {{random.digits 6}} {{random.digits 6.2}} {{version}} {{env.SHOP}}"]
        if refused: { turns: [{ user: c, if refused: give up }] }
`)
    const file = readGood(text.replace('goals:', 'variables: { order: "0042" }\nfamilies: [authority]\ngoals:'))
    expect(file.families).toMatchObject([{ value: 'authority' }])
    expect(file.own).toMatchObject([
      {
        ...{ family: 'ours', aims: ['leak'], needs: [{ value: 'order' }], goals: [{ value: 'a refund' }] },
        metadata: { note: '{{wish.json}}', order: '{{order}}' },
        backOff: [{ value: 'Never mind, {{random.name}}.' }],
        ...{ giveUpAfter: 2, mostTurns: 3 },
        turns: [
          {
            user: [{ value: '{{wish}}' }, {}],
            onRefusal: { kind: 'turns', turns: [{ user: [{ value: 'c' }], onRefusal: { kind: 'give up' } }] },
          },
        ],
      },
    ])
  })

  it('may name a leak by a variable, however few letters stand beside it', () => {
    const text = `${head}variables: { own: HERON-58 }\n${withHarm('{ leaks: ["{{own}}", A-12] }').slice(head.length)}`
    expect(readGood(text).goals[0]?.harm.leaks.map(({ value }) => value)).toEqual(['{{own}}', 'A-12'])
  })

  it('that has goals is no suite, even with a key of one', () => {
    expect(refusals(`suite: A\n${goal}`)).not.toContainEqual(expect.stringContaining('this is a suite'))
  })

  it('tells of many problems the first hundred', () => {
    const many = Array.from({ length: 150 }, (_, index) => `      - user: "{{unknown${index}}}"\n`).join('')
    const problems = refusals(own(`    turns:\n${many}`))
    expect([problems.length <= 101, problems.at(-1)]).toEqual([true, expect.stringContaining('50 more')])
  })
})

describe('a family of the library', () => {
  const family = 'family: authority\nabout: A rank is claimed.\nattacks:\n'
  it('gives its attacks its name, and they stand in no file of goals', () => {
    const read = parseFamily(
      `${family}  - { attack: a, needs: order, turns: [{ user: "{{wish}}" }] }\n`,
      'authority.yaml',
    )
    expect(read).toMatchObject({
      ok: true,
      family: {
        ...{ family: { value: 'authority' }, about: { value: 'A rank is claimed.' } },
        attacks: [{ name: { value: 'a' }, family: 'authority', isOwn: false, needs: [{ value: 'order' }] }],
      },
    })
  })

  const refused: [string, string][] = [
    ['empty', ''],
    ['without attacks', 'family: a\nabout: b\n'],
    ['for goals of a file', `${family}  - { attack: a, for: b, turns: [{ user: c }] }\n`],
    ['a family of its own', `${family}  - { attack: a, family: b, turns: [{ user: c }] }\n`],
  ]

  it('is refused where it is wrong', () => {
    const all = refused.flatMap(([what, text]) => {
      const read = parseFamily(text, 'authority.yaml')
      return [`# ${what}`, ...(read.ok ? ['read'] : told(read.problems))]
    })
    expect(all.join('\n')).toMatchInlineSnapshot(`
      "# empty
      1:1 empty-file: the file is empty | begin with family: and its name
      # without attacks
      1:1 missing-key: a family of attacks needs the key "attacks" | add attacks: the attacks of the family
      # for goals of a file
      4:18 unknown-key: an attack has no key "for" | the keys here are attack, aims, needs, metadata, turns, back off, give up after, most turns
      # a family of its own
      4:18 unknown-key: an attack has no key "family" | the keys here are attack, aims, needs, metadata, turns, back off, give up after, most turns"
    `)
  })
})
