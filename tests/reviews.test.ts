import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comparison } from '../src/compare/comparison.ts'
import { measureDraft } from './comparison/measure-reviews.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-review-'))
  copyFileSync(resolve(root, 'suites/order-desk.yaml'), join(folder, 'orders.yaml'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tableread = (...args: string[]): Promise<CliRun> => runWarm(args, { folder, env: { NO_COLOR: '1' } })
const compare = (...args: string[]): Promise<CliRun> =>
  tableread(
    'compare',
    'default',
    'draft',
    'orders.yaml',
    '-t',
    'cancels an order only',
    '--json',
    'result.json',
    ...args,
  )
const result = (): Comparison => JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as Comparison

describe('tableread review', () => {
  it('lists what is undecided, takes a decision, and the next comparison knows', async () => {
    expect((await compare()).code).toBe(1)
    const reviewRun = await tableread('review', 'result.json')
    expect(reviewRun.out).toMatch(/^needs review: 1 difference in 1 group\n/)
    expect(reviewRun.out).toContain('--reject in place of --approve')
    expect((await tableread('review', 'result.json', '--approve', 'all', '--why', '…')).code).toBe(2)
    const [, id = ''] = /--approve (\S+)/.exec(reviewRun.out) ?? []
    expect((await tableread('review', 'result.json', '--approve', id)).code).toBe(2)
    const decided = await tableread('review', 'result.json', '--approve', id, '--why', 'it is meant', '--by', 'Ada')
    expect(decided.out).toMatch(
      /^approved {2}cancels an order only after a yes\n {2}it still fails what its suite expects/,
    )
    // Its lines move, and nothing else.
    writeFileSync(join(folder, 'orders.yaml'), `# moved\n\n${readFileSync(join(folder, 'orders.yaml'), 'utf8')}`)
    const { code, out } = await compare()
    expect(out).toMatch(/approved by Ada on \d{4}-\d\d-\d\d: it is meant/)
    expect(out).toContain('approved')
    expect([code, result().gate.verdict]).toEqual([0, 'open'])
    expect(result().gate.rules.find(({ name }) => name === 'approved')?.seen).toBe(
      '1: "cancels an order only after a yes"',
    )
    // What still fails in a run says so too, in its summary and in whatever is made of its result later.
    const files = ['--markdown', 'run.md', '--json', 'run.json']
    const run = await tableread('run', 'orders.yaml', '-v', 'draft', '-t', 'cancels an order only', ...files)
    const later = await tableread('report', 'run.json', '--markdown', '-')
    for (const text of [readFileSync(join(folder, 'run.md'), 'utf8'), later.out])
      expect(text).toMatch(/❌ failed: .*; approved by Ada on .*: it is meant; its suite expects something else still/)
    // One that fails in a way that nobody approved is not told as approved.
    const reviews = join(folder, 'reviews.yaml')
    const reviewText = readFileSync(reviews, 'utf8')
    writeFileSync(reviews, reviewText.replace(/fingerprint: .*/, 'fingerprint: abcdefghij'))
    const other = await tableread('run', 'orders.yaml', '-v', 'draft', '-t', 'cancels an order only')
    expect([run.err.includes('approved by Ada'), other.code, other.err]).toEqual([true, 1, ''])
    writeFileSync(reviews, reviewText)
    expect(run.code).toBe(1)
  })

  it('is no part of what got worse, where something else did', async () => {
    const { code, out } = await tableread('compare', 'default', 'draft', 'orders.yaml', '--json', 'all.json')
    const { totals } = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')) as Comparison
    const [, worse] = /Do not publish draft: (\d+) of \d+ conversations got worse \([^)]*\); 1 approved/.exec(out) ?? []
    expect([code, Number(worse)]).toEqual([1, totals.regressed - 1])
    expect(totals.regressed).toBeGreaterThan(1)
  })

  it('shuts the gate for what is rejected, whatever was approved before', async () => {
    const [{ review } = { review: undefined }] = result().conversations
    await tableread('review', 'result.json', '--reject', review?.id ?? '', '--why', 'no')
    const { code } = await compare()
    expect([code, result().gate.rules.find(({ name }) => name === 'rejected')?.verdict]).toEqual([1, 'broken'])
  })

  it('tells of what is stale, and takes it out', async () => {
    await tableread('compare', 'default', 'draft', 'orders.yaml', '-t', 'cancels an order only', '--json', 'other.json')
    const other = JSON.parse(readFileSync(join(folder, 'other.json'), 'utf8')) as Comparison
    const bare = other.conversations.map(({ differences: _, review: __, ...each }) => each)
    writeFileSync(join(folder, 'same.json'), JSON.stringify({ ...other, conversations: bare }))
    expect((await tableread('review', 'same.json')).out).toContain('stale  "cancels an order only after a yes"')
    expect((await tableread('review', 'same.json', '--prune')).out).toMatch(/^taken out {2}/)
    expect(readFileSync(join(folder, 'reviews.yaml'), 'utf8')).not.toContain('fingerprint')
  })

  it('refuses a broken file by its place, in every verb that reads it', async () => {
    writeFileSync(join(folder, 'reviews.yaml'), '- suite: S\n  conversation: c\n  decision: perhaps\n')
    for (const run of [compare(), tableread('review', 'result.json')]) {
      const { code, err } = await run
      expect(code).toBe(2)
      expect(err).toContain('reviews.yaml:3:13')
    }
    rmSync(join(folder, 'reviews.yaml'))
    expect(existsSync(join(folder, 'reviews.yaml'))).toBe(false)
  })
})

describe('tableread review --edit-suites', () => {
  const suite = (line: string): string => `suite: S
agent: order-desk
metadata: { first_name: Asha }
conversations:
  - name: the policy
    turns:
      - user: what is your refund policy?
        expect:
          ${line}
`
  const edit = async (line: string, alter = (text: string) => text): Promise<CliRun & { text: string }> => {
    writeFileSync(join(folder, 'orders.yaml'), suite(line))
    await tableread('compare', 'default', 'draft', 'orders.yaml', '--json', 'result.json')
    const [{ review } = { review: undefined }] = result().conversations
    await tableread('review', 'result.json', '--approve', review?.id ?? '', '--why', 'it is meant', '--by', 'Ada')
    writeFileSync(join(folder, 'result.json'), alter(readFileSync(join(folder, 'result.json'), 'utf8')))
    const edited = await tableread('review', 'result.json', '--edit-suites')
    rmSync(join(folder, 'reviews.yaml'), { force: true })
    return { ...edited, text: readFileSync(join(folder, 'orders.yaml'), 'utf8') }
  }

  it('writes what the recorded run says, tells each line, and the suite passes then', async () => {
    const { code, out, text } = await edit('reply: { contains: [You can return, within 30 days] }')
    const line = 'reply: { contains: ["Returns are easy, just drop us a line.", "No worries!"] }'
    expect([code, text]).toEqual([0, suite(line)])
    expect(out).toBe(
      [
        'edited   the policy  (orders.yaml:5)',
        '  orders.yaml:9',
        '  -  reply: { contains: [You can return, within 30 days] }',
        `  +  ${line}`,
        'they expect what draft does: until it is published, a run of default fails where it does otherwise',
        '',
      ].join('\n'),
    )
    expect((await tableread('run', 'orders.yaml', '-v', 'draft')).code).toBe(0)
  })

  it('says what not every run did, since only one was recorded', async () => {
    const { out } = await edit('reply: { contains: [You can return, within 30 days] }', (text) =>
      text.replace(/("level": ?"expectations"[^}]*"runs": ?\[\s*0)[^\]]*/, '$1'),
    )
    expect(out).toMatch(
      /^ {2}not every run did so: turn 1: the reply breaks what is asked of it: .*"You can return" \(1 of 3 runs\): run it again$/m,
    )
  })

  it('keeps a list of calls as strict as it was', async () => {
    const { code, text } = await edit(
      'reply: { contains: [You can return] }\n          calls: none\n          # no more',
    )
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('calls: { exactly: [load_customer] }\n          # no more'),
    ])
  })

  it('leaves a suite as it is where no other value makes the recorded run fit, and says where', async () => {
    const { code, out, text } = await edit('reply: { contains: You can return, button: Book it }')
    expect([code, text]).toEqual([1, suite('reply: { contains: You can return, button: Book it }')])
    expect(out).toMatch(/^by hand {2}the policy {2}\(orders.yaml:5\)\n/)
    expect(out).toMatch(/orders.yaml:9:\d+: no value that was recorded makes it hold \(item\): edit it by hand/)
  })

  it.each([
    ['calls: none', '{ book: { with: { order: "1042", sum: 20 } } }'],
    ['calls: { exactly: [{ book: { with: { order: 7 } } }] }', '{ book: { with: { order: "1042" } } }'],
    ['calls: { exactly: [{ book: { with: { sum: 1 } } }] }', '{ book: { with: { sum: [20, 21] } } }'],
  ])('keeps the arguments that were approved: %s', async (line, call) => {
    const args = line.includes('sum: 1') ? 'sum: [20, 21]' : 'order: "1042", sum: 20'
    writeFileSync(join(folder, 'workspace.yaml'), 'workspace: w\nkeys: [k]\nagents: [desk.yaml]\n')
    writeFileSync(
      join(folder, 'desk.yaml'),
      `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    functions: { during: [book] }\n    tools: { book: { description: b, output: 1 } }\n    otherwise: [{ say: hm }]\n` +
        `draft: { based on: 1, rules: [{ id: b, when: book, do: [{ call: book, with: { ${args} } }, { say: hm }] }] }\n`,
    )
    const suiteOf = (text: string): string =>
      `suite: S\nagent: desk\nconversations:\n  - name: books\n    turns:\n      - { user: book, expect: { ${text} } }\n`
    const path = join(folder, 'args.yaml')
    writeFileSync(path, suiteOf(line))
    await tableread('compare', 'default', 'draft', 'args.yaml', '--workspace', '.', '--json', 'result.json')
    const [{ review } = { review: undefined }] = result().conversations
    await tableread('review', 'result.json', '--approve', review?.id ?? '', '--why', 'it is meant', '--by', 'Ada')
    const { code, out } = await tableread('review', 'result.json', '--edit-suites')
    rmSync(join(folder, 'reviews.yaml'), { force: true })
    expect([code, readFileSync(path, 'utf8')], out).toEqual([0, suiteOf(`calls: { exactly: [${call}] }`)])
  })

  it('edits a turn that was taken up behind a break', async () => {
    const say = (text: string): string => `[{ say: ${text} }]`
    writeFileSync(join(folder, 'workspace.yaml'), 'workspace: w\nkeys: [k]\nagents: [desk.yaml]\n')
    writeFileSync(
      join(folder, 'desk.yaml'),
      `agent: desk\nid: desk\npublished: 1\nversions: { 1: { first speaker: user, otherwise: ${say('fine')} } }\n` +
        `draft: { based on: 1, rules: [{ id: odd, when: odd, do: ${say('hm')} }] }\n`,
    )
    const turns = (...replies: string[]): string =>
      `suite: S\nagent: desk\nconversations:\n  - name: two\n    turns:\n${replies
        .map((text) => `      - user: odd\n        expect: { reply: { contains: ${text} } }\n`)
        .join('')}`
    const path = join(folder, 'deep.yaml')
    writeFileSync(path, turns('fine', 'fine'))
    const sides = ['compare', 'default', 'draft', 'deep.yaml', '--workspace', '.', '--json', 'result.json']
    await tableread(...sides)
    const [first] = result().conversations
    const early = await tableread('review', 'result.json', '--approve', first?.review?.id ?? '', '--why', 'it is meant')
    expect(early.out).toContain('compare again with --deep, which judges the turns behind what is approved')
    const behind = await tableread(...sides)
    expect([behind.code, behind.err]).toEqual([4, expect.stringContaining('next: the same with --deep, which judges')])
    expect(behind.err).not.toContain('npx tableread review')
    expect((await tableread(...sides, '--deep')).err).not.toContain('the same with --deep')
    for (const { review } of result().conversations)
      await tableread('review', 'result.json', '--approve', review?.id ?? '', '--why', 'it is meant', '--by', 'Ada')
    const { code, out } = await tableread('review', 'result.json', '--edit-suites')
    rmSync(join(folder, 'reviews.yaml'), { force: true })
    expect(out).toContain('edited   two, from turn 2  (deep.yaml:4 from turn 2)\n  deep.yaml:9\n')
    expect([code, readFileSync(path, 'utf8')]).toEqual([0, turns('hm', 'hm')])
  })

  it('has nothing to do where nothing is approved', async () => {
    writeFileSync(join(folder, 'orders.yaml'), suite('reply: { messages: 1 }'))
    await tableread('compare', 'default', 'draft', 'orders.yaml', '--json', 'result.json')
    const { code, out } = await tableread('review', 'result.json', '--edit-suites')
    expect([code, out]).toEqual([0, 'nothing in result.json is approved\n'])
  })
})

it('opens the gate to what was approved, and shuts it to whatever else breaks', { tags: 'slow' }, async () => {
  const { calm, harmed, decisions, causes } = await measureDraft(2, 3)
  expect(decisions).toBeLessThanOrEqual(causes)
  expect([calm.open, harmed.missed]).toEqual([calm.of, []])
})
