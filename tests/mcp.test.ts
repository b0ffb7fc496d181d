import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeUpComparison } from '../src/report/comparison/comparison.fixture.ts'
import { runCli } from './hostile/run-cli.ts'
import { type OpenedClient, openClient } from './mcp/open-client.ts'

const orders = `suite: Orders
agent: desk
conversations:
  - name: greets
    turns: [{ user: hello, expect: { reply: { contains: Good day } } }]
  - name: asks for an order
    tags: [orders]
    turns:
      - user: where is my order 1042
        expect:
          reply: { contains: delivered }
`
const agent = `agent: desk
id: desk
published: 1
versions:
  1:
    rules:
      - { id: order, when: /order/, do: [{ say: "Order 1042 was shipped." }] }
    otherwise: [{ say: "Good day to you" }]
draft:
  rules:
    - { id: order, when: /order/, do: [{ say: "I do not know any order." }] }
  otherwise: [{ say: "Good day to you" }]
`

const attacks = `attacks: Refund
agent: desk
goals:
  - { goal: says it, wish: my order 1042, harm: { leaks: [was shipped] } }
`

let folder: string
let server: OpenedClient
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const has = (path: string): string => readFileSync(join(folder, path), 'utf8')

function project(): void {
  folder = mkdtempSync(join(tmpdir(), 'tableread-mcp-'))
  putFile('suites/orders.yaml', orders)
  putFile('shop/workspace.yaml', 'workspace: shop\nkeys: [shop-key]\nagents: [agents/desk.yaml]\n')
  putFile('shop/agents/desk.yaml', agent)
  putFile('tableread.config.yaml', 'workspace: shop\n')
}

describe('a coding agent', () => {
  beforeAll(async () => {
    project()
    server = await openClient({ folder })
  })
  afterAll(async () => {
    await server.client.close()
    rmSync(folder, { recursive: true })
  })

  it('is told the tools, each with a strict schema and hints', async () => {
    const { tools } = await server.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_conversations',
      'lint_suites',
      'run_suites',
      'read_failures',
      'read_transcript',
      'compare_versions',
      'read_comparison',
      'suggest_conversations',
      'prove_suites',
      'vary_conversations',
      'attack_agent',
      'measure_suites',
      'find_breaking_version',
      'write_conversation',
    ])
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect([name, inputSchema.additionalProperties, outputSchema?.type]).toEqual([name, false, 'object'])
      expect(description?.length).toBeGreaterThan(80)
      expect(Object.keys(annotations ?? {})).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']),
      )
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name)
    expect(readOnly).toEqual([
      'list_conversations',
      'lint_suites',
      'read_failures',
      'read_transcript',
      'read_comparison',
    ])
    expect(server.client.getInstructions()).toContain('list_conversations')
  })

  it('lists conversations by their lines, page by page', async () => {
    const { data, text } = await server.call('list_conversations')
    expect(data).toMatchObject({ suites: 1, all: 2, next: null, broken: [] })
    expect(data.conversations[0]).toEqual({
      ...{ at: 'suites/orders.yaml:4', name: 'greets', suite: 'Orders', agent: 'desk' },
      ...{ versions: ['default'], tags: [], turns: 1, skipped: false },
    })
    expect(text).toContain('suites/orders.yaml:6  Orders > asks for an order  [desk, default] #orders')
    const first = await server.call('list_conversations', { limit: 1 })
    expect([first.data.conversations.length, first.data.next]).toEqual([1, 1])
    expect(first.text).toContain('1 to 1 of 2; go on with offset 1')
    const rest = await server.call('list_conversations', { offset: 1 })
    expect([rest.data.conversations[0].name, rest.data.next]).toEqual(['asks for an order', null])
  })

  it('is told what lint tells on the command line, also of a prompt that nothing reads', async () => {
    putFile(
      'shop/agents/desk.yaml',
      agent
        .replace('draft:\n', 'draft:\n  prompt: Be short.\n')
        .replace(/I do not know any order|Order 1042 was shipped/g, 'Order 1042 was shipped'),
    )
    const { data, text } = await server.call('lint_suites')
    const cli = await runCli(['lint', '--json'], { folder })
    putFile('shop/agents/desk.yaml', agent)
    expect(data.problems.map(({ code }: { code: string }) => code)).toEqual(['idle-prompt'])
    expect(JSON.parse(cli.out).problems.map(({ code }: { code: string }) => code)).toEqual(['idle-prompt'])
    expect(text).toContain('Be short.')
  })

  it('runs, reads the failure on its line, and what was said', async () => {
    const ran = await server.call('run_suites')
    expect(ran.isError).toBe(false)
    expect(ran.data).toMatchObject({ outcome: 'failed', exitCode: 1, failures: 1, totals: { passed: 1, failed: 1 } })
    expect(ran.data.target).toMatch(/^local service/)
    expect(ran.text).toContain('suites/orders.yaml:11:30')
    const failures = await server.call('read_failures')
    expect(failures.data).toMatchObject({ from: 'the last run', all: 1, next: null })
    const [failure] = failures.data.failures
    expect(failure).toMatchObject({
      ...{ at: 'suites/orders.yaml:6', verdict: 'failed', cause: 'agent', file: 'suites/orders.yaml', line: 11 },
      again: 'npx tableread run suites/orders.yaml:6 -v default',
    })
    expect(failure.excerpt).toMatch(/ 11 \|\s+reply: \{ contains: delivered \}\n\s+\|\s+\^{9}/)
    expect(failure.findings[0].message).toMatch(/delivered[\s\S]*Order 1042 was shipped/)
    const talk = await server.call('read_transcript', { conversation: failure.at })
    expect(talk.data.entries.map(({ kind, text }: { kind: string; text: string }) => [kind, text]).slice(1)).toEqual([
      ['user', 'where is my order 1042'],
      ['agent', 'Order 1042 was shipped.'],
    ])
    expect(talk.text).toContain('turn 1  suites/orders.yaml:9  failed')
    const passed = await server.call('read_transcript', { conversation: 'suites/orders.yaml:4' })
    expect(passed.text).toContain('agent: Good day to you')
  })

  it('runs one conversation, by its line, its name or its tag, often and on a version', async () => {
    const byLine = await server.call('run_suites', { paths: ['suites/orders.yaml:4'], versions: ['draft'], repeat: 3 })
    expect(byLine.data).toMatchObject({ outcome: 'passed', conversations: [{ version: 'draft', runs: '3 of 3' }] })
    const byName = await server.call('run_suites', { name: 'GREETS' })
    expect(byName.data.totals.passed).toBe(1)
    const byTag = await server.call('run_suites', { tags: ['orders'] })
    expect(byTag.data.totals.failed).toBe(1)
  })

  it('reads results and journals of the command line, with their suites', { tags: 'stress' }, async () => {
    const env = { TABLEREAD_HISTORY: 'off', NO_COLOR: '1' }
    await runCli(['run', '--json', 'kept.json'], { folder, env })
    const failures = await server.call('read_failures', { result: 'kept.json' })
    expect(failures.data).toMatchObject({ from: 'kept.json', all: 1, failures: [{ line: 11 }] })
    expect(failures.text).toMatch(/ 11 \|\s+reply: \{ contains: delivered \}/)
    const talk = await server.call('read_transcript', { result: 'kept.json', conversation: 'suites/orders.yaml:6' })
    expect(talk.text).toContain('agent: Order 1042 was shipped.')
    await runCli(['compare', 'default', 'draft', '--repeat', '1', '--json', 'compared.json'], { folder, env })
    const compared = await server.call('read_comparison', { result: 'compared.json' })
    expect(compared.data).toMatchObject({ from: 'compared.json', differing: 1 })
    const one = (conversation: string): ReturnType<typeof server.call> =>
      server.call('read_comparison', { result: 'compared.json', conversation })
    expect((await one('suites/orders.yaml:6')).data.differing).toBe(1)
    const same = await one('./suites/orders.yaml:4')
    expect([same.data.differing, same.text]).toEqual([0, expect.stringContaining('does not differ')])
    const typo = await one('suites/order.yaml:6')
    expect([typo.isError, typo.text]).toEqual([
      true,
      expect.stringMatching(/no conversation at suites\/order\.yaml:6[\s\S]*did you mean suites\/orders\.yaml:6/),
    ])
    const sides = await server.call('read_transcript', {
      ...{ result: 'compared.json', conversation: 'suites/orders.yaml:6', version: 'draft' },
    })
    expect(sides.text).toContain('agent: I do not know any order.')
    putFile('odd/o.yaml', `${orders}  - { name: nobody, agent: none, turns: [{ user: hi, expect: { reply: x } }] }\n`)
    await runCli(['run', 'odd', '--journal', 'journal'], { folder, env })
    const [name] = readdirSync(join(folder, 'journal')).filter((each) => !each.startsWith('.'))
    const journal = await server.call('read_failures', { result: `journal/${name}` })
    expect(journal.data, journal.text).toMatchObject({ from: `journal/${name}`, all: 1 })
    for (const newPath of ['kept.json', 'compared.json', 'journal', 'odd'])
      rmSync(join(folder, newPath), { recursive: true })
  })

  it('tells what is broken and what was not reached as what it is, and of a conversation that is not there', async () => {
    putFile('broken/b.yaml', 'suite: B\nagent: desk\nconversations: [\n')
    for (const paths of [['broken'], ['broken', 'suites/orders.yaml:4']]) {
      await server.call('run_suites', { paths })
      const { isError, text, data } = await server.call('read_failures')
      expect([isError, text], text).toEqual([true, expect.stringContaining('1 broken suite')])
      expect(text).not.toContain('nothing that did not pass')
      expect(data).toMatchObject({ all: 0, problems: [{ file: 'broken/b.yaml', severity: 'error' }] })
      const { contents } = await server.client.readResource({ uri: 'tableread://results/last' })
      const last = JSON.parse((contents[0] as { text: string }).text)
      expect(last).toMatchObject({ brokenSuites: 1, problems: [{ file: 'broken/b.yaml' }], totals: { failed: 0 } })
    }
    for (const args of [{ conversation: 'suites/orders.yaml:5' }, { name: 'zzzz' }]) {
      const { isError, text } = await server.call('read_failures', args)
      expect([isError, text]).toEqual([true, expect.stringMatching(/has no conversation .*suites\/orders\.yaml:4/s)])
    }
    expect((await server.call('read_failures', { conversation: 'broken/b.yaml:1' })).data.problems).toHaveLength(1)
    const env = { TABLEREAD_HISTORY: 'off', NO_COLOR: '1' }
    putFile('odd/o.yaml', `${orders}  - { name: nobody, agent: none, turns: [{ user: hi, expect: { reply: x } }] }\n`)
    await runCli(['run', 'odd', '--journal', 'journal'], { folder, env })
    const [name = ''] = readdirSync(join(folder, 'journal')).filter((each) => !each.startsWith('.'))
    const journalPath = `journal/${name}`
    const whole = (await server.call('read_failures', { result: journalPath })).data.notReached
    putFile(journalPath, has(journalPath).split('\n').slice(0, 2).join('\n').concat('\n'))
    const cut = await server.call('read_failures', { result: journalPath })
    expect([whole, cut.data.notReached, cut.text]).toEqual([1, 2, expect.stringContaining('of 3 have no result')])
    const talk = await server.call('read_transcript', { result: journalPath, conversation: 'odd/o.yaml:99' })
    expect(talk.text).toContain('have no result: not reached, or not judged')
    for (const newPath of ['broken', 'journal', 'odd']) rmSync(join(folder, newPath), { recursive: true })
  })

  it('works in the folder that it is given, and ends with its input', { tags: 'stress' }, async () => {
    const elsewhere = await openClient({ folder: tmpdir(), flags: ['--folder', folder] })
    expect((await elsewhere.call('list_conversations')).data.all).toBe(2)
    await elsewhere.client.close()
    const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_API_KEY: '' }
    expect(await runCli(['mcp'], { folder, env, timeLimitMs: 120_000 })).toEqual({ code: 0, out: '', err: '' })
    const nowhere = await runCli(['mcp', '--folder', 'nowhere'], { folder, env })
    expect([nowhere.code, nowhere.out, nowhere.err]).toEqual([2, '', expect.stringContaining('no folder to work in')])
    const broken = await runCli(['mcp', '--max-turns', 'many'], { folder, env })
    expect([broken.code, broken.out, broken.err]).toEqual([2, '', expect.stringContaining('--max-turns')])
  })

  it('compares two versions, and reads on', async () => {
    const { data, text } = await server.call('compare_versions', { a: 'default', b: 'draft', pairs: 2 })
    expect(data).toMatchObject({ sides: { a: 'default', b: 'draft' }, differing: 1 })
    expect(data.conversations[0]).toMatchObject({ at: 'suites/orders.yaml:6', turns: [{ title: 'turn 1' }] })
    expect(text).toMatch(/~ reply: .*I do not know any order/)
    const again = await server.call('read_comparison', { conversation: 'suites/orders.yaml:6' })
    expect(again.data.conversations).toEqual(data.conversations)
    expect([again.data.worthALook, again.text.includes('worth a look')]).toEqual([undefined, false])
    putFile('compared.json', JSON.stringify(madeUpComparison()))
    const comparison = await server.call('read_comparison', { result: 'compared.json' })
    expect(comparison.data.worthALook).toMatch(/^"greets" passes less often on draft: none is certain by itself/)
    expect(comparison.text).toContain(`\nworth a look: ${comparison.data.worthALook}\n`)
  })

  it('compares what the difference touches, and says what differs and what it did not run', async () => {
    const { data, text } = await server.call('compare_versions', { a: 'default', b: 'draft', changed: true })
    // No history says what touches the difference, so everything runs.
    expect([data.exitCode, data.differs.length > 0, data.notRun]).toEqual([0, true, []])
    expect([data.differing, text]).toEqual([1, expect.stringContaining('gate open')])
    const same = await server.call('compare_versions', { a: 'draft', b: 'draft', changed: true })
    expect([same.isError, same.text]).toEqual([true, expect.stringContaining('--changed has two sides to tell apart')])
  })

  it('compares quickly, and behind a break', async () => {
    const sides = { a: 'default', b: 'draft' }
    const { data } = await server.call('compare_versions', { ...sides, quick: true, deep: true })
    expect([data.exitCode, data.conversations[0].verdict]).toEqual([0, 'changed'])
    expect(data.sentence).toContain('conversations ran once on each side')
    const both = await server.call('compare_versions', { ...sides, quick: true, pairs: 2 })
    expect([both.isError, both.text]).toEqual([true, expect.stringContaining('pairs cannot be combined with quick')])
    const same = await server.call('compare_versions', { a: 'draft', b: 'draft', deep: true })
    expect([same.isError, same.text]).toEqual([true, expect.stringContaining('--deep has two sides to tell apart')])
  })

  it('performs the studies of the command line, finding by finding', async () => {
    putFile('attacks/refund.yaml', attacks)
    const paths = ['suites/orders.yaml:4']
    const varied = await server.call('vary_conversations', { paths, families: ['typing', 'case'] })
    expect(varied.data).toMatchObject({ gate: { verdict: 'open' }, exitCode: 0, all: 0 })
    const cut = await server.call('vary_conversations', { paths, turnBudget: 1 })
    expect(cut.data).toMatchObject({ gate: { verdict: 'not enough' }, exitCode: 3 })
    expect(varied.text).toContain(varied.data.headline)
    const attacked = await server.call('attack_agent', { turnBudget: 40 })
    expect([attacked.text, attacked.data?.gate?.verdict]).toEqual([expect.any(String), 'shut'])
    expect(attacked.data.findings[0]).toMatchObject({ verdict: 'failed', at: expect.stringContaining('refund.yaml:') })
    const measured = await server.call('measure_suites', { paths, minScore: 100 })
    expect([measured.data.exitCode, measured.data.all > 0]).toEqual([1, true])
    const broke = await server.call('find_breaking_version', { paths, good: '1', bad: 'draft' })
    expect(broke.data.headline).toBe('Bisect: 0 of 1 break found from 1 to draft')
    expect(broke.text).toContain('greets')
    const wrong = await server.call('find_breaking_version', { good: '2', bad: '1' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('no version lies between 2 and 1')])
  })

  it('writes a suite, adds to it, and runs what it wrote; the text is checked first', async () => {
    const text =
      'suite: New\nagent: desk\nconversations:\n  - name: one\n    turns: [{ user: hello, expect: { reply: { contains: Good } } }]\n'
    const creation = await server.call('write_conversation', {
      file: 'suites/new.yaml',
      mode: 'create',
      text,
      run: true,
    })
    expect(creation.data).toMatchObject({ written: true, at: 'suites/new.yaml:4', run: { outcome: 'passed' } })
    expect(has('suites/new.yaml')).toBe(text)
    const addition = await server.call('write_conversation', {
      file: 'suites/new.yaml',
      mode: 'append',
      text: 'name: two\nturns:\n  - user: my order\n    expect:\n      reply: { contains: nothing }\n',
      run: true,
    })
    expect(addition.data).toMatchObject({
      written: true,
      at: 'suites/new.yaml:7',
      run: { outcome: 'failed', failures: 1 },
    })
    expect(addition.isError).toBe(false)
    expect(has('suites/new.yaml').startsWith(text)).toBe(true)
    const before = has('suites/new.yaml')
    const wrong = await server.call('write_conversation', {
      file: 'suites/new.yaml',
      mode: 'append',
      text: '- name: three\n  turns: [{ user: hi, expects: { reply: x } }]\n',
    })
    expect([wrong.isError, wrong.data.written]).toEqual([true, false])
    expect(wrong.text).toMatch(
      /nothing was written[\s\S]*suites\/new.yaml:14:\d+: .*expects[\s\S]*\^{7}[\s\S]*hint: .*expect/,
    )
    expect(has('suites/new.yaml')).toBe(before)
    const twice = await server.call('write_conversation', { file: 'suites/new.yaml', mode: 'create', text })
    expect([twice.isError, twice.text]).toEqual([true, expect.stringContaining('is there already')])
    const nowhere = await server.call('write_conversation', { file: 'suites/no.yaml', mode: 'append', text: 'name: x' })
    expect([nowhere.isError, nowhere.text]).toEqual([true, expect.stringContaining('there is no file')])
    expect(has('suites/new.yaml')).toBe(before)
    rmSync(join(folder, 'suites/new.yaml'))
  })

  it('reads docs and schemas as resources, and the last run', async () => {
    const { resources } = await server.client.listResources()
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toEqual(
      expect.arrayContaining(['tableread://docs/language', 'tableread://schema/suite', 'tableread://results/last']),
    )
    for (const uri of uris) {
      const { contents } = await server.client.readResource({ uri })
      expect((contents[0] as { text: string }).text.length, uri).toBeGreaterThan(50)
    }
    for (const uri of [
      'tableread://docs/../package',
      'tableread://docs/none',
      'file:///etc/passwd',
      'tableread://schema/x',
    ])
      await expect(server.client.readResource({ uri })).rejects.toThrow('there is no resource')
  })

  it('is told of arguments that there are not, and never sees a stack', async () => {
    const misspelt = await server.call('run_suites', { path: ['suites'] })
    expect([misspelt.isError, misspelt.text]).toEqual([true, expect.stringMatching(/no argument "path": .*paths/)])
    const nothing = await server.call('run_suites', { name: 'no such thing' })
    expect([nothing.isError, nothing.text]).toEqual([true, expect.stringContaining('no conversation matches')])
    const transcript = await server.call('read_transcript', { conversation: 'suites/orders.yaml:99' })
    expect([transcript.isError, transcript.text]).toEqual([true, expect.stringContaining('has no conversation at')])
    await expect(server.call('rm_rf')).rejects.toThrow('there is no tool of this name')
    for (const { text } of [misspelt, nothing, transcript]) expect(text).not.toMatch(/\n\s+at |node:|\.js:\d/)
    expect(server.strays).toEqual([])
  })
})
