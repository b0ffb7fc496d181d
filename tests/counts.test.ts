// @module-tag stress
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countHiddenClasses } from './counts/count-hidden-classes.ts'
import { type CountingService, startCountingService } from './counts/counting-service.ts'
import { runBuilt } from './counts/run-built.ts'
import { runCommand, runCommandUntil } from './counts/run-command.ts'

/**
 * Guards things that can be counted exactly, whatever the machine is doing, against creeping growth. Times
 * are measured by the bench (docs/performance.md), never here. To exceed a ceiling on purpose, raise it here
 * and give the reason in the commit.
 */
let folder: string
let service: CountingService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-counts-'))
  service = await startCountingService()
})

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

function writeSuite(name: string, conversations: number, turns: number): void {
  const turn = `      - user: Where is my order 1042?
        expect:
          reply: { contains: shipped }
          calls: [{ lookup_order: { with: { order_id: "1042" } } }]
          latency: 60 s\n`
  const talks = Array.from({ length: conversations }, (_, index) => {
    return `  - name: customer ${index + 1}\n    turns:\n${turn.repeat(turns)}`
  })
  writeFileSync(join(folder, name), `suite: Order desk\nagent: order-desk\nconversations:\n${talks.join('')}`)
}

/** Runs against the service; returns everything that was sent. */
async function countRun(name: string, ...flags: string[]) {
  service.counted.requests = {}
  service.counted.connections = 0
  const settings = ['--target', service.url, '--reporter', 'plain', '-c', '4']
  const ended = await runCommand(folder, 'run', name, ...settings, ...flags)
  expect(ended.code, ended.output).toBe(0)
  return { ...ended, ...service.counted }
}

describe('requests', () => {
  it('sends one request a turn, fetches each session once, and lists agents once a run', async () => {
    writeSuite('requests.yaml', 12, 3)
    const { requests } = await countRun('requests.yaml', '--no-history')
    expect(requests).toEqual({
      'POST /api/chat-agent/trigger': 36,
      'GET /api/session/fetch/': 12,
      'GET /api/agent/blueprints': 1,
    })
  })
  it('sends nothing but turns without reconciliation', async () => {
    writeSuite('requests.yaml', 12, 3)
    const { requests } = await countRun('requests.yaml', '--no-history', '--no-reconcile')
    expect(requests).toEqual({ 'POST /api/chat-agent/trigger': 36 })
  })
  it('opens no more connections than conversations run at once', async () => {
    writeSuite('requests.yaml', 40, 2)
    const { connections } = await countRun('requests.yaml', '--no-history')
    expect(connections, 'connections opened: keep-alive is lost, or a second pool was opened').toBeLessThanOrEqual(4)
  })
})

/** The packages and the folders of dist/ that files belong to, with their counts, largest first. */
function sourcesOf(modules: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const module of modules) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? /^dist\/[^/]+/.exec(module)?.[0] ?? module
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name}: ${count}`)
}

function expectAtMost(modules: readonly string[], most: number): void {
  const message = `it loads ${modules.length} files, at most ${most} are meant:\n${sourcesOf(modules).join('\n')}\n`
  const how = 'Load what is needed later with import(); tests/counts/list-modules.mjs lists the files.'
  expect(modules.length, message + how).toBeLessThanOrEqual(most)
}

describe('files that a process loads', () => {
  it('tells its version from one file', async () => {
    const { modules, output } = await runCommand(folder, '--version')
    expect(output).toMatch(/^\d+\.\d+\.\d+\n$/)
    expectAtMost(modules, 1)
  })
  it.each(['--help', 'run --help', 'compare --help'])('tells its help from three files: %s', async (command) => {
    const { files, modules, output } = await runCommand(folder, ...command.split(' '))
    expect(output).toContain('Usage: tableread')
    expectAtMost(files, 3)
    expectAtMost(modules, 60)
  })
  it('lints without a client, a service or shapes of the wire', async () => {
    writeSuite('one.yaml', 1, 1)
    const { files, modules, code, output } = await runCommand(folder, 'lint', 'one.yaml', '--no-blueprints')
    expect(code, output).toBe(0)
    expectAtMost(files, 7) // one checks where flags write, before anything is written, and one is for lint alone
    expectAtMost(modules, 266) // two of them for what of a broken suite is sound and limits of a turn, four for values that no call can have, code that is not there and arguments of the wrong kind, seven for misplaced configs, guardrails and prompts out of date, large suites and files that start no pipeline, five for patterns that variables bring, globs and files that start no check, nine for histories and names that would share a snapshot, four for near names and other kinds of files, six for flags of V8, causes without ids, prompts that nothing reads and versions that are not there
    expect(
      modules.filter((file) => /node_modules\/(undici|zod|hono|ajv)\/|dist\/(service|wire\/client)\//.test(file)),
    ).toEqual([])
  })
  it('runs against a service without loading the local one, Vitest, tapes or SQLite', async () => {
    writeSuite('one.yaml', 1, 1)
    const { files, modules } = await countRun('one.yaml', '--no-history')
    expectAtMost(files, 34)
    expectAtMost(modules, 500)
    const heavy =
      /dist\/words\/|node_modules\/(eld|syllable|vitest|hono|@hono|temporal-polyfill|ajv|jiti|fast-check|@photostructure)\/|dist\/(service|app\/vitest|wire\/contract)\/|dist\/records\/tape\/(?!find-|match-|open-json|swap-|redact-|name-)/
    expect(modules.filter((file) => heavy.test(file))).toEqual([])
  })
})

/** The workspace of one scripted agent, and what it loads for its first answer. */
const scripted = {
  'workspace.yaml': 'workspace: counted\nkeys: [key]\nagents: [desk.yaml]\n',
  'desk.yaml': `agent: desk
id: desk
published: 1
versions: { 1: { rules: [{ when: /order/, do: [{ say: "It was shipped." }] }] } }
`,
}

describe('files that serve loads', () => {
  it('are none of an agent that thinks, of a model or of a protocol, where all agents are scripted', async () => {
    for (const [name, text] of Object.entries(scripted)) writeFileSync(join(folder, name), text)
    const trigger = async (url: string): Promise<void> => {
      const answer = await fetch(`${url}/api/chat-agent/trigger`, {
        method: 'POST',
        headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
        body: JSON.stringify({ agentName: 'desk', doReturnResponse: true, message: 'my order' }),
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('It was shipped.')])
    }
    const { modules, files } = await runCommandUntil(
      trigger,
      folder,
      'serve',
      '--workspace',
      '.',
      '--port',
      '0',
      '--json',
    )
    expect(modules.some((file) => file.endsWith('service/app.js'))).toBe(true)
    expectAtMost(files, 70) // one says what to do about a prompt that nothing reads
    const heavy =
      /node_modules\/(ai|@ai-sdk|@modelcontextprotocol|@a2a-js|@ag-ui|jiti|@photostructure|vitest)\/|dist\/(service\/agents\/(thinking|model|remote(?!\/remote-version))|wire\/models\/(open-model|model-access|load-package))\b/
    expect(modules.filter((file) => heavy.test(file))).toEqual([])
  })
})

/** Ceilings in bytes for each additional turn of a passing conversation of 5 turns. */
const outputs = [
  { what: 'JSON', flags: ['--no-history', '--json', 'out.json'], file: 'out.json', most: 4_000 },
  { what: 'JUnit', flags: ['--no-history', '--junit', 'out.xml'], file: 'out.xml', most: 80 },
  { what: 'HTML', flags: ['--no-history', '--html', 'out.html'], file: 'out.html', most: 2_200 },
  { what: 'the history', flags: ['--history', 'out.sqlite'], file: 'out.sqlite', most: 100 },
]

describe('bytes written', () => {
  it.each(outputs)(
    'writes at most $most bytes a turn: $what',
    { tags: 'stress' },
    async ({ what, flags, file, most }) => {
      const sizeOf = async (conversations: number): Promise<number> => {
        rmSync(join(folder, file), { force: true })
        writeSuite('bytes.yaml', conversations, 5)
        await countRun('bytes.yaml', ...flags)
        return statSync(join(folder, file)).size
      }
      const [few, many] = [await sizeOf(10), await sizeOf(110)]
      const perTurn = (many - few) / 500
      const sample = file.endsWith('.sqlite')
        ? ''
        : `, for example\n${readFileSync(join(folder, file), 'utf8').slice(-1_500)}`
      expect(perTurn, `${what} grows by ${perTurn} bytes a turn${sample}`).toBeLessThanOrEqual(most)
      expect(perTurn, 'nothing was written for the turns').toBeGreaterThan(0)
    },
  )
})

describe('hidden classes', () => {
  it('makes none anew for each conversation or turn', { tags: 'stress' }, async () => {
    const countIn = (conversations: number): Promise<Map<string, number>> => {
      writeSuite('classes.yaml', conversations, 3)
      const settings = ['--target', service.url, '--reporter', 'plain', '-c', '4', '--history', 'classes.sqlite']
      return countHiddenClasses(folder, 'run', 'classes.yaml', ...settings)
    }
    const [few, many] = [await countIn(10), await countIn(60)]
    const growing = [...many].filter(([place, count]) => count - (few.get(place) ?? 0) >= 50)
    const how = `Node 20 gives an object that begins with a spread and then gets members a hidden class of its own; write
its members out, or put the spread behind one of them. The places are lines of files in dist/start/`
    expect(growing, how).toEqual([])
  })
})

// Other Node versions may not know the flag, so they are skipped.
describe.runIf(/^2[02]\./.test(process.versions.node))('WebAssembly', () => {
  it('is compiled once: a short run would wait for the second time, which takes 35 MB', async () => {
    writeSuite('one.yaml', 1, 1)
    const args = ['run', 'one.yaml', '--target', service.url, '--reporter', 'plain', '--no-history']
    const { code, output } = await runBuilt(folder, ['--trace-wasm-compilation-times'], args)
    expect(code, output).toBe(0)
    expect(output.match(/using \w+/g), 'V8 traced nothing').toContain('using Liftoff')
    expect(output).not.toContain('using TurboFan')
  })
})
