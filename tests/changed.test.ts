import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comparison } from '../src/compare/comparison.ts'
import { runWarm } from './warm/run-warm.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-changed-'))
let folder = root
let number = 0
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Draft {
  lookup?: string
  prompt?: string
  extra?: string
}

/** A version of an agent with two tools, of which one conversation calls one each, and one calls none. */
const version = ({ lookup = 'An order by its number.', prompt = 'Be kind.', extra = '' }: Draft = {}): string => `
    prompt: "You are a desk. ${prompt}"
    functions: { during: [look_up, pay_back] }
    tools:
      look_up: { description: ${lookup}, output: { status: shipped } }
      pay_back: { description: Pays back., output: { paid: true } }
    rules:
      - { id: where, when: /where/, do: [{ call: look_up }, { say: It is on its way. }] }
      - { id: money, when: /money/, do: [{ call: pay_back }, { say: It is paid. }] }
    otherwise: [{ say: Hello. }]
${extra}`

function write(draft: string): void {
  mkdirSync(join(folder, 'agents'), { recursive: true })
  writeFileSync(join(folder, 'workspace.yaml'), 'workspace: shop\nkeys: [a-key]\nagents: [agents/desk.yaml]\n')
  const own = version()
  writeFileSync(
    join(folder, 'agents/desk.yaml'),
    `agent: desk\nid: desk\npublished: 1\nversions:\n  1:${own}\ndraft:${draft.replaceAll('\n    ', '\n  ')}`,
  )
}

const suite = (hello = 'Hello.'): string => `suite: Desk
agent: desk
conversations:
  - name: tracks
    turns: [{ user: where is it, expect: { reply: { contains: way } } }]
  - name: pays back
    turns: [{ user: my money, expect: { reply: { contains: paid } } }]
  - name: greets
    turns: [{ user: hello, expect: { reply: { contains: ${hello} } } }]
`

it('opens no gate, in any format, for a prompt that no run reads', async () => {
  write(version({ prompt: 'Be short.' }))
  const sentence =
    'It is not settled whether draft may be published: the prompt of desk differs and was not played, since what answers is not given it: let a model answer (docs/models.md: init --kind model --agent NAME), or take the prompt out of the file.'
  const files = ['--junit', 'j.xml', '--ctrf', 'c.json', '--markdown', 'm.md', '--html', 'h.html', '--json', 'r.json']
  for (const args of [['--quick'], []]) {
    const { code, out } = await compare(...args, ...files)
    expect([code, out]).toEqual([4, expect.stringContaining(sentence)])
    for (const file of ['j.xml', 'c.json', 'm.md', 'h.html', 'r.json'])
      expect(read(file)).toContain('the prompt of desk differs and was not played')
  }
  expect((await run('report', 'r.json')).out).toContain(sentence)
  expect((await run('review', 'r.json')).out).toContain('was not played')
  const linted = await run('lint', 'suite.yaml', '--workspace', '.')
  expect([linted.code, linted.err]).toEqual([
    0,
    expect.stringMatching(
      /agents\/desk\.yaml:17:11: warning: desk: the prompt of draft[\s\S]*Be short[\s\S]*let a model answer/,
    ),
  ])
  write(version({ prompt: 'Be short.', lookup: 'Otherwise.' }))
  expect((await compare()).code).toBe(4)
  write(version({ lookup: 'Otherwise.' }))
  expect((await compare()).out).toContain('draft may be published')
})

describe('--allow-no-draft', () => {
  const publish = (): void => {
    write(version())
    const file = join(folder, 'agents/desk.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').split(/^draft:/m)[0] ?? '')
  }

  it('runs what is published where no agent has a draft, in shards too', async () => {
    publish()
    const { code, err, out } = await compare('--quick', '--allow-no-draft')
    expect([code, err]).toEqual([0, 'nothing to compare: desk has no draft, so what is published runs\n'])
    expect(out).toContain('3 passed of 3')
    expect(out).not.toContain('may be published')
    for (const part of ['1', '2'])
      expect((await compare('--allow-no-draft', '--shard', `${part}/2`, '--json', `${part}.json`)).code).toBe(0)
    const merged = await run('merge', '1.json', '2.json')
    expect([merged.code, merged.out]).toEqual([0, expect.stringContaining('3 passed of 3')])
  })

  const files = ['--junit', 'j.xml', '--ctrf', 'c.json', '--markdown', 'm.md', '--html', 'h.html', '--json', 'r.json']

  it('says in every format that nothing was compared, and which version waits, in shards too', async () => {
    publish()
    writeFileSync(join(folder, 'agents/desk.yaml'), `${read('agents/desk.yaml')}  2:${version()}`)
    expect((await compare('--quick', '--allow-no-draft', ...files)).code).toBe(0)
    const pattern =
      /nothing was compared: desk has no draft, so what is published ran; nothing ran of what is next: its version 2/
    const isTold = (): void => {
      for (const file of ['j.xml', 'c.json', 'm.md']) expect(read(file)).toMatch(pattern)
      for (const file of ['r.json', 'h.html'])
        expect(read(file)).toMatch(/"notCompared": ?"desk has no draft, so what is published ran; nothing ran/)
      expect(read('m.md')).toContain('3 of 3 conversations on default passed, and nothing was compared\n')
      expect(read('j.xml')).toMatch(
        /<testsuite name="compare"[^>]*skipped="1"[\s\S]*<skipped message="nothing was compared: desk/,
      )
    }
    isTold()
    for (const part of ['1', '2']) await compare('--allow-no-draft', '--shard', `${part}/2`, '--json', `${part}.json`)
    expect((await run('merge', '1.json', '2.json', ...files)).code).toBe(0)
    isTold()
    const { code, out } = await run('report', 'r.json')
    expect([code, out]).toEqual([0, expect.stringMatching(pattern)])
  })

  it('is red where what is published breaks, as when a change edits it', async () => {
    publish()
    writeFileSync(join(folder, 'suite.yaml'), suite('Goodbye.'))
    const { code, out } = await compare('--quick', '--allow-no-draft')
    expect([code, out]).toEqual([1, expect.stringContaining('1 failed')])
  })

  it('is what versions of a config take for granted: without a draft, what is published runs alone', async () => {
    publish()
    writeFileSync(join(folder, 'tableread.config.yaml'), 'workspace: .\nversions: [default, draft]\n')
    for (const verb of [['run'], ['teeth', '--min-score', '0']]) {
      const { code, err, out } = await run(...verb, 'suite.yaml')
      expect([code, `${err}${out}`.split('desk has no draft, so only what is published').length]).toEqual([0, 2])
      if (verb[0] === 'run')
        expect(out).toContain(' nothing was compared: desk has no draft, so only what is published runs\n')
    }
    expect((await run('lint', 'suite.yaml')).out).toContain('1 sound suite')
    for (const verb of ['run', 'lint']) expect((await run(verb, 'suite.yaml', '-v', 'draft')).code).toBe(2)
  })

  it('is what a comparison without it names, which is no pass', async () => {
    publish()
    const { code, err } = await compare()
    expect([code, err]).toEqual([2, expect.stringContaining('--allow-no-draft')])
  })

  it('is not needed where one agent has a draft: those without are left out, and told', async () => {
    publish()
    const alone = read('agents/desk.yaml')
    write(version())
    writeFileSync(
      join(folder, 'agents/other.yaml'),
      `${alone.replace('agent: desk\nid: desk', 'agent: other\nid: other')}  2:${version()}`,
    )
    writeFileSync(
      join(folder, 'workspace.yaml'),
      read('workspace.yaml').replace('desk.yaml', 'desk.yaml, agents/other.yaml'),
    )
    writeFileSync(join(folder, 'other.yaml'), suite().replace('agent: desk', 'agent: other'))
    const waiting = await compare('other.yaml', '--junit', 'j.xml')
    expect([waiting.code, waiting.out]).toEqual([0, expect.stringContaining('(other has no draft, and its')])
    expect(read('j.xml')).toContain('<skipped message="other has no draft, and its version 2 is not published">')
    writeFileSync(join(folder, 'agents/other.yaml'), read('agents/other.yaml').split(/^ {2}2:/m)[0] ?? '')
    const { code, err, out } = await compare('other.yaml')
    expect([code, err]).toEqual([
      0,
      'other has no draft, and is left out\nbefore publishing: the same with --until-sure\n',
    ])
    expect(out).toContain('draft may be published')
    expect(out).toContain('skipped 3 conversations: "tracks" (other has no draft)')
  })

  it('runs what is published where nothing differs from a commit, or the commit has no such agent yet', async () => {
    const git = (...args: string[]): string =>
      spawnSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        encoding: 'utf8',
      }).stdout.trim()
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message=first')
    const first = git('rev-parse', 'HEAD')
    publish()
    const file = join(folder, 'agents/desk.yaml')
    writeFileSync(file, read('agents/desk.yaml').replace(/prompt: .*/, 'prompt: { file: ../desk.md }'))
    writeFileSync(join(folder, 'desk.md'), 'You are a desk.\n')
    writeFileSync(join(folder, 'tableread.config.yaml'), 'workspace: .\n')
    git('add', '--all')
    git('commit', '--quiet', '--message=second')
    const compareTo = (commit: string, ...args: string[]) =>
      run('compare', commit, 'default', 'suite.yaml', '--quick', '--json', 'r.json', ...args)
    for (const [commit, why] of [
      ['HEAD', /^nothing differs between HEAD \(\w+\) and default, so what is published ran$/],
      [first, /^the agent desk at \w+: it cannot be played: it has no workspace\.yaml, so what is published ran$/],
    ] as const) {
      const { code, err, out } = await compareTo(commit, '--allow-no-draft')
      expect([code, err]).toEqual([0, expect.stringMatching(/^nothing to compare: .*, so what is published runs\n/)])
      expect(out).toContain('3 passed of 3')
      expect(JSON.parse(read('r.json')).notCompared).toMatch(why)
    }
    expect((await compareTo(first)).code).toBe(2)
    expect((await compareTo('HEAD')).err).toContain('so nothing runs')
    writeFileSync(join(folder, 'suite.yaml'), suite('Goodbye.'))
    expect((await compareTo('HEAD', '--allow-no-draft')).code).toBe(1)
    expect((await compareTo('no-such-commit~1', '--allow-no-draft')).code).toBe(2)
  })

  it('changes nothing where there is a draft', async () => {
    write(version({ lookup: 'Otherwise.' }))
    const { code, out } = await compare('--allow-no-draft')
    expect([code, out]).toEqual([0, expect.stringContaining('draft may be published')])
  })
})

beforeEach(() => {
  number += 1
  folder = join(root, String(number))
  mkdirSync(folder)
  writeFileSync(join(folder, 'suite.yaml'), suite())
})

const run = (...args: string[]) =>
  runWarm(args, { folder, env: { NO_COLOR: '1', CI: undefined, TABLEREAD_HISTORY: 'kept/h.sqlite' } })
const compare = (...args: string[]) => run('compare', 'default', 'draft', 'suite.yaml', '--workspace', '.', ...args)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

async function changed(
  ...args: string[]
): Promise<{ code: number | null; err: string; comparison: Comparison; ran: string[] }> {
  const { code, err, out } = await compare('--changed', '--json', ...args)
  const comparison = JSON.parse(out) as Comparison
  return { code, err, comparison, ran: comparison.conversations.map(({ name }) => name).sort() }
}

const learn = () => run('run', '-v', 'default', 'suite.yaml', '--workspace', '.')
const all = ['greets', 'pays back', 'tracks']

describe('compare --changed', () => {
  it('runs what a tool that differs touches, and tells the rest as not run in every format', async () => {
    write(version({ lookup: 'Finds an order.' }))
    expect((await learn()).code).toBe(0)
    const files = ['--junit', 'j.xml', '--ctrf', 'c.json', '--markdown', 'm.md', '--html', 'h.html', '--otlp', 'o.json']
    const { code, err, comparison, ran } = await changed(...files)
    expect([code, ran]).toEqual([0, ['tracks']])
    expect(err).toContain('--changed: 1 of 3 conversations to run; what differs: the tool look_up')
    expect(comparison.changed).toMatchObject({
      differs: ['the tool look_up'],
      notRun: [{ name: 'pays back', reason: 'nothing that differs touches it' }, { name: 'greets' }],
      selected: [{ reason: expect.stringMatching(/^it touches what differs: the tool /) }],
    })
    expect(comparison.sentence).toBe(
      'No break of draft in what its difference touches: the one conversation did not get worse in 3 runs; 2 of 3 were not run.',
    )
    expect(comparison.gate.rules).toContainEqual({
      ...{ name: 'not run', verdict: 'held', wanted: 'only what nothing that differs touches' },
      seen: '2 of 3: nothing that differs touches them',
    })
    expect(read('j.xml')).toContain(
      '<skipped message="not run: nothing that differs touches it">not run: nothing that differs touches it</skipped>',
    )
    expect(read('j.xml')).toContain('tests="3" failures="0" errors="0" skipped="2"')
    expect(JSON.parse(read('c.json'))).toMatchObject({ results: { summary: { skipped: 2 } } })
    const notice = 'not run: 2 conversations, nothing that differs touches it: "pays back", "greets"'
    for (const name of ['m.md', 'o.json']) expect(read(name).replaceAll('\\"', '"')).toContain(notice)
    expect(read('h.html')).toContain('"notRun"')
    const { out } = await compare('--changed')
    expect(out).toContain(notice)
    expect(out).toMatch(/not run.*2 of 3/)
  })
  it('runs nothing where nothing differs, and says so', async () => {
    write(version())
    await learn()
    const { code, comparison, ran } = await changed('--junit', 'j.xml')
    expect([code, ran, comparison.gate.verdict]).toEqual([0, [], 'open'])
    expect(comparison.sentence).toBe('Nothing differs between default and draft: 3 conversations not run.')
    expect(comparison.changed).toMatchObject({ differs: [], notRun: [{ reason: 'nothing differs' }, {}, {}] })
    expect(read('j.xml')).toContain('<skipped message="not run: nothing differs">not run: nothing differs</skipped>')
  })
  it('runs everything for a sentence of the prompt that names no tool', async () => {
    write(version({ prompt: 'Be brief.' }))
    await learn()
    const { err, ran, comparison } = await changed()
    expect([ran, comparison.changed?.notRun]).toEqual([all, []])
    expect(err).toContain('what differs: a sentence of the prompt that names no tool')
    expect(comparison.gate.rules.map(({ name }) => name)).not.toContain('not run')
  })
  it('runs what a sentence about a tool touches', async () => {
    write(version({ prompt: 'Be kind. Call pay_back once.' }))
    await learn()
    expect((await changed()).ran).toEqual(['pays back'])
  })
  it.each([
    ['no run yet', async () => undefined, [], 'has no run of them that passed'],
    ['no history', learn, ['--no-history'], 'no history is kept'],
  ])('runs everything with %s', async (_, before, args, why) => {
    write(version({ lookup: 'Finds an order.' }))
    await before()
    const { err, ran } = await changed(...args)
    expect([ran, err]).toEqual([all, expect.stringContaining(why)])
    expect(err.split('\n').filter((line) => line.includes('--changed'))).toHaveLength(1)
  })
  it('runs what has changed in the suite, and everything once the published version is another', async () => {
    write(version({ lookup: 'Finds an order.' }))
    await compare()
    writeFileSync(join(folder, 'suite.yaml'), suite('Hello'))
    expect((await changed()).ran).toEqual(['greets', 'tracks'])
    const desk = join(folder, 'agents/desk.yaml')
    writeFileSync(desk, readFileSync(desk, 'utf8').replace('output: { paid: true }', 'output: { paid: 5 }'))
    expect((await changed()).ran).toEqual(all)
  })
  it('runs everything for a tool that nobody calls, and shuts the gate by what breaks', async () => {
    write(
      version({ extra: '' }).replace('functions: { during: [look_up, pay_back] }', 'functions: { during: [pay_back] }'),
    )
    await learn()
    const { code, ran, comparison } = await changed()
    // It goes on calling what is no longer listed.
    expect([code, ran, comparison.gate.verdict]).toEqual([1, ['tracks'], 'shut'])
    write(version({ lookup: 'Finds an order.' }).replace('It is on its way', 'Sorry'))
    expect(await changed()).toMatchObject({ code: 1, ran: all })
  })
  it.each([
    [['--shard', '1/2'], '--shard cannot be combined with --changed'],
    [['--resume'], '--resume cannot be combined with --changed'],
    [['--b-workspace', '.'], '--b-workspace cannot be combined with --changed'],
  ])('refuses %s', async (args, message) => {
    write(version())
    const { code, err } = await compare('--changed', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
  it('refuses one side twice', async () => {
    write(version())
    const { code, err } = await run('compare', 'draft', 'draft', 'suite.yaml', '--workspace', '.', '--changed')
    expect([code, err]).toEqual([2, expect.stringContaining('--changed has two sides to tell apart')])
  })
})
