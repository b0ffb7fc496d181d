import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lawNames } from '../src/base/law-name.ts'
import { faultKinds } from '../src/service/faults/fault.ts'
import { callOutcomes } from '../src/service/workspace/customer.ts'
import { loadWorkspace, readWorkspace } from '../src/service/workspace/load-workspace.ts'
import { readAgent } from '../src/service/workspace/pull/read-agent.ts'
import { matcherOperators } from '../src/suite/language/matcher-operator.ts'
import { parseScript } from '../src/suite/language/parse.ts'
import { jsonMatcher } from '../src/suite/language/read-matcher.ts'
import { rooms } from './boundaries.table.ts'
import { readVerbs } from './hostile/command-line.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  ...readdirSync(resolve(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const suites = pages.flatMap((page) =>
  [...read(page).matchAll(/```yaml\n(suite:[\s\S]*?)```/g)].map((match, index) => ({
    page,
    index,
    text: match[1] ?? '',
  })),
)

const verbs = await readVerbs()

/** The visible long flags of a command and its subcommands, as the program itself declares them. */
function flagsOf(command: string): string[] {
  const own = verbs.filter(({ name }) => name === command || name.startsWith(`${command} `))
  return own
    .flatMap(({ options }) => options)
    .flatMap(({ hidden, long }) => (hidden || typeof long !== 'string' ? [] : long))
}

describe('the documentation', () => {
  it.each(suites)('$page: suite $index can be read', ({ text, page }) => {
    expect(parseScript(text, page)).toMatchObject({ ok: true })
  })
  it('holds suites at all', () => {
    expect(suites.length).toBeGreaterThanOrEqual(5)
  })
  it('shows a workspace that can be loaded, and one in code', async () => {
    const page = read('docs/local-service.md')
    const folder = mkdtempSync(join(tmpdir(), 'tableread-docs-'))
    for (const [, name = '', text = ''] of page.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const loaded = loadWorkspace(folder)
    expect(loaded.ok ? loaded.workspace.agents[0]?.draft?.label : loaded.problems).toBe('draft')
    const [, code = ''] = /```ts\nexport default (\{[\s\S]*?\n\})\n```/.exec(page) ?? []
    expect(readWorkspace(new Function(`return ${code}`)(), 'docs')).toMatchObject({ ok: true })
    rmSync(folder, { recursive: true })
  })
  it('shows an agent as a pull writes it, which loads', () => {
    const [, text = ''] = /```yaml\n(agent:[\s\S]*?)```/.exec(read('docs/pull.md')) ?? []
    expect(readAgent(text, 'docs/pull.md')).toMatchObject({ ok: true, agent: { name: 'order-desk', published: 3 } })
  })
  it('names every kind of fault, every outcome of a call and every path of /_local', () => {
    const page = read('docs/local-service.md')
    const paths = [...read('src/service/local/local-routes.ts').matchAll(/\\\/_local\\\/(\w+)/g)].map(
      (match) => match[1] ?? '',
    )
    const words = [
      ...faultKinds,
      ...callOutcomes,
      ...paths.filter((path) => path !== 'page' && path !== 'media'),
    ]
    expect([words.length > 35, words.filter((word) => !page.includes(word) && word !== 'recordings')]).toEqual([
      true,
      [],
    ])
  })
  it('has every flag of a command that docs/commands.md describes', () => {
    const sections = [...read('docs/commands.md').matchAll(/^## tableread (\w+)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)]
    const missing = sections.flatMap(([, command = '', text = '']) =>
      flagsOf(command).flatMap((flag) =>
        new RegExp(`\`${flag}[\` ]`).test(text) ||
        (flag.startsWith('--no-') && text.includes(`\`${flag.replace('no-', '')}`))
          ? []
          : `${command} ${flag}`,
      ),
    )
    expect(missing).toEqual([])
    expect(sections.map(([, command]) => command)).toEqual(
      expect.arrayContaining([
        'run',
        'compare',
        'snapshots',
        'bisect',
        'history',
        'merge',
        'init',
        'pull',
        'report',
        'review',
        'lint',
        'schema',
        'demo',
        'judge',
      ]),
    )
    expect(flagsOf('run').length).toBeGreaterThan(15)
  })
  it('names no flag that no command has', () => {
    const known = new Set(verbs.flatMap(({ options }) => options.flatMap(({ long, hidden }) => (hidden ? [] : long))))
    const lines = pages.flatMap(
      (page) =>
        read(page).match(
          /tableread (?:run|compare|snapshots|bisect|history|merge|report|review|pull|init|contract|lint|schema|demo|serve|judge|work|queue|score|teeth|suggest|prove|vary|record|replay|chat|import)\b[^\n`#|]*/g,
        ) ?? [],
    )
    const named = lines.flatMap((line) => line.match(/--[a-z][\w-]*/g) ?? [])
    expect([named.length > 20, named.filter((flag) => !known.has(flag) && flag !== '--help')]).toEqual([true, []])
  })
  it('has a row for every problem code', () => {
    const [, listed = ''] = /const code = z\.enum\(\[([^\]]+)\]\)/.exec(read('src/suite/yaml/problem-shape.ts')) ?? []
    const codes = [...listed.matchAll(/'([a-z-]+)'/g)].map((match) => match[1])
    expect(codes.length).toBeGreaterThan(20)
    const rows = [...read('docs/problems.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1])
    expect(rows).toEqual(codes)
  })
  it('names as the aim of an install what the check of the package holds it to, which has it from one place', () => {
    const { install } = JSON.parse(read('scripts/size-limits.json')) as { install: number }
    const aims = [...read('docs/performance.md').matchAll(/^\| an install without Vitest \| at most (\S+) MB \|/gm)]
    expect(aims.map(([, megabytes]) => Number(megabytes))).toEqual([install])
    for (const file of ['scripts/check-pack.mjs', 'bench/start/measure-install.mjs']) {
      expect(read(file), file).toContain('size-limits.json')
      expect(read(file), file).not.toMatch(/(?:most|limit) = (?:\{|\d)/)
    }
  })
  it('names every operator and every law', () => {
    const language = read('docs/language.md')
    const words = [...Object.keys(matcherOperators(jsonMatcher, jsonMatcher)), ...lawNames]
    expect(words.filter((word) => !language.includes(`\`${word}\``))).toEqual([])
  })
  it.each(pages)('%s links only to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '')
    const broken = links.filter((link) => {
      try {
        return read(resolve(root, page, '..', link)) === ''
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'EISDIR'
      }
    })
    expect(broken).toEqual([])
  })
  it('speaks of no machine and no registry', () => {
    const registry = ['registry', 'npmjs', 'org'].join('.')
    const lock = read('package-lock.json')
    expect(
      pages
        .map(read)
        .concat(lock)
        .filter((text) => text.includes(registry) || /\/(home|root|work)\//.test(text)),
    ).toEqual([])
  })
})

describe('the page on architecture', () => {
  const page = read('ARCHITECTURE.md')
  const spans = [...page.matchAll(/`([a-z][\w./-]*(?:\/|\.(?:ts|mjs|js|yaml)))`/g)].map((match) => match[1] ?? '')
  const paths = ['src', 'tests', 'scripts', 'bin', 'dist', 'templates'].flatMap((folder) => [
    `/${folder}`,
    ...readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${folder}/${name.replaceAll('\\', '/')}`,
    ),
  ])
  it('names files and folders that are there', () => {
    expect(spans.length).toBeGreaterThan(60)
    const isThere = (span: string): boolean =>
      paths.some((path) => `${path}/`.endsWith(`/${span}`) || path.endsWith(`/${span}`))
    expect(spans.filter((span) => !isThere(span))).toEqual([])
  })
  it('has a row for every room', () => {
    expect([...page.matchAll(/^\| `(\w+)\/` \|/gm)].map((match) => match[1])).toEqual(rooms)
  })
})
