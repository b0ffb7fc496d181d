import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lawNames } from '../src/base/law-name.ts'
import { faultKinds } from '../src/service/faults/fault.ts'
import { callOutcomes } from '../src/service/workspace/customer.ts'
import { loadWorkspace, readWorkspace } from '../src/service/workspace/load-workspace.ts'
import { readAgent } from '../src/service/workspace/pull/read-agent.ts'
import { matcherOperators } from '../src/suite/language/matchers/matcher-operator.ts'
import { jsonMatcher } from '../src/suite/language/matchers/read-matcher.ts'
import { parseScript } from '../src/suite/language/script/parse.ts'
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

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

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
    const words = [...faultKinds, ...callOutcomes, ...paths.filter((path) => path !== 'page' && path !== 'media')]
    expect([words.length > 35, words.filter((word) => !page.includes(word) && word !== 'recordings')]).toEqual([
      true,
      [],
    ])
  })
  it('has every flag of a command that docs/commands.md describes', () => {
    const page = read('docs/commands.md')
    const sections = [...page.matchAll(/^## tableread (\w+)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)]
    /** The tables of shared flags that a section names as wholes, by their headings. */
    const tablesOf = (text: string): string =>
      [...page.matchAll(/^### (.+)\n([\s\S]*?)(?=^##)/gm)]
        .filter(([, head = '']) => text.includes(`(#${head.toLowerCase().replaceAll(' ', '-')})`))
        .map(([table]) => table)
        .join('\n')
    const missing = sections.flatMap(([, command = '', own = '']) => {
      const text = own + tablesOf(own)
      return flagsOf(command).flatMap((flag) =>
        new RegExp(`\`${flag}[\` ]`).test(text) ||
        (flag.startsWith('--no-') && text.includes(`\`${flag.replace('no-', '')}`))
          ? []
          : `${command} ${flag}`,
      )
    })
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
    const flags = new Set(verbs.flatMap(({ options }) => options.flatMap(({ long, hidden }) => (hidden ? [] : long))))
    const lines = pages.flatMap(
      (page) =>
        read(page).match(
          /tableread (?:run|compare|snapshots|bisect|history|merge|report|review|pull|init|contract|lint|schema|demo|serve|judge|work|queue|score|teeth|suggest|prove|watch-service|vary|record|replay|chat|import)\b[^\n`#|]*/g,
        ) ?? [],
    )
    const mentions = lines.flatMap((line) => line.match(/--[a-z][\w-]*/g) ?? [])
    expect([mentions.length > 20, mentions.filter((flag) => !flags.has(flag) && flag !== '--help')]).toEqual([true, []])
  })
  it('has the verdicts of README on the first page of the site, where no README is', () => {
    const [table = ''] = /^\| verdict \|[\s\S]*?\n\n/m.exec(read('README.md')) ?? []
    expect(table.split('\n').length).toBeGreaterThan(8)
    expect(read('site/index.md')).toContain(table.replaceAll('](docs/', '](../docs/'))
  })
  it('shows commands as they are typed in a project, by npx', () => {
    const bare = pages.flatMap((page) =>
      [...read(page).matchAll(/^```(?:sh|bash)?\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
        block
          .split('\n')
          .filter(
            (line) =>
              /^(?:\$ |(?:[A-Z_]+=\S+ )+|.*\| )?tableread /.test(line) &&
              verbs.some(({ name }) => line.includes(`tableread ${name} `) || line.endsWith(`tableread ${name}`)),
          )
          .map((line) => `${page}: ${line}`),
      ),
    )
    expect(bare).toEqual([])
  })
  it('has a row for every problem code', () => {
    const [, list = ''] = /const code = z\.enum\(\[([^\]]+)\]\)/.exec(read('src/suite/yaml/problem-shape.ts')) ?? []
    const codes = [...list.matchAll(/'([a-z-]+)'/g)].map((match) => match[1])
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
  it.each(pages)('%s links only to headings that are there', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
    const broken = links.filter(([, link = '', anchor = '']) => {
      const target = link === '' ? page : relative(root, resolve(root, page, '..', link))
      return target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
  it('shows workflows whose actions are pinned to a commit', () => {
    const used = [...pages, 'templates/scale/github-nightly.yml'].flatMap(
      (page) => read(page).match(/^ *- uses: (?!\.)\S+/gm) ?? [],
    )
    expect([used.length > 5, used.filter((each) => !/@[0-9a-f]{40}$/.test(each))]).toEqual([true, []])
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

describe('the parts of the documentation', async () => {
  // @ts-expect-error the parts are plain JavaScript
  const { partsOf } = (await import('../site/parts.mjs')) as { partsOf(pages: readonly string[]): Part[] }
  const names = pages.flatMap((page) => /^docs\/(.+)\.md$/.exec(page)?.[1] ?? [])
  const parts = partsOf(names)

  it('have each page once, and lead to it from the start page', () => {
    expect(parts.flatMap((part) => part.pages).toSorted()).toEqual(names.toSorted())
    const start = read('docs/start.md')
    expect(names.filter((name) => name !== 'start' && !start.includes(`(${name}.md)`))).toEqual([])
  })
  it('have no more words than somebody reads: 70,000 for users, tables and examples among them', () => {
    const wordsOf = (part: Part): number =>
      part.pages.reduce((sum, name) => sum + (read(`docs/${name}.md`).match(/\S+/g)?.length ?? 0), 0)
    const counts = Object.fromEntries(parts.map((part) => [part.title, wordsOf(part)]))
    const users = parts.filter(({ isForUsers }) => isForUsers).map(({ title }) => counts[title] ?? 0)
    expect(users.reduce((sum, words) => sum + words, 0)).toBeLessThanOrEqual(70_000)
    const over = Object.entries(budgets).filter(([title, budget]) => (counts[title] ?? Number.NaN) > budget)
    expect(over.map(([title, budget]) => `${title}: ${counts[title]} words, ${budget} are meant`)).toEqual([])
    expect(parts.map(({ title }) => title).filter((title) => budgets[title] === undefined)).toEqual([])
  })
  it('are what llms.txt lists (UPDATE_GOLDENS=1 writes it)', async () => {
    // @ts-expect-error the script is plain JavaScript
    const { listPages } = (await import('../scripts/write-llms.mjs')) as { listPages(): string }
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(resolve(root, 'llms.txt'), listPages())
    expect(read('llms.txt')).toBe(listPages())
  })
  it.each(names.filter((name) => !['start', 'reference', 'commands'].includes(name)))(
    '%s says at its head what it is for, and where to go next',
    (name) => {
      const head = read(`docs/${name}.md`).split(/^## /m)[0] ?? ''
      expect(head).toMatch(/For whoever|Users do not need this page|for whoever/)
      expect(head).toMatch(/\]\([a-z-]+\.md/)
    },
  )
})

interface Part {
  title: string
  pages: string[]
  isForUsers: boolean
}

/** How many words each part may have. */
const budgets: Record<string, number> = {
  Start: 3_600,
  'Write suites': 18_000,
  'Check a draft': 11_900,
  'In CI': 9_600,
  'Your own agent': 15_700,
  'From what exists': 6_700,
  'Stronger suites': 7_000,
  More: 1_500,
  Reference: 28_500,
  Measurements: 12_500,
  'Maintain Tableread': 26_000,
}

describe('the page on architecture', () => {
  const page = read('ARCHITECTURE.md')
  const spans = [...page.matchAll(/`([a-z][\w./-]*(?:\/|\.(?:ts|mjs|js|yaml)))`/g)].map((match) => match[1] ?? '')
  const paths = ['src', 'tests', 'scripts', 'site', 'bin', 'dist', 'templates'].flatMap((folder) => [
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
