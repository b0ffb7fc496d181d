import { describe, expect, it } from 'vitest'
import { conversationsOf, importFiles, onlySuite } from '../import.fixture.ts'
import type { PeerImport } from '../import-peers.ts'

const config = (tests: string, rest = ''): string => `prompts: ["Answer: {{question}}"]\n${rest}tests: ${tests}\n`

/** What is said and expected in each conversation, after its rows were read. */
function saidIn({ suites }: PeerImport): string[] {
  const [suite] = suites
  return conversationsOf(suite?.text ?? '', suite?.tables).map(({ variables, turns }) =>
    String(variables?.values.question ?? turns[0]?.user?.value),
  )
}

describe('a table of plain data', () => {
  const csv = `question,place,__expected,__expected2,__metric,__description
"Where, please?",Faro,icontains: sent,grade: is kind,m1,asks
Is it packed?,,icontains: packed,grade: is kind,m2,asks again
`
  it('is one conversation with its rows, which lie beside the suite', () => {
    const draft = importFiles({ 'a.yaml': config('data/cases.csv'), 'data/cases.csv': csv })
    expect(draft.refused).toEqual([])
    expect(onlySuite(draft)).toBe(`  - name: cases
    metadata: { place: "{{place}}" }
    parameters: { from: "data/cases.csv" }
    turns:
      - user: "{{question}}"
        # lost (data/cases.csv line 2) "__metric": a turn has nothing like it
        # changed (data/cases.csv line 2) "llm-rubric": a model of your config judges it, met or not met, and its word is advice until it has a licence: tableread lint says what to sharpen
        expect: { reply: { contains: "{{__expected}}", ignore case: true }, judge: is kind }
`)
    expect(draft.suites[0]?.tables).toMatchObject([
      {
        name: 'data/cases.csv',
        text: `__description,question,place,__expected
asks,"Where, please?",Faro,sent
asks again,Is it packed?,"",packed
`,
      },
    ])
  })

  it.each([
    ['tests: file://', 'file://cases.csv'],
    ['a list', '[file://cases.csv]'],
    ['a mapping with a path', '{ path: file://cases.csv }'],
    ['./', 'file://./cases.csv'],
    ['*', 'file://./*.csv'],
  ])('by %s', (_, tests) => {
    const draft = importFiles({ 'a.yaml': config(tests), 'cases.csv': csv })
    expect(draft.suites[0]?.tables.map(({ name }) => name)).toEqual(['cases.csv'])
    expect(saidIn(draft)).toEqual(['Where, please?', 'Is it packed?'])
  })

  it.each([
    ['json', (rows: object[]) => JSON.stringify(rows)],
    ['jsonl', (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')],
  ])('of %s keeps its format', (ending, write) => {
    const row = (question: string, value: string) => ({ vars: { question }, assert: [{ type: 'not-contains', value }] })
    const draft = importFiles({
      'a.yaml': config(`file://t.${ending}`),
      [`t.${ending}`]: write([row('one', '"a", b'), row('two', 'c')]),
    })
    expect(onlySuite(draft)).toContain(`parameters: { from: t.${ending} }`)
    expect(onlySuite(draft)).toContain('not: { contains: "{{__expected}}" }')
    expect(saidIn(draft)).toEqual(['one', 'two'])
  })

  it('is a conversation for each kind of row, with the defaults of the configuration', () => {
    const draft = importFiles({
      'a.yaml': config('t.csv', 'defaultTest: { assert: [{ type: latency, threshold: 10 }] }\n'),
      't.csv': 'question,__expected\na,contains: x\nb,icontains: y\nc,contains: z\nd,icontains: w\n',
    })
    expect(onlySuite(draft).match(/rows: .*| latency: .*/g)).toEqual([
      'rows: "1-2" }',
      ' latency: 10 ms }',
      'rows: "3-4" }',
      ' latency: 10 ms }',
    ])
    expect(saidIn(draft)).toEqual(['a', 'c', 'b', 'd'])
  })
})

it('has the content of files that its cells name', () => {
  const csv = 'question,__expected\nfile://a.txt,x\nfile://b.txt,y\n'
  const draft = importFiles({ 'a.yaml': config('t.csv'), 't.csv': csv, 'a.txt': 'one, or', 'b.txt': 'two' })
  expect(saidIn(draft)).toEqual(['one, or', 'two'])
})

it.each([
  ['code', 'question,__expected\na,javascript: f(1)\nb,javascript: f(2)\n'],
  ['values that name others', 'question,order,__expected\n"Where is {{order}}?",1,is it\n"And {{order}}?",2,is it\n'],
  ['nothing that is said', 'question,__expected\n,x\n" ",y\n'],
  ['names that have a value', 'question,today,__expected\na,1,x\nb,2,y\n'],
  ['names that are none', 'question,order number,__expected\na,1,x\nb,2,y\n'],
  ['talks of several turns', 'question,__metadata:conversationId,__expected\na,t,x\nb,t,y\n'],
  ['a row twice', 'question,__expected\na,x\na,x\n'],
  ['one row', 'question,__expected\na,x\n'],
])('a table with %s is a conversation for each test, as ever', (_, text) => {
  const draft = importFiles({ 'a.yaml': config('t.csv'), 't.csv': text })
  expect(onlySuite(draft)).not.toContain('from:')
  expect(draft.suites[0]?.tables).toEqual([])
})

it('keeps the rows in the suite where another suite beside it has other rows of the table', () => {
  const draft = importFiles({
    'a.yaml': config('t.csv'),
    'b.yaml': config('t.csv').replace('question', 'place'),
    'c.yaml': config('t.csv'),
    'd/e.yaml': config('file://../t.csv'),
    't.csv': 'question,place,__expected\na,,x\nb,Faro,y\nc,Porto,z\n',
  })
  expect(draft.suites.map(({ text }) => /from: .*/.exec(text)?.[0])).toEqual([
    'from: t.csv }',
    undefined,
    'from: t.csv }',
    'from: t.csv }',
  ])
  expect(draft.suites[1]?.text).toContain('- { question: c, place: Porto, "__expected": z }')
})
