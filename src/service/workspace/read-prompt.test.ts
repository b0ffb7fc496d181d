import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../../base/tiers.fixture.ts'
import { loadWorkspace } from './load-workspace.ts'
import { makeRepository, type Repository } from './repository.fixture.ts'
import { changeAgent } from './saved-agents.ts'

let repository: Repository
let first: string
const workspace = 'workspace: w\nkeys: [k]\nagents: [agents/a.yaml]\n'
const agentWith = (version: string, draft = 'based on: 1') =>
  `agent: a\nid: a-1\npublished: 1\nversions:\n  1: { ${version}, otherwise: [{ say: hello }] }\ndraft: { ${draft} }\n`

beforeAll(() => {
  repository = makeRepository()
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
  repository.write({ 'workspace.yaml': workspace, 'agents/prompts/desk.md': 'One.\r\n', 'agents/empty.md': ' \n' })
  repository.write({ 'agents/pointer.md': pointer })
  symlinkSync('prompts/desk.md', join(repository.folder, 'agents/link.md'))
  first = repository.commit()
  repository.git('tag', 'v1.0')
  repository.write({ 'agents/prompts/desk.md': 'Two.\n' })
  repository.commit()
  repository.write({ 'agents/prompts/desk.md': 'Three.\n' })
})
afterAll(() => repository.remove())
afterEach(() => {
  delete process.env.GIT_DIR
})

function load(version: string, draft?: string) {
  repository.write({ 'agents/a.yaml': agentWith(version, draft) })
  return loadWorkspace(repository.folder)
}

function promptsOf(loaded: ReturnType<typeof loadWorkspace>) {
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('; '))
  const [agent] = loaded.workspace.agents
  return [agent?.versions.get(1), agent?.draft].map((version) =>
    version?.config.agentInstructions.systemContext.map(({ system }) => system),
  )
}

function problemOf(version: string) {
  const loaded = load(version)
  if (loaded.ok) return null
  return loaded.problems.map(({ file, at, message, hint }) => [
    file.endsWith('a.yaml'),
    at.line,
    at.column,
    message,
    hint,
  ])
}

describe('a prompt from a file', () => {
  it('is read beside the file of the agent, alone or among texts, and watched; a version based on it has it too', () => {
    const loaded = load('prompt: [Be kind., { file: prompts/desk.md }]')
    expect(promptsOf(loaded)).toEqual([
      ['Be kind.', 'Three.\n'],
      ['Be kind.', 'Three.\n'],
    ])
    if (!loaded.ok) return
    const file = resolve(repository.folder, 'agents/prompts/desk.md')
    expect(loaded.files.map((each) => resolve(each))).toContain(file)
    expect(loaded.workspace.agents[0]?.draft?.promptParts).toEqual(['Be kind.', { file, text: 'Three.\n' }])
    const over = load('prompt: { file: prompts/desk.md }', 'based on: 1, prompt: Own.')
    expect(promptsOf(over)).toEqual([['Three.\n'], ['Own.']])
    expect(over.ok && over.workspace.agents[0]?.draft?.promptParts).toBe(undefined)
  })

  it.each([
    ['is not there', 'prompt: { file: prompts/dusk.md }', 24, /^there is no file .*agents\/prompts\/dusk\.md$/],
    ['is a folder', 'prompt: { file: prompts }', 24, /agents\/prompts: the file cannot be read/],
    ['is empty', 'prompt: { file: empty.md }', 24, /^the prompt in empty\.md is empty$/],
    ['has another key', 'prompt: { flie: desk.md }', 18, /has no key "flie"/],
  ])('that %s is pointed at', (_, version, column, message) => {
    const problems = problemOf(version)
    expect(problems).toEqual(
      expect.arrayContaining([[true, 5, column, expect.stringMatching(message), expect.anything()]]),
    )
  })

  it('is neither the pointer of a file that was not fetched nor an address that stands as a text', () => {
    expect(problemOf('prompt: { file: pointer.md }')).toEqual([
      [true, 5, 24, expect.stringMatching(/pointer\.md is a Git LFS pointer, and not/), 'fetch the file: git lfs pull'],
    ])
    expect(problemOf(`from: { commit: "${first}", file: pointer.md }`)).toEqual([
      [
        true,
        5,
        expect.any(Number),
        expect.stringMatching(/^pointer\.md is a Git LFS pointer in the commit/),
        expect.anything(),
      ],
    ])
    for (const address of ['file://prompts/desk.md', 'file:prompts/desk.md'])
      expect(problemOf(`prompt: "${address}"`)).toEqual([
        [
          ...[true, 5, 16, `the prompt is the text "${address}", and not what the file says`],
          'write prompt: { file: prompts/desk.md }, which counts from this file',
        ],
      ])
    expect(problemOf('prompt: "Read file://prompts/desk.md aloud."')).toBe(null)
  })
  it('is named by no agent that came over HTTP, nor from git', () => {
    const loaded = load('prompt: Hi.')
    if (!loaded.ok) throw new Error('it is sound')
    for (const draft of [
      { prompt: { file: '/etc/hostname' } },
      { from: { commit: 'HEAD', file: 'agents/prompts/desk.md' } },
    ]) {
      const refused = changeAgent(loaded.workspace, { kind: 'draft', workspace: 'w', agent: 'a', stated: draft })
      expect(refused?.reason).toMatch(/an agent that came over HTTP names no file/)
    }
  })
})

describe('a prompt from git', () => {
  it.each([
    ['an id', () => first],
    ['a short id', () => first.slice(0, 7)],
    ['a tag', () => 'v1.0'],
    ['a revision', () => 'HEAD~1'],
  ])(
    'is the one that a commit had, by %s; its ends of lines are those of every prompt',
    { tags: 'slow' },
    (_, commit) => {
      process.env.GIT_DIR = join(tmpdir(), 'nowhere') // as git sets it in a hook
      expect(promptsOf(load(`from: { commit: "${commit()}", file: prompts/desk.md }`))).toEqual([
        ['One.\n'],
        ['One.\n'],
      ])
    },
  )

  it('need not be in the folder any more, nor below it', () => {
    repository.write({ 'agents/inner/a.yaml': agentWith('from: { commit: v1.0, file: ../prompts/desk.md }') })
    repository.write({ 'workspace.yaml': workspace.replace('agents/a', 'agents/inner/a') })
    rmSync(join(repository.folder, 'agents/prompts'), { recursive: true })
    try {
      expect(promptsOf(loadWorkspace(repository.folder))[0]).toEqual(['One.\n'])
    } finally {
      repository.write({ 'workspace.yaml': workspace, 'agents/prompts/desk.md': 'Three.\n' })
    }
  })

  eachByTier(2)([
    [
      'an unknown commit',
      'from: { commit: v1.1, file: prompts/desk.md }',
      24,
      'the repository has no commit v1.1',
      'did you mean "v1.0"?',
    ],
    [
      'an option',
      'from: { commit: --output=x, file: prompts/desk.md }',
      24,
      '"--output=x" is no revision of git',
      /id of a commit/,
    ],
    [
      'a range',
      'from: { commit: "v1.0..HEAD", file: prompts/desk.md }',
      24,
      '"v1.0..HEAD" is no revision of git',
      /id of a commit/,
    ],
    [
      'a misspelt file',
      'from: { commit: v1.0, file: prompts/dask.md }',
      36,
      'the commit v1.0 has no file prompts/dask.md',
      'did you mean "prompts/desk.md"?',
    ],
    [
      'a moved file',
      'from: { commit: v1.0, file: desk.md }',
      36,
      'the commit v1.0 has no file desk.md',
      'did you mean "prompts/desk.md"?',
    ],
    [
      'a file outside',
      'from: { commit: v1.0, file: ../../x.md }',
      36,
      'the commit v1.0 has no file ../../x.md',
      /counts from the file/,
    ],
    ['a folder', 'from: { commit: v1.0, file: prompts }', 36, 'prompts is a folder in the commit v1.0', 'name a file'],
    ['a link', 'from: { commit: v1.0, file: link.md }', 36, 'link.md is a link in the commit v1.0', /leads to/],
    [
      'an empty file',
      'from: { commit: v1.0, file: empty.md }',
      36,
      'the prompt in empty.md is empty',
      /write it there/,
    ],
    [
      'two prompts',
      'prompt: Hi, from: { commit: v1.0, file: prompts/desk.md }',
      28,
      'a version has its prompt here or from git, not both',
      /take one/,
    ],
  ])('points at %s', { tags: 'slow' }, (_, version, column, message, hint) => {
    const wantedHint = typeof hint === 'string' ? hint : expect.stringMatching(hint)
    expect(problemOf(version)).toEqual([[true, 5, column, message, wantedHint]])
  })

  it('needs a repository, its commits, and git', () => {
    const bare = mkdtempSync(join(tmpdir(), 'tableread-plain-'))
    const clone = mkdtempSync(join(tmpdir(), 'tableread-shallow-'))
    try {
      mkdirSync(join(bare, 'agents'))
      writeFileSync(join(bare, 'workspace.yaml'), workspace)
      writeFileSync(join(bare, 'agents/a.yaml'), agentWith('from: { commit: HEAD, file: desk.md }'))
      const loaded = loadWorkspace(bare)
      expect(loaded.ok ? '' : loaded.problems[0]?.message).toBe('the file is in no git repository')
      repository.git('clone', '--quiet', '--depth=1', `file://${repository.folder}`, clone)
      mkdirSync(join(clone, 'agents'), { recursive: true })
      writeFileSync(join(clone, 'agents/a.yaml'), agentWith(`from: { commit: ${first}, file: prompts/desk.md }`))
      const shallow = loadWorkspace(clone)
      expect(shallow.ok ? '' : shallow.problems[0]?.hint).toMatch(/^this clone is shallow/)
      const path = process.env.PATH
      process.env.PATH = bare
      try {
        const loaded = load('from: { commit: v1.0, file: prompts/desk.md }')
        expect(loaded.ok ? '' : loaded.problems[0]?.message).toBe('git cannot be started here')
      } finally {
        process.env.PATH = path
      }
    } finally {
      for (const folder of [bare, clone]) rmSync(folder, { recursive: true, force: true })
    }
  })
})
