import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LocalService, startLocalService } from '../src/app/agents/local-service.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import type { Blueprint } from '../src/wire/api/blueprint.ts'
import { canary, findIn, keyForms, keysGiven, spillCanaries } from './hostile/canaries.ts'
import { everyPayload } from './hostile/payloads.ts'
import { type CliRun, readTree, runCli } from './hostile/run-cli.ts'
import { type ListingService, startListing } from './pull/listing-service.ts'
import { runWarm } from './warm/run-warm.ts'

const goldens = resolve(import.meta.dirname, 'pull')
const env = { NO_COLOR: '1', TABLEREAD_API_KEY: 'k-pull', TABLEREAD_HISTORY: 'off', CI: '' }

let [folder, service, demo]: [string, ListingService, Blueprint[]] = ['', undefined as never, []]
const pull = (...args: string[]): Promise<CliRun> =>
  runWarm(['pull', '--target', service.url, ...args], { folder, env })
const file = (name: string): string => readFileSync(join(folder, name), 'utf8')
const write = (name: string, text: string): void => {
  mkdirSync(resolve(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const change = (name: string, from: string, to: string): void => {
  expect(file(name)).toContain(from)
  write(name, file(name).replace(from, to))
}

async function listOf({ url, apiKey }: Pick<LocalService, 'url' | 'apiKey'>): Promise<Blueprint[]> {
  const answer = await fetch(`${url}/api/agent/blueprints`, { headers: { 'x-api-key': apiKey } })
  return ((await answer.json()) as { data: { agents: Blueprint[] } }).data.agents
}

/** One agent of the demo workspace, with a modification. */
function desk(edit: (agent: Blueprint) => void = () => {}): Blueprint {
  const agent = structuredClone(demo.find(({ agentId }) => agentId === 'order-desk')) as Blueprint
  edit(agent)
  return agent
}

beforeAll(async () => {
  const local = await startLocalService({ port: 0 })
  demo = await listOf(local)
  await local.close()
  service = await startListing()
})
afterAll(() => service.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-pull-'))
  Object.assign(service, { agents: [desk()], workflowList: [], instead: null, asked: [] })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a pulled workspace', () => {
  it('lists what the service lists, member by member, and refuses turns until somebody says what answers', {
    tags: 'stress',
  }, async () => {
    const local = await startLocalService({ port: 0 })
    const options = { folder, env: { ...env, TABLEREAD_API_KEY: local.apiKey } }
    for (const { agentId } of demo)
      expect((await runWarm(['pull', '--target', local.url, '--agent', agentId], options)).code).toBe(0)
    await local.close()
    const pulled = await startLocalService({ port: 0, workspaces: [join(folder, 'workspace')] })
    expect(await listOf(pulled)).toEqual(demo)
    await pulled.close()

    const talk = (message: string): string =>
      `suite: S\nagent: order-desk\nmetadata: { customer_name: Asha, tier: gold }\nconversations:\n  - name: asks\n    turns: [{ user: where is order 1042, expect: ${message} }]\n`
    write('s.yaml', talk('{ reply: { present: true } }'))
    const run = (): Promise<CliRun> => runWarm(['run', 's.yaml', '--workspace', 'workspace'], { folder, env })
    const refused = await run()
    expect(refused.code, refused.err + refused.out).toBe(3)
    expect(refused.out).toContain('order-desk has no behaviour yet in version 3: write a model:')

    const rule = '{ id: track, when: order, do: [{ call: lookup_order, with: { id: 1 } }, { say: "{lookup_order}" }] }'
    change('workspace/agents/order-desk.yaml', '    not filled in: true\n', `    rules: [${rule}]\n`)
    write(
      's.yaml',
      talk('{ calls: [{ lookup_order: { is_error: true, returns: this double is not filled in yet } }] }'),
    )
    const unfilled = await run()
    expect([unfilled.code, unfilled.out]).toEqual([0, expect.stringContaining('1 passed')])
    const double = 'lookup_order:\n        not filled in: true'
    change('workspace/agents/order-desk.yaml', double, 'lookup_order: { output: on its way }')
    write('s.yaml', talk('{ reply: on its way }'))
    expect((await run()).code).toBe(0)
  })

  it('is asked for with reads alone, and with --check nothing is written', async () => {
    const looked = await pull('--agent', 'order-desk', '--check')
    expect([looked.code, readTree(folder).size]).toEqual([1, 0])
    await pull('--agent', 'order-desk')
    expect([...readTree(folder).keys()].sort()).toEqual([
      'workspace/agents/.pulled/order-desk.json',
      'workspace/agents/order-desk.yaml',
      'workspace/workspace.yaml',
    ])
    expect((await pull('--agent', 'order-desk', '--check')).code).toBe(0)
    expect(new Set(service.asked)).toEqual(new Set(['GET /api/agent/blueprints']))
  })

  it('takes a new agent in, and every other byte stays', async () => {
    cpSync(resolve(import.meta.dirname, 'lint/workspace'), join(folder, 'w'), { recursive: true })
    const before = readTree(join(folder, 'w'))
    const workspaceText = `\ufeff# ours\r\n${before.get('workspace.yaml')?.replaceAll('\n', '\r\n')}`
    write('w/workspace.yaml', workspaceText)
    expect((await pull('--agent', 'order-desk', '-o', 'w')).code).toBe(0)
    expect(file('w/workspace.yaml').replace(', agents/order-desk.yaml', '')).toBe(workspaceText)
    for (const [name, text] of before)
      if (name !== 'workspace.yaml') expect(readTree(join(folder, 'w')).get(name)).toBe(text)
    await startLocalService({ port: 0, workspaces: [join(folder, 'w')] }).then((started) => started.close())
  })

  it('hides keys, passwords and signatures, and keeps phone numbers, which a prompt may well name', {
    tags: 'stress',
  }, async () => {
    const spilled = spillCanaries(canary.key)
    service.agents = [
      desk(({ config, version }) => {
        config.agentInstructions.systemContext = [{ system: `Call +15550100. ${spilled}` }]
        version.description = spilled
        const data = {
          password: 'hunterTWO22',
          link: 'https://desk:hunterTHREE33@files.example/a',
          pin: '4711',
          apiKey: 'order',
        }
        config.agentInstructions.conversationalFlow.nodes = [{ id: 'a', type: 'b', data, position: { x: 1, y: 2 } }]
        Object.assign(config, { [`${canary.key} ${canary.link}`]: spilled })
      }),
    ]
    const options = { folder, env: { ...env, ...keysGiven() } }
    const args = ['pull', '--target', service.url, '--agent', 'order-desk']
    const runs = [
      await runCli(args, options),
      await runCli([...args, '--json'], options),
      await runCli([...args, '--check'], options),
    ]
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    const outputs = runs.map(({ out, err }, index): [string, string] => [`run ${index}`, `${out}${err}`])
    const sought = [...keyForms, 'canarysig', 'hunterTWO22', 'hunterTHREE33', '4711', 'apiKey: order']
    expect(findIn([...outputs, ...readTree(folder)], sought)).toEqual([])
    expect(file('workspace/agents/order-desk.yaml')).toContain('Call +15550100.')
    expect(runs[0]?.out).toContain('hidden: what opens something is <secret> in the file')
    const name = 'workspace/agents/order-desk.yaml'
    change(name, 'password: <secret>'.replace('<secret>', '"<secret>"'), 'password: hunterTWO22')
    const again = await runCli([...args, '--check'], options)
    expect([again.code, again.out.includes('hunterTWO22')]).toEqual([0, false])
  })

  it('bears whatever a service writes into a blueprint', { tags: 'stress' }, async () => {
    const text = everyPayload.join('\n')
    const names = everyPayload.filter((each) => each.length < 500 && !each.includes('\0'))
    service.agents = [
      desk(({ config, version }) => {
        Object.assign(version, { name: text, description: text })
        config.agentInstructions.systemContext = [{ system: text }, ...everyPayload.map((system) => ({ system }))]
        config.functionSettings.duringCall = names
        config.dynamicVariablesConfig = everyPayload.map((name) => ({ name, description: name }))
        config.agentsList = everyPayload.map((transferTo) => ({
          transferTo,
          useBaseSettings: true,
          agentVersion: 'DEFAULT',
        }))
        Object.assign(config, Object.fromEntries(names.map((each) => [each, each])))
      }),
    ]
    const { code, out, err } = await pull('--agent', 'order-desk')
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toMatch(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]|^[ \t]*::\w|##(?:\[|vso|teamcity)/mu)
    expect((await pull('--agent', 'order-desk', '--check')).code).toBe(0)
    service.agents = [desk(({ config }) => Object.assign(config, { [text]: 1 }))]
    const refused = await pull('--agent', 'order-desk', '-o', 'y')
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('cannot be written as YAML')])
    for (const agent of names.slice(0, 12))
      expect((await pull('--agent', agent, '--id', 'order-desk', '-o', 'x')).code).not.toBe(70)
    expect([...readTree(folder).keys()].filter((name) => /[<>:"|?*\p{C}]|[. ]$/u.test(name))).toEqual([])
  })
})

/** Each case's exit code, arguments and preparation. The output is compared with a golden file. */
const cases: [name: string, exitCode: number, args: string[], prepare?: () => unknown][] = [
  ['new', 0, ['--agent', 'order-desk']],
  ['new-checked', 1, ['--agent', 'order-desk', '--check']],
  ['new-json', 0, ['--agent', 'order-desk', '--json']],
  ['same', 0, ['--agent', 'order-desk'], () => pull('--agent', 'order-desk')],
  ['changed', 0, ['--agent', 'order-desk'], changed],
  ['changed-checked', 1, ['--agent', 'order-desk', '--check'], changed],
  ['changed-json', 1, ['--agent', 'order-desk', '--check', '--json'], changed],
  ['changed-on-both-sides', 0, ['--agent', 'order-desk'], both],
  ['changed-on-both-sides-forced', 0, ['--agent', 'order-desk', '--force'], both],
  [
    'without-a-note',
    1,
    ['--agent', 'order-desk', '--check'],
    async () => {
      await both()
      rmSync(join(folder, 'workspace/agents/.pulled'), { recursive: true })
    },
  ],
  [
    'new-version',
    0,
    ['--agent', 'order-desk'],
    async () => {
      await pull('--agent', 'order-desk')
      change(
        'workspace/agents/order-desk.yaml',
        '# draft:\n#   based on: 3\n#   prompt: what it is told from then on',
        'draft:\n  based on: 3',
      )
      service.agents = [
        desk(({ version, config }) => {
          version.number = 4
          config.functionSettings.duringCall.push('send_voucher')
        }),
      ]
    },
  ],
  [
    'taken-away',
    0,
    ['--agent', 'order-desk'],
    async () => {
      await pull('--agent', 'order-desk')
      rmSync(join(folder, 'workspace/agents/order-desk.yaml'))
    },
  ],
  [
    'saved-again',
    0,
    ['--agent', 'order-desk', '--check'],
    async () => {
      await pull('--agent', 'order-desk')
      service.agents = [desk(({ config }) => Object.assign(config, { updatedAt: '2026-11-23T10:00:00Z' }))]
    },
  ],
  [
    'unreadable-agent',
    2,
    ['--agent', 'order-desk'],
    () => mkdirSync(join(folder, 'workspace/agents/order-desk.yaml'), { recursive: true }),
  ],
  [
    'unreadable-workspace',
    2,
    ['--agent', 'order-desk'],
    () => mkdirSync(join(folder, 'workspace/workspace.yaml'), { recursive: true }),
  ],
  ['unwritable', 2, ['--agent', 'order-desk', '-o', '/proc/none/w']],
  [
    'several-versions',
    0,
    ['--agent', 'order-desk'],
    () => {
      service.agents.push(desk(({ version }) => (version.number = 2)))
    },
  ],
  [
    'other-id',
    0,
    ['--agent', 'order-desk', '--id', 'ag_7f31'],
    () => {
      service.agents = [desk((agent) => (agent.agentId = 'ag_7f31'))]
      service.workflowList = [{ workflowId: 'wf-1', agentId: 'ag_7f31' }]
    },
  ],
  [
    'other-id-in-the-file',
    0,
    ['--agent', 'order-desk'],
    async () => {
      service.agents = [desk((agent) => (agent.agentId = 'ag_7f31'))]
      await pull('--agent', 'order-desk', '--id', 'ag_7f31')
    },
  ],
  ['no-agent', 2, []],
  ['no-such-agent', 2, ['--agent', 'order-dsk']],
  [
    'no-agents-at-all',
    2,
    ['--agent', 'order-desk'],
    () => {
      service.agents = []
    },
  ],
  ['empty-name', 2, ['--agent', '']],
  [
    'two-that-differ',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.agents.push(desk(({ config }) => (config.llmService.temperature = 1)))
    },
  ],
  [
    'no-number',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.agents = [desk(({ version }) => (version.number = 1.5))]
    },
  ],
  ['two-ids', 2, ['--agent', 'order-desk', '--id', 'other'], () => pull('--agent', 'order-desk')],
  ['id-of-another', 2, ['--agent', 'front', '--id', 'order-desk'], () => pull('--agent', 'order-desk')],
  ['foreign-file', 2, ['--agent', 'order-desk'], () => write('workspace/agents/order-desk.yaml', 'suite: mine\n')],
  [
    'foreign-note',
    2,
    ['--agent', 'order-desk'],
    async () => {
      await pull('--agent', 'order-desk')
      write('workspace/agents/.pulled/order-desk.json', '{ "mine": true }')
    },
  ],
  [
    'broken-agent',
    2,
    ['--agent', 'order-desk'],
    async () => {
      await pull('--agent', 'order-desk')
      change('workspace/agents/order-desk.yaml', 'first speaker: agent', 'frist speaker: agent')
    },
  ],
  ['broken-workspace', 2, ['--agent', 'order-desk'], () => write('workspace/workspace.yaml', 'workspace: [\n')],
  [
    'agent-in-the-workspace',
    2,
    ['--agent', 'order-desk'],
    () =>
      write(
        'workspace/workspace.yaml',
        'workspace: w\nkeys: [k]\nagents:\n  - { agent: order-desk, id: x, versions: { 1: {} } }\n',
      ),
  ],
  ['workspace-in-code', 2, ['--agent', 'order-desk'], () => write('workspace/workspace.ts', 'export default {}\n')],
  [
    'no-key',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.instead = json(401, { responseCode: 401, message: 'API key is missing', data: null })
    },
  ],
  [
    'not-found',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.instead = json(404, { responseCode: 404, errorCode: 'notFound', message: 'no such path', data: null })
    },
  ],
  [
    'server-error',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.instead = json(500, { responseCode: 500, message: 'internal server error', data: null })
    },
  ],
  [
    'web-page',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.instead = { status: 200, type: 'text/html', body: '<!doctype html><title>Sign in</title>' }
    },
  ],
  [
    'another-shape',
    3,
    ['--agent', 'order-desk'],
    () => {
      service.agents = [desk(({ config }) => Object.assign(config.functionSettings, { duringCall: 'lookup_order' }))]
    },
  ],
]

function json(status: number, body: object): NonNullable<ListingService['instead']> {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

/** The service changes after the first pull. */
async function changed(): Promise<void> {
  await pull('--agent', 'order-desk')
  service.agents = [
    desk(({ config, version }) => {
      version.description = 'Vouchers.'
      config.agentInstructions.systemContext = [{ system: 'You are the order desk.\nOffer a voucher.' }]
      config.functionSettings.duringCall = ['lookup_order', 'send_voucher']
      config.llmService.temperature = 0.4
      Object.assign(config.ttsService, { style: 'calm' })
    }),
  ]
}

/** The service and the local file both change after the first pull. */
async function both(): Promise<void> {
  await changed()
  const name = 'workspace/agents/order-desk.yaml'
  change(name, 'temperature: 0 ', 'temperature: 0.9 ')
  change(name, 'How can I help?', 'What can I do?')
}

describe('tableread pull', () => {
  const here = cases.filter(([name]) => name !== 'unwritable' || process.platform === 'linux')
  eachByTier(3)(here)('%s', async (name, exitCode, args, prepare) => {
    await prepare?.()
    const { code, out, err } = await pull(...args)
    const text = [err, out].filter((part) => part !== '').join('\n')
    const output = `exit code ${code}\n\n${text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')}`
    const golden = join(goldens, `${name}.out`)
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(golden, output)
    expect(existsSync(golden), `${name}.out is missing; write it with UPDATE_GOLDENS=1`).toBe(true)
    expect(output).toBe(readFileSync(golden, 'utf8'))
    expect(code).toBe(exitCode)
    expect(text).not.toContain('k-pull')
  })

  it('needs a service, and a key for it', async () => {
    const none = await runWarm(['pull', '--agent', 'x'], { folder, env })
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('there is no service to pull from')])
    const down = await runWarm(['pull', '--agent', 'x', '--target', 'http://127.0.0.1:9'], { folder, env })
    expect([down.code, down.err]).toEqual([3, expect.stringContaining('nothing answers at http://127.0.0.1:9')])
    expect(readTree(folder).size).toBe(0)
  })
})
