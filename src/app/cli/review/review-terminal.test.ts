import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../compare/comparison.ts'
import { conversationOf } from '../../../compare/gate/conversation.fixture.ts'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { madeUpComparison } from '../../../report/comparison/comparison.fixture.ts'
import { describeSettled, describeUndecided, type ReviewDesk } from './review-desk.ts'
import { reviewInTerminal } from './review-terminal.ts'

const conversation = (name: string, group: string): ConversationComparison =>
  conversationOf({
    ...{
      id: `s.yaml:${name.length}`,
      name,
      verdict: 'regressed',
      reason: 'worse',
      review: { id: name, group, decision: 'undecided' },
    },
    differences: [{ id: 'abcdefghij', level: 'calls', turn: 0, text: `turn 1: ${name}`, runs: [0], kind: group }],
  })

/** Answers these lines, and returns what was decided and what was shown. */
async function answer(...lines: string[]): Promise<{ code: number; made: string[]; shown: string }> {
  const [decisions, texts]: [string[], string[]] = [[], []]
  const desk: Pick<ReviewDesk, 'comparison' | 'conversations' | 'decide'> = {
    comparison: madeUpComparison(),
    conversations: () => [conversation('one', 'all-1'), conversation('two', 'all-1'), conversation('three', 'all-2')],
    decide: (some, { decision, why }) => {
      decisions.push(`${decision} ${some.map(({ name }) => name).join(' and ')}: ${why}`)
      return []
    },
  }
  const [input, output] = [new PassThrough(), new PassThrough()]
  const prompts = output[Symbol.asyncIterator]()
  const terminal = { input, output, print: (text: string) => void texts.push(text) }
  const ended = reviewInTerminal(desk as ReviewDesk, terminal)
  const asking = (async () => {
    for (let step = await prompts.next(); step.done !== true; step = await prompts.next()) {
      if (!String(step.value).endsWith('> ')) continue
      const line = lines.shift()
      if (line === undefined) input.end()
      else input.write(`${line}\n`)
    }
  })()
  const code = await ended
  output.end()
  await asking
  return { code, made: decisions, shown: texts.join('') }
}

describe('review in a terminal', () => {
  it('decides about a group, and about what is skipped not at all', async () => {
    const { code, made, shown } = await answer('a', 'it is meant', 's')
    expect([code, made]).toEqual([0, ['approved one and two: it is meant']])
    expect(shown).toMatch(/^1 of 2\n[\s\S]*2 of 2\n/)
  })

  it('divides a group into its conversations', async () => {
    const { made, shown } = await answer('d', 'r', 'no', 'A', 'yes', 'q')
    expect(made).toEqual(['rejected one: no', 'approved two: yes'])
    expect(shown).toMatch(/1 of 2\n[\s\S]*1 of 3\n[\s\S]*2 of 3\n[\s\S]*3 of 3\n/)
  })

  it('asks again for a key that means nothing, and for a reason that is not given', async () => {
    const { made, shown } = await answer('x', 'a', '', 'a', '...', 'a', 'it is meant', 'd', 'q')
    expect(made).toEqual(['approved one and two: it is meant'])
    expect(shown.match(/a decision needs a reason, in words of your own\n/g)).toHaveLength(2)
  })

  it('says of what could not be compared that no decision makes it good', () => {
    const incomparable = { ...conversation('one', 'all-1'), verdict: 'not comparable' as const }
    const sound = conversation('two', 'all-1')
    const at = { line: 1, column: 1, length: 1 }
    const problem = { code: 'unknown-key', file: 's.yaml', at, message: 'x' } as const
    const observation = 'the prompt of desk differs and was not played'
    const idle = { name: 'prompt', verdict: 'not judged', wanted: '', seen: observation } as const
    const gate: Comparison['gate'] = { verdict: 'not judged', rules: [] }
    expect(describeSettled([sound], { problems: [], gate: { ...gate, rules: [idle] } })).toBe(
      `nothing is undecided; ${observation}\n`,
    )
    const lines = [[sound], [incomparable, sound], []].map((all) => describeSettled(all, { problems: [], gate }))
    expect([...lines, describeSettled([sound], { problems: [problem, problem], gate })]).toEqual([
      'nothing is undecided\n',
      'nothing is undecided; 1 conversation could not be compared: compare again\n',
      'nothing is undecided; no conversation was compared\n',
      'nothing is undecided; 1 file could not be read\n',
    ])
  })

  it.each([
    ['script', 'the environment variable X is not set: set it: mend that, then compare again'],
    ['network', 'the environment variable X is not set: set it: mend the connection, then compare again'],
    ['service', 'the environment variable X is not set: set it: compare again once the service answers'],
    ['judge', 'the environment variable X is not set: set it: see to the judge, then compare again'],
  ] as const)('says why it could not be compared, and what comes first: %s', (kind, told) => {
    const { runs, ...lost } = { ...conversation('one', 'all-1'), verdict: 'not comparable' as const }
    const cause = { kind, why: 'the environment variable X is not set: set it' }
    const all = [{ ...lost, runs: { ...runs, b: runs.b.map((run) => ({ ...run, cause })) } }]
    const gate: Comparison['gate'] = { verdict: 'not judged', rules: [] }
    expect(describeSettled(all, { problems: [], gate })).toBe(
      `nothing is undecided; 1 conversation could not be compared: ${told}\n`,
    )
  })

  it.each([
    ['hard breaks', 'broken', 'needs review: 2 differences in 1 group\n'],
    ['changed', 'broken', 'needs review: 2 differences in 1 group\n'],
    ['changed', 'held', 'may be reviewed: 2 differences in 1 group, which the gate lets pass\n'],
    ['not comparable', 'broken', 'may be reviewed: 2 differences in 1 group, which the gate lets pass\n'],
  ] as const)('needs a decision only where that may open the gate: %s %s', (name, verdict, told) => {
    const group = [conversation('one', 'all-1'), conversation('two', 'all-1')]
    const gate = { verdict: 'shut' as const, rules: [{ name, verdict, wanted: 'none', seen: '1' }] }
    expect(describeUndecided([group], group, { problems: [], gate })).toBe(told)
  })

  it('decides nothing when the terminal closes', async () => {
    expect(await answer('a')).toMatchObject({ code: 0, made: [] })
  })
})
