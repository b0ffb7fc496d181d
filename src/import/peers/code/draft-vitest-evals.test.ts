import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite, refusedOf, told } from '../import.fixture.ts'

/** A file of vitest-evals whose only describeEval has these options. */
const evals = (options: string, head = ''): Record<string, string> => ({
  'a.eval.ts': `import { describeEval, ToolCallScorer, FactualityJudge } from 'vitest-evals'
import { Factuality, ClosedQA, ExactMatch, AnswerRelevancy, Levenshtein } from 'autoevals'
import { Own } from './own'
${head}
describeEval('capitals', { task: async (input: string) => answer(input as string), ${options} })
`,
})
const judged = (scorers: string): Record<string, string> =>
  evals(`data: [{ input: 'Where?', expected: 'Paris', expectedTools: [{ name: 'search' }] }], scorers: [${scorers}]`)

describe('vitest-evals', () => {
  it('become a conversation of each case, which its scorers judge', () => {
    const made = importFiles(
      evals(
        `
  data: async () => {
    return [
      { input: 'What is the capital of France?', expected: 'Paris' },
      { name: 'Japan', input: \`The capital of \${country}?\`, expected: 'Tok' + 'yo' },
    ]
  },
  scorers: [Factuality, ClosedQA.partial({ criteria: 'names one city' })],
  threshold: 0.6,
  skipIf: () => !process.env.KEY,
`,
        "const country = 'Japan' as const",
      ),
    )
    expect(made.refused).toEqual([])
    expect(made.suites.map(({ peer, conversations }) => [peer, conversations])).toEqual([['vitest-evals', 2]])
    expect(made.suites[0]?.text).toContain('suite: capitals')
    const talks = conversationsOf(made.suites[0]?.text ?? '')
    expect(talks.map(({ name, turns }) => [name.value, turns[0]?.user?.value])).toEqual([
      ['What is the capital of France?', 'What is the capital of France?'],
      ['Japan', 'The capital of Japan?'],
    ])
    expect(talks[1]?.turns[0]?.expect?.judge?.map(({ criterion }) => criterion)).toEqual([
      'agrees with this statement: Tokyo',
      'names one city',
    ])
    expect(talks.map(({ skip }) => skip)).toEqual([undefined, undefined])
    const notes = told(made).join('\n')
    expect(notes).toContain('changed task')
    expect(notes).toMatch(/lost threshold: 0.6: there are no scores/)
    expect(notes).toContain('lost skipIf')
  })

  it.each([
    ['Factuality', 'judge: "agrees with this statement: Paris"'],
    ['Factuality({ model: "gpt" })', 'judge: "agrees with this statement: Paris"'],
    ['FactualityJudge({ judgeHarness })', 'judge: "agrees with this statement: Paris"'],
    ['AnswerRelevancy', 'judge: answers what the customer asked'],
    ['ExactMatch', 'equals: Paris'],
    ['ToolCallScorer({ ordered: true })', 'calls: [search]'],
  ])('%s becomes %s', (scorer, written) => {
    expect(onlySuite(importFiles(judged(scorer)))).toContain(written)
  })

  it.each([
    ['async ({ output }) => ({ score: output.length })', 'code is not run'],
    ['Own()', 'code is not run'],
    ['Levenshtein', 'it has no equivalent here'],
    ['ClosedQA', 'its criteria are not written out'],
    ['ClosedQA.partial({ criteria: load() })', 'its criteria are not written out'],
  ])('%s is lost, told by its line, and nothing passes', (scorer, why) => {
    const made = importFiles(judged(scorer))
    expect(told(made)).toContainEqual(expect.stringMatching(new RegExp(`^5 lost .*${why}`)))
    expect(conversationsOf(made.suites[0]?.text ?? '')[0]?.skip?.value).toContain('asserts nothing yet')
  })

  it('of which code makes a part are refused by line, and the rest is imported', () => {
    const made = importFiles(
      evals(`data: [
  { input: 'one', expected: 'x' },
  { input: load('two'), expected: 'x' },
  ...more,
  { expected: 'x' },
  { input: { prompt: 'three' }, expected: 'x' },
], scorers: [Factuality]`),
    )
    expect(refusedOf(made)).toEqual([
      '7 not imported: code makes a part of this case',
      '8 not imported: code makes a part of this case',
      '9 not imported: nothing is said in this case',
      '10 not imported: what is said here is no text that is written out',
    ])
    expect(conversationsOf(made.suites[0]?.text ?? '').map(({ name }) => name.value)).toEqual(['one'])
  })

  it.each([
    ['data: load(), scorers: []', '', 'code makes these cases'],
    ['data: async () => { await sleep(); return [] }, scorers: []', '', 'code makes these cases'],
    ['scorers: []', '', 'it has no cases'],
    ['data: [{ input: word }], scorers: []', "let word = 'x'", 'code makes a part of this case'],
    ['data: [{ input: of.word }], scorers: []', "const of = { word: 'x' }", 'code makes a part of this case'],
    ['data: list, scorers: []', "const list = [{ input: 'x' }]\nlist.push({ input: 'y' })", 'code makes these cases'],
    ['data: list, scorers: []', "const list = [{ input: 'x' }]\nlist[0].input = 'y'", 'code makes these cases'],
    ['data: ((word: string) => [{ input: word }])(Own), scorers: []', "const word = 'x'", 'code makes these cases'],
    ['data: (word: string) => [{ input: word }], scorers: []', "const word = 'x'", 'code makes a part of this case'],
    ['data: [{ input: word }], scorers: []', "const { word } = { word: 'x' }", 'code makes a part of this case'],
    ['data: [{ input: word }], scorers: []', 'function word() {}', 'code makes a part of this case'],
    ['data: [{ input: a }], scorers: []', 'const a = b\nconst b = a', 'code makes a part of this case'],
    [
      'data: [{ input: "x", more: e }], scorers: []',
      [
        'const a = ["x"]',
        'bcde'.replace(
          /./g,
          (to) =>
            `\nconst ${to} = [${Array(60)
              .fill(String.fromCharCode(to.charCodeAt(0) - 1))
              .join()}]`,
        ),
      ].join(''),
      'code makes a part of this case',
    ],
  ])('%s after %s is refused', (options, head, message) => {
    const made = importFiles(evals(options, head))
    expect(made.suites).toEqual([])
    expect(refusedOf(made).join()).toContain(`not imported: ${message}`)
  })

  it('of the later form are tests that run the agent once', () => {
    const made = importFiles({
      'refund.eval.ts': `import { describeEval, FactualityJudge } from 'vitest-evals'
import { harness } from './shared'
const judge = FactualityJudge({ model })
describeEval('refunds', { harness, judges: [judge], judgeThreshold: 0.6 }, (it) => {
  it('approves', async ({ run }) => {
    const metadata: Omit<Case, 'input'> = { expected: 'inv_123 is refunded', tools: ['refund'] }
    const result = await run('Refund invoice inv_123', { metadata })
    expect(result.output).toContain('refund')
  })
  it('denies', async ({ run }) => {
    const metadata = { expected: 'nothing is refunded' }
    const result = await run('Refund invoice inv_404', { metadata })
    await expect(result).toSatisfyJudge(judge, { expected: 'inv_404 is not refunded' })
  })
  it('talks twice', async ({ run }) => { await run('a'); await run('b') })
  it.for(cases)('of a list', async ({ run }) => { await run('c') })
})
`,
    })
    expect(refusedOf(made)).toEqual([
      '15 not imported: this test runs the agent 2 times',
      '16 not imported: code makes these tests',
    ])
    const talks = conversationsOf(made.suites[0]?.text ?? '')
    expect(
      talks.map(({ name, turns }) => [name.value, turns[0]?.user?.value, turns[0]?.expect?.judge?.length]),
    ).toEqual([
      ['approves', 'Refund invoice inv_123', 1],
      ['denies', 'Refund invoice inv_404', 1],
    ])
    expect(made.suites[0]?.text).toContain('agrees with this statement: inv_404 is not refunded')
    expect(told(made)).toContainEqual(expect.stringMatching(/^8 lost expect\(result.output\).*: code is not run/))
  })
})

it.each([
  ['await check(await run("x"))', 'lost await check(await run("x")): code is not run'],
  ['await run("x"); if (late) expect(1).toBe(1)', 'lost if (late) expect(1).toBe(1): code is not run'],
  ['const out = (await run("x")).output', 'lost const out = (await run("x")).output: code is not run'],
])('tests of vitest-evals lose nothing in silence: %s', (body, note) => {
  const made = importFiles({
    'a.eval.ts': `import { describeEval, FactualityJudge } from 'vitest-evals'\ndescribeEval('a', { judges: [FactualityJudge()] }, (it) => {\n  it('t', async ({ run }) => { ${body} })\n})`,
  })
  expect(told(made).join('\n')).toContain(note)
})

it.each([
  'for (const i of [1, 2]) await run("x")',
  'if (late) await run("x")',
  'late && (await run("x"))',
  'all.map(() => run("x"))',
])('tests of vitest-evals in which code decides what is said are refused: %s', (body) => {
  const made = importFiles({
    'a.eval.ts': `import { describeEval } from 'vitest-evals'\ndescribeEval('a', {}, (it) => {\n  it('t', async ({ run }) => { ${body} })\n})`,
  })
  expect(refusedOf(made)).toEqual(['3 not imported: code decides whether, or how often, this is said'])
})

describe('code', () => {
  it('of no peer is left alone in a folder, and refused where it is not code that can be read', () => {
    const files = {
      'a.ts': 'export const x = 1',
      'b.eval.ts': `import { describeEval } from 'vitest-evals'\nconst = 1`,
    }
    const made = importFiles(files)
    expect(made.refused.map(({ origin }) => `${origin.file}:${origin.line}`)).toEqual(['b.eval.ts:2'])
  })

  it.each([
    `data: [{ input: 'x' }], scorers: [Own({ apiKey: 'hunter2-of-asha' })]`,
    `data: [{ input: 'x' }], scorers: [Own("k", { password: "hunter2-of-asha", more: 1 })]`,
    `data: [{ input: 'x' }], scorers: [Factuality], password: 'hunter2-of-asha'`,
    `data: [{ input: 'x' }], scorers: [Factuality], 'api-key': \`hunter2-of-asha\``,
    `data: [{ input: 'x' }], scorers: [Factuality], headers: { authorization: 'Bearer hunter2-of-asha' }`,
    `data: [{ input: 'x' }], scorers: [Own({ token: key('hunter2-of-asha') })]`,
    `data: [{ input: 'x' }], scorers: [Own({ secrets: { token: 'a', b: key('hunter2-of-asha') }, more: 1 })]`,
  ])('shows no secret in what is told: %s', (options) => {
    const made = importFiles(evals(options))
    expect(made.suites).toHaveLength(1)
    expect(JSON.stringify(made)).not.toContain('hunter2')
  })

  it('is never run', () => {
    const before = (globalThis as { ran?: boolean }).ran
    importFiles(evals('data: [{ input: "x" }], scorers: [Factuality]', '(globalThis as any).ran = true'))
    expect((globalThis as { ran?: boolean }).ran).toBe(before)
  })

  it('with JSX, of JavaScript and of TypeScript is read', () => {
    const text = `import { describeEval } from 'vitest-evals'\nimport { ExactMatch } from 'autoevals'\nexport const page = XX\ndescribeEval('a', { data: [{ input: 'x', expected: 'y' }], scorers: [ExactMatch] })`
    for (const [name, value] of [
      ['a.tsx', '<p>hi</p>'],
      ['a.jsx', '<p>hi</p>'],
      ['a.mjs', '1'],
      ['a.cts', '1 as number'],
    ])
      expect(importFiles({ [name ?? '']: text.replace('XX', value ?? '') }).suites, name).toHaveLength(1)
  })
})

describe('docs/import-peers.md', () => {
  const page = readFileSync(new URL('../../../../docs/import-peers.md', import.meta.url), 'utf8')
  const pairs = [...page.matchAll(/```ts\n([^`]*)```\n\n```yaml\n([^`]*)```/g)].map(([, code = '', suite = '']) => [
    code,
    suite,
  ])
  const heads = [
    `import { describeEval } from 'vitest-evals'\nimport { ClosedQA, Factuality } from 'autoevals'\n`,
    `import scenario from '@langwatch/scenario'\n`,
  ]

  it('shows what its examples become', () => {
    expect(pairs).toHaveLength(heads.length)
    for (const [index, [code = '', suite = '']] of pairs.entries()) {
      const made = importFiles({ 'a.eval.ts': `${heads[index]}${code}` })
      expect(made.refused).toEqual([])
      const [talk] = conversationsOf(made.suites[0]?.text ?? '')
      const [shown] = conversationsOf(suite)
      const told = (of: typeof talk) => [
        of?.name.value,
        of?.skip,
        of?.turns.map(({ user, expect: has }) => [
          user?.value,
          has?.judge?.map(({ criterion, looksAt }) => [criterion, looksAt]),
        ]),
      ]
      expect(told(talk)).toEqual(told(shown))
    }
  })
})
