import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
)

interface Example {
  page: string
  line: number
  text: string
}

/** The fenced blocks of a language on a page. */
function examplesOf(page: string, language: string): Example[] {
  const whole = readFileSync(join(root, page), 'utf8')
  return [...whole.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => ({
    page,
    line: whole.slice(0, match.index).split('\n').length,
    text: match[1] ?? '',
  }))
}

/** Complete suites. Those of the reference need the files they include, so they run in tests/reference. */
const suites = pages
  .flatMap((page) => examplesOf(page, 'yaml'))
  .filter(({ page, text }) => page !== 'docs/reference.md' && /^(#.*\n)*suite: /.test(text))

/** Suites that fail on purpose. */
const failing = new Map([
  ['docs/tutorial.md', 'Monday'],
  ['docs/ci.md', 'my-desk'], // the draft of `init`
])

const code = pages.flatMap((page) => examplesOf(page, 'ts')).filter(({ text }) => /^import /m.test(text))

let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-examples-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/tableread'))
  for (const name of ['vitest', '@vitest', '@modelcontextprotocol', 'zod'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  // files of agents and workspaces, whose first line is their name
  const examples = ['docs/your-agent.md', 'docs/tools.md'].flatMap((page) =>
    ['yaml', 'ts', 'js'].flatMap((language) => examplesOf(page, language)),
  )
  for (const { text } of examples) {
    const name = /^(?:#|\/\/) (my-\S+)\n/.exec(text)?.[1]
    if (name !== undefined) write(name, text)
  }
  mkdirSync(join(folder, begun))
  await tableread(['init', '--yes', '--ci', 'none'], begun)
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
})
afterAll(() => {
  shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The project that `init` writes, for suites of its agent. */
const begun = 'begun'

const shopKey = 'k3y-of-the-shop'
/** The stand-in for a shop's API that docs/tools.md mentions. */
const shop = createServer((request, response) => {
  const isKnown = request.url === '/orders/1042' && request.headers.authorization === `Bearer ${shopKey}`
  response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(isKnown ? { id: '1042', item: 'kettle' } : { error: 'no such order' }))
})

function write(path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  return path
}

/** The flags that a suite asks for in its first line. */
const flagsOf = (text: string): string[] => /^# tableread run \S+ (.*)\n/.exec(text)?.[1]?.split(' ') ?? []

function tableread(args: string[], place = '.'): Promise<CliRun> {
  const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
  const api = `http://127.0.0.1:${(shop.address() as AddressInfo | null)?.port}`
  return runWarm(args, { folder: join(folder, place), env: { ...env, SHOP_API: api, SHOP_KEY: shopKey } })
}

function vitest(place: string, ...args: string[]): { code: number | null; out: string } {
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, VITEST_MODE, ...env } = process.env
  const bin = join(root, 'node_modules/vitest/vitest.mjs')
  const options = { cwd: join(folder, place), env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'run', '--testTimeout=120000', ...args], options)
  return { code: status, out: stdout + stderr }
}

describe('in an empty folder', () => {
  it('there are suites and code to try', () => {
    expect(suites.length).toBeGreaterThan(20)
    expect(code.length).toBeGreaterThan(6)
  })

  it.each(suites)('the suite of $page:$line runs', async ({ page, line, text }) => {
    const path = `suites/${page.replace(/\W/g, '-')}-${line}.yaml`
    const place = /^agent: my-desk$/m.test(text) ? begun : '.'
    write(join(place, path), text)
    const { code, out, err } = await tableread(['run', path, ...flagsOf(text)], place)
    if (/\bjudge:/.test(text)) {
      expect([1, 3], `nobody judges here, and yet: ${out}${err}`).toContain(code)
      return
    }
    const word = failing.get(page)
    expect(code, out + err).toBe(word !== undefined && text.includes(word) ? 1 : 0)
  })

  it('docs/teeth.md shows what teeth says of its suite', async () => {
    const page = 'docs/teeth.md'
    const place = 'teeth'
    write(`${place}/suites/orders.yaml`, suites.find((each) => each.page === page)?.text ?? '')
    const [, shown] = /^```\n( \+ under [\s\S]*?)^```$/m.exec(readFileSync(join(root, page), 'utf8')) ?? []
    const { out } = await tableread(['teeth'], place)
    for (const line of (shown ?? 'nothing is shown').split('\n')) expect(out).toContain(line.replace(/…$/, ''))
  })

  it.each(code.filter(({ text }) => text.includes("'vitest/config'")))(
    'the configuration of $page:$line runs the suites beside it',
    { tags: 'stress' },
    ({ text }) => {
      const [first] = suites
      write('configured/suites/orders.yaml', first?.text ?? '')
      write('configured/suites/shared.yaml', 'variables: { order: "1042" }\n')
      write('configured/vitest.config.ts', text)
      const { code, out } = vitest('configured', '--project', 'default')
      expect(out).toMatch(/Test Files {2}1 passed \(1\)\n +Tests {2}\d+ passed \(\d+\)/)
      expect(code, out).toBe(0)
    },
  )

  it('every piece of code runs', { tags: 'stress' }, () => {
    const [shop, sinks] = ['docs/local-service.md', 'docs/safety.md'].map((page) => examplesOf(page, 'yaml'))
    for (const { text } of shop ?? []) {
      const name = /^# (\S+)\n/.exec(text)?.[1]
      if (name !== undefined) write(join('my-shop', name), text)
    }
    write('sinks.yaml', sinks?.find(({ text }) => text.includes('15550'))?.text ?? '')
    const modules: string[] = []
    const tests = code
      .filter(({ text }) => !text.includes("'vitest/config'"))
      .map(({ page, line, text }) => {
        const name = `${page.replace(/\W/g, '-')}-${line}`
        if (/describe(Rules)?\(/.test(text)) return write(`${name}.test.ts`, text)
        write(`${name}.ts`, text)
        modules.push(name)
        return 'modules.test.ts'
      })
    const lines = modules.map(
      (name) => `test('${name}', async () => { expect(await import('./${name}.ts')).toBeDefined() })`,
    )
    write('modules.test.ts', [`import { expect, test } from 'vitest'`, ...lines].join('\n'))
    expect(modules.length).toBeGreaterThan(1)
    const { code: exit, out } = vitest('.', ...new Set(tests))
    expect(exit, out).toBe(0)
    expect(out).toMatch(new RegExp(`Test Files {2}${new Set(tests).size} passed`))
  })
})

describe('the package', () => {
  it('holds what its pages link to', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
    const paths = [...files.filter((each) => !each.startsWith('!')), 'README.md', 'LICENSE', 'package.json']
    const links = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
        join(dirname(page), link),
      ),
    )
    expect(links.length).toBeGreaterThan(30)
    expect(links.filter((link) => !paths.some((each) => link === each || link.startsWith(`${each}/`)))).toEqual([])
  })
})
