// @module-tag stress
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeRepository, type Repository } from '../src/service/workspace/repository.fixture.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

let repository: Repository
beforeEach(() => {
  repository = makeRepository()
})
afterEach(() => repository.remove())

const workspace = 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\n'
const desk =
  'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ./agent.ts, prompt: { file: prompts/desk.md } }\n'
/** An agent that says what its prompt says. Code does not receive `config`, so it reads the file beside it. */
const says = (text: string, more = ''): string =>
  `${more}export default async function* () { yield ${JSON.stringify(text)} }\n`
const suite = `suite: S
agent: desk
conversations:
  - { name: is kind, turns: [{ user: hello, expect: { reply: { contains: please } } }] }
`
const start = {
  'desk/workspace.yaml': workspace,
  'desk/desk.yaml': desk,
  'desk/prompts/desk.md': 'Be kind.\n',
  'desk/agent.ts': says('please'),
  'suites/s.yaml': suite,
}

/** Commits files with a subject; returns the abbreviated id, as reports show it. */
function commit(subject: string, files: Record<string, string> = {}): string {
  repository.write(files)
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '--allow-empty', `--message=${subject}`, '--date=2026-11-20T09:03:00+01:00')
  return repository.git('rev-parse', 'HEAD')
}

function bisect(good: string, bad: string, ...more: string[]): Promise<CliRun> {
  const args = ['bisect', 'suites', '--good', good, '--bad', bad, '--repeat', '3', ...more]
  const where = more.includes('--workspace') || more.includes('--target') ? [] : ['--workspace', 'desk']
  return runWarm([...args, ...where], {
    folder: repository.folder,
    env: { NO_COLOR: '1', TABLEREAD_API_KEY: 'some-key' },
  })
}

interface Told {
  good: string
  bad: string
  conversations: {
    outcome: { kind: string; first?: string; before?: string; why?: string }
    sentence: string
    versions: { version: string }[]
    missing: string[]
    suspects?: { commit: string; subject: string; authorDate: string; diff: string; skipped: string | null }[]
    warnings: string[]
  }[]
}

async function found(
  good: string,
  bad: string,
  ...more: string[]
): Promise<Told['conversations'][0] & { code: number | null }> {
  const { code, out, err } = await bisect(good, bad, '--json', ...more)
  expect(err).toBe('')
  const [conversation] = (JSON.parse(out) as Told).conversations
  if (conversation === undefined) throw new Error('no conversation')
  return { code, ...conversation }
}
const suspectsOf = (each: Awaited<ReturnType<typeof found>>) => each.suspects?.map(({ commit: id }) => id)

describe('tableread bisect, by git', () => {
  it('names the first commit that broke it, with its subject, its date and what it changed', async () => {
    commit('begin', start)
    repository.git('tag', 'v1.4.0')
    commit('no agent', { 'README.md': 'x\n' })
    commit('kinder', { 'desk/agent.ts': says('please, please') })
    const culprit = commit('be brief, ask asha.rao@shop.example', {
      'desk/agent.ts': says('what?'),
      'desk/prompts/desk.md': 'Be brief.\nAsk asha.rao@shop.example.\n\tTwice.\n',
    })
    commit('louder', { 'desk/agent.ts': says('WHAT?') })
    commit('more docs', { 'README.md': 'y\n' })
    const { code, out, err } = await bisect('v1.4.0', 'HEAD')
    expect([code, err]).toEqual([0, ''])
    const short = culprit.slice(0, Math.max(7, culprit.search(/\D/) + 1))
    expect(out).toContain(`bisecting "is kind" from v1.4.0 (`)
    expect(out).toContain(') (bad): 3 commits\n')
    expect(out).toContain(`\n   commit ${short} is the first where "is kind" fails (commit `)
    expect(out).toContain(` ${short}  be brief, ask `)
    expect(out).toContain('2026-11-20T09:03:00+01:00')
    expect(out).toContain('     --- a/desk/prompts/desk.md\n     +++ b/desk/prompts/desk.md\n')
    expect(out).toContain('     -Be kind.\n     +Be brief.\n')
    expect(out).toContain('     +  Twice.\n')
    expect(out).not.toContain('asha.rao')
    expect(out).not.toContain('tableread-commits')
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1)
    const json = await bisect('v1.4.0', 'HEAD', '--json')
    expect(json.out).not.toContain('asha.rao')
    expect(JSON.parse(json.out)).toMatchObject({
      good: expect.stringMatching(/^v1\.4\.0 \(\w{7,}\)$/),
      conversations: [
        { outcome: { kind: 'found', first: short }, suspects: [{ commit: culprit, version: short, skipped: null }] },
      ],
    })
  })

  it('goes on among the commits that a merge brought in', async () => {
    commit('begin', start)
    repository.git('checkout', '--quiet', '-b', 'side')
    commit('side, still kind', { 'desk/agent.ts': says('yes please') })
    const culprit = commit('side, unkind', { 'desk/agent.ts': says('no') })
    commit('side, unkind still', { 'desk/agent.ts': says('no!') })
    repository.git('checkout', '--quiet', 'main')
    commit('main goes on', { 'desk/prompts/desk.md': 'Be very kind.\n' })
    repository.git('merge', '--quiet', '--no-ff', '--message=merge side', 'side')
    commit('after', { 'desk/prompts/desk.md': 'Be.\n' })
    const each = await found('HEAD~2', 'HEAD')
    expect([each.code, suspectsOf(each)]).toEqual([0, [culprit]])
    expect(each.warnings).toEqual([])
    expect((await found('main~3', 'HEAD')).suspects?.[0]?.subject).toBe('side, unkind')
  })

  it('names the merge itself where both of its sides pass', async () => {
    commit('begin', { ...start, 'desk/a.txt': 'a', 'desk/b.txt': 'b' })
    const agent = `import { readFileSync } from 'node:fs'
const of = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
export default async function* () { yield of('a.txt') === 'A' && of('b.txt') === 'B' ? 'no' : 'please' }
`
    commit('reads both', { 'desk/agent.ts': agent })
    repository.git('checkout', '--quiet', '-b', 'side')
    commit('side', { 'desk/b.txt': 'B' })
    repository.git('checkout', '--quiet', 'main')
    commit('main', { 'desk/a.txt': 'A' })
    repository.git('merge', '--quiet', '--no-ff', '--message=they meet', 'side')
    const each = await found('main~1', 'main')
    expect([each.code, each.suspects?.map(({ subject }) => subject)]).toEqual([0, ['they meet']])
    expect(each.suspects?.[0]?.diff).toContain('+B')
  })

  it('follows renames of files and of the folder of the workspace', async () => {
    commit('begin', start)
    repository.git('tag', 'begin')
    repository.git('mv', 'desk/prompts/desk.md', 'desk/prompts/order.md')
    commit('another name', { 'desk/desk.yaml': desk.replace('desk.md', 'order.md') })
    repository.git('mv', 'desk', 'agents')
    commit('another folder')
    const culprit = commit('unkind', { 'agents/agent.ts': says('no') })
    const each = await found('begin', 'HEAD', '--workspace', 'agents')
    expect([each.code, suspectsOf(each)]).toEqual([0, [culprit]])
    repository.git('mv', 'agents/agent.ts', 'agents/code.ts')
    const moved = desk.replace('desk.md', 'order.md').replace('agent.ts', 'code.ts')
    const renamed = commit('renamed', { 'agents/desk.yaml': moved, 'agents/code.ts': says('never') })
    expect(renamed).not.toBe(culprit)
    expect(suspectsOf(await found('begin', 'HEAD', '--workspace', 'agents'))).toEqual([culprit])
  })

  it('sees what is outside the workspace: a prompt, a module, what it imports', async () => {
    const agent = `import { word } from '../lib/word.js'\nexport default async function* () { yield word }\n`
    const word = (text: string) => `export const word: string = '${text}'\n`
    commit('begin', { ...start, 'desk/agent.ts': agent, 'lib/word.ts': word('please') })
    commit('other', { 'lib/other.ts': 'x' })
    const culprit = commit('unkind', { 'lib/word.ts': word('no') })
    const each = await found('HEAD~2', 'HEAD')
    expect([each.code, suspectsOf(each), each.versions.length]).toEqual([0, [culprit], 2])
  })

  it('has installed packages, and a prompt of a commit of the commit itself', async () => {
    repository.write({
      'node_modules/kind/package.json': '{ "name": "kind", "main": "index.js" }',
      'node_modules/kind/index.js': 'exports.word = "please"',
      '.gitignore': 'node_modules\n',
    })
    const agent = `import { word } from 'kind'\nexport default async function* () { yield word }\n`
    const from = desk.replace('prompt: { file: prompts/desk.md }', 'from: { commit: HEAD~1, file: prompts/desk.md }')
    commit('begin', { ...start, 'desk/agent.ts': agent })
    commit('from git', { 'desk/desk.yaml': from })
    const culprit = commit('unkind', { 'desk/agent.ts': agent.replace('yield word', "yield 'no' + word.length") })
    expect(suspectsOf(await found('HEAD~1', 'HEAD'))).toEqual([culprit])
  })

  it.each([
    ['the repository itself', '', '.'],
    ['a path with odd characters', 'my désk *(1)/', 'my désk *(1)'],
  ])('finds a workspace that is %s', async (_, prefix, place) => {
    const files = Object.entries(start).map(([path, text]) => [path.replace('desk/', prefix), text])
    commit('begin', Object.fromEntries(files))
    commit('docs', { 'README.md': 'x' })
    const culprit = commit('unkind', { [`${prefix}agent.ts`]: says('no') })
    commit('a suite', { 'suites/t.yaml': suite.replace('is kind', 'is kind too') })
    const each = await found('HEAD~3', 'HEAD', '--workspace', place)
    expect([each.code, suspectsOf(each)]).toEqual([0, [culprit]])
    expect(each.suspects?.[0]?.diff).toContain('+export default')
  })

  it('finds a workspace that is a module', async () => {
    const module = `export default { workspace: 'shop', keys: ['local-key'], agents: ['desk.yaml'] }\n`
    const { 'desk/workspace.yaml': _, ...others } = start
    commit('begin', { ...others, 'desk/shop.ts': module })
    const culprit = commit('unkind', { 'desk/agent.ts': says('no') })
    expect(suspectsOf(await found('HEAD~1', 'HEAD', '--workspace', 'desk/shop.ts'))).toEqual([culprit])
  })

  it('skips what a partial clone lacks, and says so', async () => {
    commit('begin', start)
    commit('unkind', { 'desk/agent.ts': says('no') })
    repository.git('config', 'uploadpack.allowFilter', 'true')
    const partial = makeRepository()
    try {
      const into = join(partial.folder, 'clone')
      partial.git('clone', '--quiet', '--filter=blob:none', `file://${repository.folder}`, into)
      const args = ['bisect', 'suites', '--good', 'HEAD~1', '--bad', 'HEAD', '--workspace', 'desk', '--repeat', '3']
      const { code, out, err } = await runWarm(args, { folder: into, env: { NO_COLOR: '1' } })
      expect([code, out, err]).toEqual([4, expect.stringContaining('cannot be played: git refuses'), ''])
    } finally {
      partial.remove()
    }
  })

  it('skips commits that cannot be played, and tells all that may have broken it', async () => {
    commit('begin', start)
    commit('kinder', { 'desk/agent.ts': says('please, please') })
    const skipped = [
      commit('half a workspace', { 'desk/desk.yaml': 'agent: [' }),
      commit('throws', { 'desk/desk.yaml': desk, 'desk/agent.ts': `throw new Error('half done')\n` }),
      commit('no agent', { 'desk/desk.yaml': desk.replaceAll('desk\n', 'other\n') }),
    ]
    const last = commit('unkind', { 'desk/desk.yaml': desk, 'desk/agent.ts': says('no') })
    const each = await found('HEAD~5', 'HEAD')
    expect([each.code, suspectsOf(each)]).toEqual([0, [...skipped, last]])
    expect(each.suspects?.map((suspect) => suspect.skipped)).toEqual([
      expect.stringContaining('desk/desk.yaml:1'),
      expect.stringMatching(/^desk\/agent\.ts cannot be loaded: half done/),
      'it has no agent desk; it has other',
      null,
    ])
    expect(each.sentence).toContain(', which could not be played, is the first where "is kind" fails')
    const { out } = await bisect('HEAD~5', 'HEAD')
    expect(out).toContain('cannot be played: desk/agent.ts cannot be loaded: half done')
    expect(out).toContain('   could not be played: it has no agent desk; it has other')
    expect(out).not.toContain('tableread-commits')
  })

  it.each([
    ['good', ['HEAD~1', 'HEAD']],
    ['bad', ['HEAD~2', 'HEAD~1']],
  ])('cannot begin where the %s end cannot be played', async (_, [good = '', bad = '']) => {
    commit('begin', start)
    commit('broken', { 'desk/desk.yaml': 'agent: [' })
    commit('mended', { 'desk/desk.yaml': desk, 'desk/agent.ts': says('no') })
    const { code, outcome, sentence } = await found(good, bad)
    expect([code, outcome]).toMatchObject([4, { kind: 'not comparable', why: 'no such version' }])
    expect(sentence).toMatch(/^"is kind" cannot be bisected: commit \w+ cannot be played: desk\/desk\.yaml:1/)
  })

  it('says so where the ends do not hold', async () => {
    commit('begin', { ...start, 'desk/agent.ts': says('no') })
    commit('kind', { 'desk/agent.ts': says('please') })
    commit('kinder', { 'desk/agent.ts': says('please!') })
    expect(await found('HEAD~2', 'HEAD')).toMatchObject({ code: 4, outcome: { why: 'good fails' } })
    expect(await found('HEAD~1', 'HEAD')).toMatchObject({ code: 4, outcome: { why: 'bad passes' } })
  })

  it('plays the draft, and says that the work tree is not played', async () => {
    commit('begin', start)
    const culprit = commit('a draft', {
      'desk/desk.yaml': `${desk}draft: { based on: 1, module: ./draft.ts }\n`,
      'desk/draft.ts': says('no'),
    })
    repository.write({ 'desk/draft.ts': says('please') })
    const { code, out, err } = await bisect('HEAD~1', 'HEAD', '--json')
    expect([code, err]).toEqual([0, expect.stringContaining('the work tree has uncommitted changes')])
    expect(JSON.parse(out).conversations[0].suspects[0].commit).toBe(culprit)
  })

  it('tells a noisy break from noise, as it does with numbers', async () => {
    const noisy = (share: string) =>
      `let n = 0\nexport default async function* () { n += 1; yield n % 5 ${share} ? 'please' : 'no' }\n`
    commit('begin', { ...start, 'desk/agent.ts': noisy('!== 0') })
    commit('same', { 'desk/prompts/desk.md': '2\n' })
    const culprit = commit('worse', { 'desk/agent.ts': noisy('=== 0') })
    commit('same again', { 'desk/prompts/desk.md': '3\n' })
    const each = await found('HEAD~3', 'HEAD', '--repeat', '20')
    expect([each.code, suspectsOf(each)]).toEqual([0, [culprit]])
  })
})

describe('what a search by commits leaves', () => {
  it('is nothing, whether it ends, is refused, or is interrupted', async () => {
    const slow = `export default async function* () { await new Promise((done) => setTimeout(done, 300)); yield 'please' }\n`
    commit('begin', { ...start, 'desk/agent.ts': slow })
    commit('unkind', { 'desk/agent.ts': says('no') })
    const temporary = mkdtempSync(join(tmpdir(), 'tableread-left-'))
    const args = ['bisect', 'suites', '--bad', 'HEAD', '--workspace', 'desk', '--good']
    const env = { NO_COLOR: '1', TMPDIR: temporary }
    const listFolders = (): string[] => readdirSync(temporary).filter((name) => name.startsWith('tableread-commits'))
    try {
      for (const [good, code] of [
        ['HEAD~1', 0],
        ['HEAD', 2],
      ] as const)
        expect((await runWarm([...args, good], { folder: repository.folder, env })).code).toBe(code)
      expect(listFolders()).toEqual([])
      const child = spawn(process.execPath, [resolve(import.meta.dirname, '../bin/tableread.js'), ...args, 'HEAD~1'], {
        cwd: repository.folder,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      })
      const ended = new Promise<number | null>((done) => child.once('exit', done))
      await expect.poll(listFolders, { timeout: 120_000 }).toHaveLength(1)
      child.kill('SIGINT')
      expect([await ended, listFolders()]).toEqual([130, []])
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  })
})

describe('revisions that are no ends', () => {
  const refused = async (good: string, bad: string, ...more: string[]): Promise<string> => {
    const { code, err } = await bisect(good, bad, ...more)
    expect(code).toBe(2)
    return err
  }
  beforeEach(() => {
    commit('begin', start)
    commit('unkind', { 'desk/agent.ts': says('no') })
  })

  it('are told: the same, none, in the wrong order, one of another kind', async () => {
    expect(await refused('HEAD', 'main')).toContain('they are the same commit')
    expect(await refused('HEAD', 'HEAD~1')).toContain('the good one comes after the bad one')
    expect(await refused('v9', 'HEAD')).toContain('the repository has no commit v9')
    expect(await refused('HEAD~1', 'mian')).toContain('did you mean "main"?')
    expect(await refused('HEAD~1', 'draft')).toContain('a revision of git for both ends: --bad HEAD')
    expect(await refused('1', 'HEAD')).toContain('--bad HEAD is not a version number or draft')
  })
  it('are told: of two branches, and of histories without a common commit', async () => {
    repository.git('checkout', '--quiet', '-b', 'side', 'HEAD~1')
    commit('side', { 'desk/agent.ts': says('never') })
    const parted = repository.git('rev-parse', 'main~1').slice(0, 10)
    expect(await refused('main', 'side')).toContain(`they part at ${parted}`)
    repository.git('checkout', '--quiet', '--orphan', 'alone')
    commit('alone')
    expect(await refused('main', 'alone')).toContain('their histories have no commit in common')
  })
  it('are told: of a shallow clone', async () => {
    const shallow = makeRepository()
    try {
      const first = repository.git('rev-parse', 'HEAD~1')
      repository.git('branch', 'earlier', first)
      shallow.git('fetch', '--quiet', '--depth=1', `file://${repository.folder}`, 'main')
      shallow.git('checkout', '--quiet', '-b', 'here', 'FETCH_HEAD')
      const args = ['bisect', 'suites', '--bad', 'HEAD', '--workspace', 'desk', '--good']
      for (const good of [first, 'HEAD~1']) {
        const { code, err } = await runWarm([...args, good], { folder: shallow.folder, env: { NO_COLOR: '1' } })
        expect([code, err]).toEqual([2, expect.stringContaining('git fetch --unshallow')])
      }
      shallow.git('fetch', '--quiet', '--depth=1', `file://${repository.folder}`, 'earlier:earlier')
      const { code, err } = await runWarm([...args, 'earlier'], { folder: shallow.folder, env: { NO_COLOR: '1' } })
      expect([code, err]).toEqual([2, expect.stringContaining('git fetch --unshallow')])
    } finally {
      shallow.remove()
    }
  })
  it('are told: where nothing of the agents changed between them', async () => {
    commit('docs', { 'README.md': 'x' })
    commit('a suite', { 'suites/s.yaml': suite.replace('please', 'no') })
    const message = await refused('HEAD~2', 'HEAD')
    expect(message).toContain('no commit between HEAD~2 and HEAD changes anything of desk: there is nothing to bisect')
    expect(message).toContain('a remote agent')
  })
  it('are told: of a service that is not embedded, of the demo, and of no repository', async () => {
    const target = ['--target', 'http://127.0.0.1:9']
    expect(await refused('HEAD~1', 'HEAD', ...target)).toContain(
      'only the embedded local service has agents as of a commit',
    )
    const demo = await runWarm(['bisect', 'suites', '--good', 'HEAD~1', '--bad', 'HEAD'], {
      folder: repository.folder,
      env: { NO_COLOR: '1' },
    })
    expect([demo.code, demo.err]).toEqual([2, expect.stringContaining('name a workspace with --workspace')])
    writeFileSync(join(repository.folder, '.git/HEAD'), '')
    expect(await refused('HEAD~1', 'HEAD')).toMatch(/no git repository|git refuses/)
  })
  it('are told: without git', async () => {
    const { code, err } = await runWarm(['bisect', 'suites', '-g', 'HEAD~1', '-b', 'HEAD', '--workspace', 'desk'], {
      folder: repository.folder,
      env: { NO_COLOR: '1', PATH: '/nowhere' },
    })
    expect([code, err]).toEqual([2, expect.stringContaining('git cannot be started here')])
  })
})
