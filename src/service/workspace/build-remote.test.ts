import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import type { VersionedAgent } from './agent.ts'
import { loadWorkspace } from './load-workspace.ts'
import { changeAgent } from './saved-agents.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remote-'))
  writeFileSync(join(folder, 'workspace.yaml'), 'workspace: demo\nkeys: [key]\nagents: [desk.yaml]\n')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Loads an agent whose file has these lines below `versions:`. */
function load(...versions: string[]) {
  writeFileSync(
    join(folder, 'desk.yaml'),
    `agent: desk\nid: a-1\nversions:\n${versions.map((each) => `  ${each}\n`).join('')}`,
  )
  return loadWorkspace(folder)
}

function behaviourOf(...versions: string[]): VersionedAgent['behaviour'] | undefined {
  const loaded = load(...versions)
  if (!loaded.ok) expect.fail(loaded.problems.map((problem) => formatProblem(problem, undefined)).join('\n'))
  return [...(loaded.workspace.agents[0]?.versions.values() ?? [])].at(-1)?.behaviour
}

describe('an agent that runs somewhere else', () => {
  it.each([
    ['it says so', ['1: { a2a: "http://127.0.0.1:1", hands off to: [billing] }'], ':4:49'],
    [
      'its base does',
      ['1: { rules: [], hands off to: [billing] }', '2: { based on: 1, a2a: "http://127.0.0.1:1" }'],
      ':5:26',
    ],
  ])('cannot hand off over A2A, and that is refused where %s', (_, versions, place) => {
    const loaded = load(...versions)
    const problemText = loaded.ok ? '' : loaded.problems.map((problem) => formatProblem(problem, undefined)).join('\n')
    expect(problemText).toContain(
      'hands off to: this version cannot hand off: A2A does not show that another agent speaks',
    )
    expect(problemText).toContain(place)
    expect(load(...versions.map((each) => each.replace('a2a', 'webhook'))).ok).toBe(true)
  })

  it.each([
    ['chat completions', 'http://127.0.0.1:8080/v1'],
    ['a2a', 'http://localhost:8080'],
    ['ag-ui', 'http://[::1]:8080/agent'],
    ['webhook', 'http://127.1.2.3/hook'],
  ])('is stated as %s with its address alone', (protocol, url) => {
    const behaviour = behaviourOf(`1: { ${protocol}: "${url}" }`)
    expect(behaviour).toMatchObject({
      kind: 'remote',
      protocol,
      url,
      headers: {},
      live: false,
      steps: 8,
      limitMs: 60_000,
    })
  })

  it('may have headers, a model and limits, and versions based on it keep them', () => {
    vi.stubEnv('FAR_HOST', 'desk.example')
    const whole =
      '{ url: "https://{{env.FAR_HOST}}/v1", headers: { authorization: "Bearer {{env.KEY}}" }, live: yes, model: m, steps: 2, body: { seed: 7 } }'
    const first = `1: { prompt: Be kind, initial message: Hello, chat completions: ${whole}, limits: { time: 5 s } }`
    const parts = {
      url: 'https://{{env.FAR_HOST}}/v1',
      headers: { authorization: 'Bearer {{env.KEY}}' },
      live: true,
      model: 'm',
      steps: 2,
      body: { seed: 7 },

      limitMs: 5_000,
    }
    expect(behaviourOf(first)).toMatchObject(parts)
    expect(behaviourOf(first, '2: { based on: 1, prompt: Be brief }')).toMatchObject(parts)
    expect(behaviourOf(first, '2: { based on: 1, webhook: "http://127.0.0.1:1" }')).toMatchObject({
      protocol: 'webhook',
      live: false,
      headers: {},
    })
  })

  it('is told of the end of a session unless its file says otherwise, where it can be', () => {
    const url = 'url: "http://127.0.0.1:1"'
    for (const protocol of ['webhook', 'a2a']) {
      expect(behaviourOf(`1: { ${protocol}: { ${url} } }`)).toMatchObject({ tellEnd: true })
      expect(behaviourOf(`1: { ${protocol}: { ${url}, tell end: no } }`)).toMatchObject({ tellEnd: false })
      const [first, second] = [`1: { ${protocol}: { ${url}, tell end: no } }`, '2: { based on: 1, prompt: Be brief }']
      expect(behaviourOf(first, second)).toMatchObject({ tellEnd: false })
    }
    for (const protocol of ['chat completions', 'ag-ui'])
      expect(load(`1: { ${protocol}: { ${url}, tell end: no } }`).ok).toBe(false)
  })

  it.each([
    [
      '1: { webhook: "https://shop.example/hook" }',
      4,
      17,
      'the address is at shop.example, which is not this machine',
      'live: yes',
    ],
    [
      '1: { a2a: { url: "http://10.0.0.1", live: no } }',
      4,
      20,
      'the address is at 10.0.0.1, which is not this machine',
      'live: yes',
    ],
    [
      '1: { ag-ui: "http://127.0.0.1.nip.example/x" }',
      4,
      15,
      'the address is at 127.0.0.1.nip.example, which is not this machine',
      'live: yes',
    ],
    [
      '1: { webhook: "https://{{env.FAR_HOST}}/hook" }',
      4,
      17,
      'the address is at desk.example, which is not this machine',
      'live: yes',
    ],
    [
      '1: { webhook: "127.0.0.1:8080" }',
      4,
      17,
      '"127.0.0.1:8080" is no http or https address',
      'http://127.0.0.1:8080/path',
    ],
    [
      '1: { webhook: "http://me:secret@127.0.0.1" }',
      4,
      17,
      'an address holds no user and no password',
      'authorization',
    ],
    ['1: { webhook: "http://{{HOST}}/x" }', 4, 17, '{{HOST}} is not filled here', '{{env.NAME}}'],
    [
      '1: { webhook: { url: "http://127.0.0.1", headers: { "x y": a } } }',
      4,
      55,
      '"x y" is no name of a header',
      'authorization',
    ],
    [
      '1: { webhook: { url: "http://127.0.0.1", headers: { x: "{{key}}" } } }',
      4,
      58,
      '{{key}} is not filled here',
      '{{env.NAME}}',
    ],
    ['1: { webhook: { headers: {} } }', 4, 19, 'a webhook needs the key "url"', 'add url'],
    [
      '1: { webhook: { url: "http://127.0.0.1", live: perhaps } }',
      4,
      50,
      'expected true or false',
      'write true or false',
    ],
    [
      '1: { a2a: "http://127.0.0.1", webhook: "http://127.0.0.1" }',
      4,
      42,
      'an agent is reached in one way, not by a2a and webhook',
      'take one',
    ],
    ['1: { otherwise: [{ say: x }], ag-ui: "http://127.0.0.1" }', 4, 40, 'not otherwise and ag-ui at once', 'take one'],
    [
      '1: { otherwise: [{ say: x }], chat completions: "http://127.0.0.1" }',
      4,
      51,
      'not otherwise and chat completions at once',
      'take one',
    ],
  ])('%s is refused at its place', (version, line, column, message, hint) => {
    vi.stubEnv('FAR_HOST', 'desk.example')
    const loaded = load(version)
    if (loaded.ok) expect.fail('it was taken')
    const [problem] = loaded.problems
    expect([problem?.at.line, problem?.at.column]).toEqual([line, column])
    expect(problem?.message).toContain(message)
    expect(problem?.hint).toContain(hint)
    expect(problem?.message).not.toContain('secret')
  })

  it('whose address is not known yet is looked at when it is asked', () => {
    expect(behaviourOf('1: { webhook: "{{env.NOWHERE}}" }')).toMatchObject({ url: '{{env.NOWHERE}}' })
  })

  it('cannot come over HTTP', () => {
    const loaded = load('1: { webhook: "http://127.0.0.1" }')
    if (!loaded.ok) expect.fail('it was refused')
    const behaviour = { webhook: 'http://127.0.0.1:9' }
    const refused = changeAgent(loaded.workspace, {
      kind: 'draft',
      workspace: 'demo',
      agent: 'desk',
      stated: behaviour,
    })
    expect(refused?.reason).toContain('an agent that came over HTTP names no address')
  })
})
