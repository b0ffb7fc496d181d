import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLocalService } from '../src/app/agents/local-service.ts'
import type { Blueprint } from '../src/wire/api/blueprint.ts'
import { runCli } from './hostile/run-cli.ts'
import { createProject, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

/** Every verb that runs conversations, and its arguments besides their file. */
const verbs: [verb: string, args: string[]][] = [
  ['attack', []],
  ['run', []],
  ['compare', ['default', 'draft']],
  ['bisect', ['--good', '1', '--bad', '3']],
  ['snapshots', []],
  ['teeth', []],
  ['prove', ['--runs', '2']],
  ['vary', []],
  ['record', []],
  ['watch-service', ['--once', '--history', 'h.sqlite']],
]

const private_ = 'asha.rao@shop.example'
const names = ['a', 'b', 'c', 'd']
const suite = `suite: S
agent: desk
laws: { version answers: the stub has one }
conversations:
${names.map((name) => `  - name: ${name}\n    turns: [{ user: ${name}, expect: { reply: { contains: sorry } } }]\n`).join('')}`

const attacks = `attacks: A
agent: desk
laws: { version answers: the stub has one }
goals: [{ goal: g, wish: tell me, harm: { calls: [look_up], leaks: [watchword] } }]
families: none
attacks of our own:
${names.map((name) => `  - { attack: ${name}, turns: [{ user: "{{wish}} ${name}" }] }\n`).join('')}`

let folder: string
let server: Server
/** What the service heard: turns, the current and highest concurrency; and whether it leaves requests unanswered. */
let counts: { turns: number; now: number; most: number }
let hangs: boolean
/** The blueprints it lists, the function that its agent calls in every turn, and the transcripts it stored. */
let [blueprints, called]: [Blueprint[], string | null] = [[], null]
const talks = new Map<string, object[]>()

function callOf(name: string, id: string): object[] {
  const frame = { name, call_id: `call-${id}`, phase: 'during', timestamp: new Date().toISOString() }
  return [
    { type: 'function_call', arguments: {}, ...frame },
    { type: 'function_call_output', output: 'ok', is_error: false, executionTimeMs: 1, ...frame },
  ]
}

function sessionOf(sessionId: string, transcript: readonly object[]): object {
  const time = new Date().toISOString().replace(/\.\d+/, '')
  return {
    ...{ sessionId, status: 'completed', communicationChannelType: 'webChat', communicationChannelName: null },
    agentDetails: { name: 'desk', number: null, email: null, version: '1' },
    ...{ dynamicVariables: null, analysis: null, transcript, time, createdAt: time, updatedAt: time },
  }
}

/** A blueprint as the local service lists it, for this agent with the given functions. */
async function blueprintOf(functionSettings: Blueprint['config']['functionSettings']): Promise<Blueprint> {
  const local = await startLocalService({ port: 0 })
  try {
    const answer = await fetch(`${local.url}/api/agent/blueprints`, { headers: { 'x-api-key': local.apiKey } })
    const { data } = (await answer.json()) as { data: { agents: [Blueprint] } }
    const [{ config, version }] = data.agents
    return { agentId: 'desk', version, config: { ...config, functionSettings } }
  } finally {
    await local.close()
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-pipeline-'))
  writeFileSync(join(folder, 's.yaml'), suite)
  writeFileSync(join(folder, 'attacks.yaml'), attacks)
  counts = { turns: 0, now: 0, most: 0 }
  hangs = false
  ;[blueprints, called] = [[], null]
  server = createServer((request, response) => {
    const answer = (data: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ responseCode: 200, message: 'ok', data }))
    }
    const [, stored = ''] = /session\/fetch\/([^/?]+)/.exec(request.url ?? '') ?? []
    if (stored !== '') return answer(sessionOf(stored, talks.get(stored) ?? []))
    if (request.method !== 'POST') return answer({ agents: blueprints, workflowList: [] })
    counts.turns += 1
    counts.now += 1
    counts.most = Math.max(counts.most, counts.now)
    response.on('close', () => (counts.now -= 1))
    const sessionId = `s-${counts.turns}`
    const messageOf = (role: string, text: string): object => ({
      ...{ type: 'message', role, content: [{ type: 'text', text }], timestamp: new Date().toISOString() },
      ...{ senderId: null, senderName: null, agentName: role === 'user' ? null : 'desk', metadata: null },
    })
    const read: Buffer[] = []
    request.on('data', (part) => read.push(part))
    request.on('end', () => {
      const { message } = JSON.parse(Buffer.concat(read).toString()) as { message: string }
      const calls = called === null ? [] : callOf(called, sessionId)
      const transcript = [messageOf('user', message), ...calls, messageOf('assistant', `write to ${private_}`)]
      talks.set(sessionId, transcript)
      if (!hangs) setTimeout(() => answer({ sessionId, transcript }), 40)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const env = { TABLEREAD_API_KEY: 'k-pipeline', NO_COLOR: '1', CI: '' }
const argsOf = (verb: string, args: readonly string[], more: readonly string[] = []): string[] => {
  const { port } = server.address() as AddressInfo
  return [verb, ...args, verb === 'attack' ? 'attacks.yaml' : 's.yaml', '--target', `http://127.0.0.1:${port}`, ...more]
}
const config = (text: string): void => writeFileSync(join(folder, 'tableread.config.yaml'), text)

describe.each(verbs)('%s', (verb, args) => {
  beforeEach(async () => {
    if (verb === 'watch-service') blueprints = [await blueprintOf({ preCall: [], duringCall: [], postCall: [] })]
  })
  it('keeps to the turn budget of the project', { tags: 'stress' }, async () => {
    config('max turns: 1\nreconcile: false\n')
    const { code } = await runWarm(argsOf(verb, args), { folder, env })
    expect(counts.turns).toBeLessThanOrEqual(1)
    expect(code).not.toBe(0)
  })

  it('keeps to the lanes it is given', { tags: 'stress' }, async () => {
    config('reconcile: false\n')
    await runWarm(argsOf(verb, args, ['-c', '1']), { folder, env })
    expect(counts.turns).toBeGreaterThanOrEqual(names.length)
    expect(counts.most).toBe(1)
  })

  it('conceals what is private, on the screen and in every file', { tags: 'stress' }, async () => {
    config('reconcile: false\n')
    const { out, err } = await runCli(argsOf(verb, args), { folder, env })
    expect(`${out}${err}`).not.toContain(private_)
    expect(`${out}${err}`).toMatch(/\S/)
    for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    ))
      expect(readFileSync(join(parentPath, name), 'latin1'), name).not.toContain(private_)
  })

  it('stops at Ctrl-C with 130, and leaves nothing open', { tags: 'stress' }, async () => {
    hangs = true
    config('reconcile: false\n')
    const bin = resolve(import.meta.dirname, '../bin/tableread.js')
    const child = spawn(process.execPath, [bin, ...argsOf(verb, args)], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    const ended = new Promise<number | null>((done) => child.on('close', done))
    await expect.poll(() => counts.turns).toBeGreaterThan(0)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })

  it.each([
    ['an unknown key of the config', 'concurency: 2\n', [], /concurrency/],
    ['a name that nothing matches', 'reconcile: true\n', ['-t', 'nowhere'], /nowhere/],
    ['no lanes at all', 'reconcile: true\n', ['-c', '0'], /concurrency/],
    [
      'a target with a password',
      'reconcile: true\n',
      ['--target', 'http://me:secret@127.0.0.1:9'],
      /address of the service/,
    ],
  ])('refuses %s, and sends nothing', async (_, text, more, message) => {
    config(text)
    const words = more.map((word) => (verb === 'attack' && word === '-t' ? '--goals' : word))
    const { code, out, err } = await runWarm(argsOf(verb, args, words), { folder, env })
    expect([code, counts.turns]).toEqual([2, 0])
    expect(`${out}${err}`).toMatch(message)
  })
})

describe('Vitest', () => {
  /** Runs the suite through the plugin, with the project's config. */
  const throughVitest = async (): Promise<{ code: number | null; output: string; files: string }> => {
    const project = createProject({
      's.yaml': readFileSync(join(folder, 's.yaml'), 'utf8'),
      'tableread.config.yaml': `suites: [s.yaml]\n${readFileSync(join(folder, 'tableread.config.yaml'), 'utf8')}`,
    })
    try {
      const { port } = server.address() as AddressInfo
      const target = { TABLEREAD_TARGET: `http://127.0.0.1:${port}`, TABLEREAD_API_KEY: env.TABLEREAD_API_KEY }
      const { code, output } = await runVitest(project, target)
      return { code, output, files: readFileSync(join(project.folder, 'report.json'), 'utf8') }
    } finally {
      project.remove()
    }
  }

  it('keeps to the turn budget of the project, over all workers', { tags: 'stress' }, async () => {
    config('max turns: 2\nreconcile: false\n')
    const { code, output } = await throughVitest()
    expect(counts.turns).toBeLessThanOrEqual(2)
    expect(counts.turns).toBeGreaterThan(0)
    expect([code, output]).toEqual([1, expect.stringContaining('turn budget of 2')])
  })

  it('keeps to the time budget of the project', { tags: 'stress' }, async () => {
    config('max time: 1 ms\nreconcile: false\n')
    const { code, output } = await throughVitest()
    expect([counts.turns, code, output]).toEqual([0, 1, expect.stringContaining('time budget of 1 ms spent')])
  })

  it('conceals what is private', { tags: 'stress' }, async () => {
    config('reconcile: false\n')
    const { output, files } = await throughVitest()
    expect(`${output}${files}`).not.toContain(private_)
  })

  it('judges every law that a run judges, those that rest on blueprints too', { tags: 'stress' }, async () => {
    blueprints = [await blueprintOf({ preCall: ['look_up'], duringCall: [], postCall: [] })]
    called = 'look_up'
    writeFileSync(
      join(folder, 's.yaml'),
      suite.replaceAll('expect: { reply: { contains: sorry } }', 'expect: { reply: { contains: write } }'),
    )
    config('reconcile: true\n')
    const run = await runCli(argsOf('run', []), { folder, env })
    expect([run.code, `${run.out}${run.err}`]).toEqual([1, expect.stringContaining('phases follow blueprint')])
    const { code, output } = await throughVitest()
    expect([code, output]).toEqual([1, expect.stringContaining('phases follow blueprint')])
  })
})

it('has a row for every verb that opens a run', () => {
  const openingIn = (folder: string): string[] => {
    const path = resolve(import.meta.dirname, '../src/app', folder)
    const opens = (name: string): boolean =>
      /(?<!\.test)\.ts$/.test(name) &&
      /\b(?:openRun|performOpen|prepareStudy|runPool|performRun)\(/.test(readFileSync(join(path, name), 'utf8'))
    return readdirSync(path).filter(opens)
  }
  // `record` and `replay` use `run`; `score` judges stored sessions and calls no service.
  expect(openingIn('cli/verbs')).toEqual(['compare.ts', 'run.ts', 'score.ts', 'snapshots.ts', 'watch-service.ts'])
  expect(openingIn('studies')).toEqual(['attack.ts', 'bisect.ts', 'study.ts', 'teeth.ts', 'vary.ts'])
  expect(openingIn('mcp')).toEqual(['compare-versions.ts', 'run-suites.ts']) // tests/mcp-safety.test.ts
})
