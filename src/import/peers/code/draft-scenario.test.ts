import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite, refusedOf, told } from '../import.fixture.ts'

/** A file of Scenario with one run. */
const scenario = (members: string): Record<string, string> => ({
  'a.test.ts': `import scenario, { type AgentAdapter } from '@langwatch/scenario'
import { it } from 'vitest'
const agent: AgentAdapter = { role: 'agent', call: async () => 'x' }
it('works', async () => {
  const result = await scenario.run({
    name: 'late parcel',
    description: 'a customer whose parcel is late',
    ${members}
  })
  expect(result.success).toBe(true)
})
`,
})
const agents = `agents: [agent, scenario.userSimulatorAgent(), scenario.judgeAgent({ model, criteria: ['is sorry', 'names a day'] })]`

describe('Scenario', () => {
  it('becomes the turns of its script, judged where it judges', () => {
    const made = importFiles(
      scenario(`${agents}, maxTurns: 5,
    script: [
      scenario.user('My parcel is late'),
      scenario.agent(),
      scenario.judge({ criteria: ['does not blame the customer'] }),
      scenario.message({ role: 'user', content: 'And {{now}}?' }),
      scenario.agent(),
      (state) => { expect(state.hasToolCall('x')).toBe(true) },
      scenario.judge(),
      scenario.succeed(),
    ],`),
    )
    expect(made.refused).toEqual([])
    expect(made.suites.map(({ peer }) => peer)).toEqual(['scenario'])
    const [talk] = conversationsOf(made.suites[0]?.text ?? '')
    expect(talk?.skip).toBeUndefined()
    expect(
      talk?.turns.map(({ expect: has }) => has?.judge?.map(({ criterion, looksAt }) => [criterion, looksAt])),
    ).toEqual([
      [['does not blame the customer', 'conversation']],
      [
        ['is sorry', 'conversation'],
        ['names a day', 'conversation'],
      ],
    ])
    expect(talk?.turns[0]?.user?.value).toBe('My parcel is late')
    expect(onlySuite(made)).toContain('And {{braces_1}}now}}?')
    expect(told(made)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^8 lost maxTurns: 5: a conversation has no equivalent/),
        expect.stringMatching(/^15 lost \(state\).*: code is not run/),
      ]),
    )
  })

  it('has what its test asserts beside its verdict told as lost', () => {
    const files = scenario(`${agents}, script: [scenario.user('hello'), scenario.agent()]`)
    const made = importFiles(files)
    expect(told(made).filter((note) => note.includes('expect('))).toEqual([])
    const text = (files['a.test.ts'] ?? '').replace('.toBe(true)', '.toBe(false)\n  expect.soft(result.turns).toBe(1)')
    const notes = told(importFiles({ 'a.test.ts': text.replace('expect.soft', 'expect') }))
    expect(notes.filter((note) => note.includes('expect('))).toEqual([
      expect.stringMatching(/^10 lost expect\(result.success\).toBe\(false\): code is not run/),
      expect.stringMatching(/^11 lost expect\(result.turns\).toBe\(1\): code is not run/),
    ])
  })

  it('is judged at its end where its script does not say when', () => {
    const made = importFiles(scenario(`${agents}, script: [scenario.user('hello'), scenario.agent()]`))
    expect(conversationsOf(made.suites[0]?.text ?? '')[0]?.turns[0]?.expect?.judge).toHaveLength(2)
  })

  it.each([
    ['scenario.user()', 'what the user says is not known', 'a model, or code, makes up'],
    ['scenario.user(words())', 'what the user says is not known', 'a model, or code, makes up'],
    ['scenario.message(next)', 'what the user says is not known', 'a model, or code, makes up'],
    ['scenario.proceed(3)', 'a model goes on with the talk', 'a model goes on with the talk'],
    ['...login', 'code makes a part of the script', 'code makes this part of the script'],
    ['login("x")', 'code makes a part of the script', 'code makes this part of the script'],
  ])('with %s is skipped until somebody writes it out', (step, skip, note) => {
    const made = importFiles(
      scenario(`${agents}, script: [scenario.user('hello'), scenario.agent(), ${step}, scenario.judge()]`),
    )
    expect(conversationsOf(made.suites[0]?.text ?? '')[0]?.skip?.value).toContain(skip)
    expect(told(made).join('\n')).toMatch(new RegExp(`8 lost .*${note}`))
  })

  it.each([
    ['scenario.agent("Hello")', 'what the agent says is its own'],
    ['scenario.message({ role: "assistant", content: "Hello" })', 'what the agent says is its own'],
    ['scenario.fail()', 'code is not run'],
  ])('%s is lost, and told', (step, note) => {
    const made = importFiles(scenario(`${agents}, script: [scenario.user('hello'), ${step}, scenario.judge()]`))
    expect(told(made).join('\n')).toContain(note)
  })

  it.each([
    [agents, 'a model makes up what the user of this scenario says'],
    [`${agents}, script: steps()`, 'what this scenario is is put together by code'],
    [`${agents}, script: []`, 'nobody says anything in this script'],
  ])('%s is refused', (members, message) => {
    expect(refusedOf(importFiles(scenario(members)))).toEqual([expect.stringContaining(`not imported: ${message}`)])
  })
})
