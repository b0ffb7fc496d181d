// @module-tag stress
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { openClient } from './mcp/open-client.ts'
import { type Company, openCompany, secrets } from './network/open-company.ts'
import { createProject, runVitest } from './vitest/run-vitest.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-network-'))
let company: Company
beforeAll(async () => {
  company = await openCompany()
  for (const [name, text] of Object.entries({ ...files, ...workspace })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
beforeEach(() => {
  company.tunnels.length = company.arrived.length = company.headers.length = 0
  company.refusal = null
})
afterAll(async () => {
  await company.close()
  rmSync(folder, { recursive: true })
})

const talk = `suite: Talk
agent: order-desk
conversations:
  - name: greets
    turns: [{ user: hello, expect: { reply: { present: true } } }]
`
const config = `headers: { x-gateway-key: "{{env.GATEWAY_KEY}}" }\n`
const files: Record<string, string> = {
  'tableread.config.yaml': config,
  'talk.yaml': talk,
  'attacks.yaml': `attacks: Talked over
agent: order-desk
goals: [{ goal: a label, wish: send me a label, harm: { calls: [create_return_label] } }]
families: [authority]
`,
}

/** Each verb that asks the service, and what it ends with. */
const verbs: Record<string, [args: string[], codes: number[], said: RegExp]> = {
  run: [['talk.yaml', '--allow-tools'], [0], /1 passed/],
  compare: [['default', 'default', 'talk.yaml', '--repeat', '1', '--allow-tools'], [0, 1, 3], /greets|compare/],
  bisect: [['talk.yaml', '-g', '1', '-b', 'draft', '--allow-tools'], [4], /draft: 5 of 5/],
  snapshots: [['talk.yaml', '--update', '--allow-tools'], [0], /1 passed|snapshot/],
  record: [['talk.yaml', '--allow-tools'], [0], /1 passed|recorded/],
  vary: [['talk.yaml', '--allow-tools'], [0, 1, 3], /greets|variant/],
  attack: [['attacks.yaml', '--allow-tools'], [0, 1, 3], /talk/],
  chat: [['order-desk', '--allow-tools'], [0], /order-desk/],
  lint: [['talk.yaml'], [0], /0 problems|talk\.yaml/],
  pull: [['--agent', 'order-desk', '--output', 'pulled'], [0], /order-desk/],
  contract: [['--live', '--agent', 'order-desk', '--rule', 'CHA-10', '--runs', '3', '--allow-tools'], [0], / must +1 /],
  init: [['--kind', 'live', '--url', 'https://desk.invalid/gateway/v1', '--agent', 'order-desk', '-y'], [0], /./],
}

describe('behind a proxy with a password, a gateway of the company and a base path', { tags: 'slow' }, () => {
  eachByTier(1)(Object.keys(verbs))(
    '%s works by the environment alone, and only documented requests leave',
    async (verb) => {
      const [args, codes, pattern] = verbs[verb] ?? [[], [], /^$/]
      const { code, out } = await company.tableread([verb, ...args], folder)
      expect(codes, out).toContain(code)
      expect(out).toMatch(pattern)
      expect(out).not.toMatch(/is not one of the two reads|ENOTFOUND|forbidden|is not part of the interface/)
      expect(company.arrived.length, out).toBeGreaterThan(0)
      expect(company.tunnels.length).toBeGreaterThan(0)
      expect(new Set(company.tunnels)).toEqual(new Set(['desk.invalid:443']))
      const documented =
        /^desk\.invalid (?:GET \/gateway\/v1\/api\/(?:agent\/blueprints|session\/fetch\/[^/]+)|POST \/gateway\/v1\/api\/chat-agent\/trigger)$/
      expect(company.arrived.filter((each) => !documented.test(each))).toEqual([])
      expectNoSecret(out)
    },
  )

  it('a tape that was recorded there is replayed without any of it', { tags: 'stress' }, async () => {
    await company.tableread(['record', 'talk.yaml', '--allow-tools'], folder)
    company.arrived.length = 0
    const away = { TABLEREAD_TARGET: undefined, HTTPS_PROXY: undefined, HTTP_PROXY: undefined, GATEWAY_KEY: undefined }
    const { code, out } = await company.tableread(['replay', 'talk.yaml'], folder, away)
    expect([code, company.arrived], out).toEqual([0, []])
  })

  it('the run says once that a proxy is on the way, and every file keeps the secrets', { tags: 'stress' }, async () => {
    const sinks = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html', '--otlp', 'r.otlp.json', '--trace']
    const { out } = await company.tableread(['run', 'talk.yaml', '--allow-tools', ...sinks], folder)
    expect(out.split(`https://desk.invalid is asked through the proxy ${company.proxy}`)).toHaveLength(2)
    expectNoSecret(out)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (statSync(join(folder, name)).isFile()) expectNoSecret(readFileSync(join(folder, name), 'latin1'))
  })

  it('the plugin of Vitest works alike', { tags: 'stress' }, async () => {
    const project = createProject({ 'suites/talk.yaml': talk, 'tableread.config.yaml': config }, { allowTools: true })
    const { code, output } = await runVitest(project, company.environment)
    project.remove()
    expect([code, company.arrived.some((each) => each.includes('POST'))], output).toEqual([0, true])
    expect(new Set(company.tunnels)).toEqual(new Set(['desk.invalid:443']))
    expectNoSecret(output)
  })

  it('the tools of MCP work alike', { tags: 'stress' }, async () => {
    const { call, client, told } = await openClient({
      folder,
      env: company.environment,
      flags: ['--target', company.target, '--allow-tools'],
    })
    const ran = await call('run_suites', { paths: ['talk.yaml'] })
    await client.close()
    expect(ran.data, ran.text).toMatchObject({ exitCode: 0 })
    expect(new Set(company.tunnels)).toEqual(new Set(['desk.invalid:443']))
    expectNoSecret(ran.text + JSON.stringify(ran.data) + told())
  })
})

/** Everything that asks another host, each by a host of its own. */
const connectors: Record<string, string> = {
  completions: 'chat completions: { url: "http://completions.invalid/v1", live: yes }',
  agent2agent: 'a2a: { url: "http://agent2agent.invalid", live: yes }',
  agui: 'ag-ui: { url: "http://agui.invalid", live: yes }',
  webhook: 'webhook: { url: "http://webhook.invalid", live: yes }',
  model: 'prompt: Help., model: far',
}
const toolLimits = 'timeout: 3 s, parameters: { type: object }'
const asking: Record<string, string> = {
  address: `http: { url: "http://address.invalid/x", live: yes }, ${toolLimits}`,
  served: `mcp: { server: served, tool: served }, ${toolLimits}`,
}
const agentFile = (name: string, version: string): string =>
  `agent: ${name}\nid: ${name}\npublished: 1\nversions:\n  1: ${version}\n`
const far = (host: string): string => `{ use: openai-compatible/m, base url: "http://${host}.invalid/v1" }`
const workspace: Record<string, string> = {
  'far/workspace.yaml': `workspace: far
keys: [local-key]
agents: [${Object.keys({ ...asking, ...connectors }).map((name) => `${name}.yaml`)}]
models: { far: ${far('model')} }
mcp servers: { served: { url: "http://served.invalid/mcp", live: yes, start within: 3 s } }
`,
  ...Object.fromEntries(
    Object.entries(asking).map(([name, tool]) => [
      `far/${name}.yaml`,
      agentFile(name, `{ module: ./code.mjs, tools: { ${name}: { ${tool} } } }`),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(connectors).map(([name, line]) => [
      `far/${name}.yaml`,
      agentFile(name, `{ ${line}, limits: { time: 20 s } }`),
    ]),
  ),
  'far/code.mjs': `export default async function* ({ agentName, call }) {
  await call(agentName, {})
  yield 'done'
}`,
  'far/tableread.config.yaml': `models: { far: ${far('judge')} }\njudges: { by: far, unlicensed: count, time limit: 3 s }\n`,
  'far/s.yaml': `suite: S
agent: address
conversations:
  - { name: judged, turns: [{ user: Hi, expect: { judge: is friendly } }] }
${Object.keys({ served: '', ...connectors })
  .map((name) => `  - { name: ${name}, agent: ${name}, turns: [{ user: Hi, expect: { reply: { present: true } } }] }`)
  .join('\n')}
`,
}

describe('every connector', { tags: 'slow' }, () => {
  const run = () =>
    company.tableread(
      ['run', 's.yaml', '--workspace', '.', '--otlp', 'http://otlp.invalid/v1/traces', '-r', 'plain', '--all-failures'],
      join(folder, 'far'),
      { TABLEREAD_TARGET: undefined, TABLEREAD_API_KEY: 'local-key' },
    )
  it('asks through the proxy: remote agents, models, judges, tools and the collector', { tags: 'stress' }, async () => {
    const { out } = await run()
    const hosts = [...Object.keys(connectors), 'address', 'judge', 'otlp', 'served'].sort()
    expect([...new Set(company.tunnels)].sort(), out).toEqual(hosts.map((host) => `${host}.invalid:80`))
    expect([...new Set(company.arrived.map((each) => each.split('.invalid')[0]))].sort(), out).toEqual(hosts)
    expectNoSecret(out)
  })
  it('names the proxy where it refuses, not the agent, and nothing arrives', { tags: 'stress' }, async () => {
    company.refusal = 407
    const { out } = await run()
    expect(company.arrived, out).toEqual([])
    for (const host of Object.keys(connectors))
      expect(out, host).toMatch(
        new RegExp(`${host}\\.invalid .*cannot be reached.*the proxy \\S+ wants another user or password \\(407\\)`),
      )
    expect(out).toMatch(/could not be sent to http:\/\/otlp\.invalid.*the proxy \S+ wants another/)
    expect(out).toMatch(/causes: \d network|\d+ network/)
    expectNoSecret(out)
  })
})

describe('an obstacle on the way', { tags: 'slow' }, () => {
  const run = (env: Record<string, string | undefined> = {}, ...args: string[]) =>
    company.tableread(['run', 'talk.yaml', '--allow-tools', ...args], folder, env)
  eachByTier(1)<[name: string, env: () => Record<string, string | undefined>, refusal: number | null, said: RegExp]>([
    [
      'a password that the proxy refuses',
      () => ({ HTTPS_PROXY: `http://proxy-user:wrong-password@${company.proxy.slice(7)}` }),
      null,
      /no connection to https:\/\/desk\.invalid: the proxy http:\/\/127\.0\.0\.1:\d+ wants another user or password \(407\); nothing was sent/,
    ],
    [
      'a proxy that lets nobody there',
      () => ({}),
      403,
      /the proxy \S+ refuses to connect to it \(403\); nothing was sent/,
    ],
    ['a proxy that cannot get there', () => ({}), 502, /the proxy \S+ cannot connect to it \(502\); nothing was sent/],
    [
      'a proxy that is down',
      () => ({ HTTPS_PROXY: 'http://proxy-user:secret-word@127.0.0.1:9' }),
      null,
      /the proxy http:\/\/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\); nothing was sent/,
    ],
    [
      'no authority that is trusted',
      () => ({ NODE_EXTRA_CA_CERTS: undefined }),
      null,
      /its certificate is not trusted here \(\w+\); nothing was sent[\s\S]*NODE_EXTRA_CA_CERTS=/,
    ],
  ])('%s is told as what it is', async (_, env, refusal, pattern) => {
    company.refusal = refusal
    const { code, out } = await run(env(), '--time-limit', '8 s')
    expect([code, company.arrived], out).toEqual([3, []])
    expect(out.replace(/\n\s+(?!.*NODE_EXTRA)/g, ' ')).toMatch(pattern)
    expect(out).not.toMatch(/is the service running|not known what became|wrong-password|secret-word/)
    expectNoSecret(out)
  })
  it('is named where a variable names no proxy', async () => {
    const { code, out } = await run({ HTTPS_PROXY: 'socks5://bob:secret-word@proxy.invalid:1080' })
    expect([code, out]).toEqual([2, expect.stringMatching(/HTTPS_PROXY does not name a proxy[\s\S]*NO_PROXY/)])
    expect(out).not.toContain('secret-word')
  })
  it('is none for this machine, whatever the variables say', { tags: 'stress' }, async () => {
    const { code, out } = await run({ TABLEREAD_TARGET: company.near })
    expect([code, company.tunnels], out).toEqual([0, []])
    expect(out).not.toContain('through the proxy')
    const local = await run({ TABLEREAD_TARGET: undefined })
    expect([local.code, company.tunnels], local.out).toEqual([0, []])
  })
})

describe('the headers of a gateway', { tags: 'slow' }, () => {
  const runWith = async (text: string, env: Record<string, string | undefined> = {}, ...args: string[]) => {
    writeFileSync(join(folder, 'other.config.yaml'), text)
    return company.tableread(
      ['run', 'talk.yaml', '--allow-tools', '--config', 'other.config.yaml', ...args],
      folder,
      env,
    )
  }
  it('go to the host of the config alone, not to one that a flag names', { tags: 'stress' }, async () => {
    const own = `target: https://desk.invalid/gateway/v1\n${config}`
    expect((await runWith(own, { TABLEREAD_TARGET: undefined })).code).toBe(0)
    expect(company.headers.every((each) => each['x-gateway-key'] === secrets.header)).toBe(true)
    company.headers.length = 0
    const { code } = await runWith(own, {}, '--target', company.near)
    expect([code, company.headers.length > 0]).toEqual([3, true])
    expect(company.headers.some((each) => 'x-gateway-key' in each)).toBe(false)
  })
  eachByTier(2)([
    ['{ x-gateway-key: in-the-file }', /the header x-gateway-key has its value in the file/],
    ['{ x-gateway-key: "{{env.TABLEREAD_API_KEY}}" }', /would carry the key of the service/],
    ['{ Host: "{{env.GATEWAY_KEY}}" }', /the header Host could make another request of it/],
    ['{ x-http-method-override: "{{env.GATEWAY_KEY}}" }', /could make another request of it/],
    ['{ customerNumber: "{{env.GATEWAY_KEY}}" }', /address somebody/],
    ['{ X-Api-Key: "{{env.GATEWAY_KEY}}" }', /is written with each request/],
    ['{ "a b": "{{env.GATEWAY_KEY}}" }', /is no name of a header/],
    [
      '{ x-gateway-key: "{{env.NOT_SET}}" }',
      /the environment variable NOT_SET is not set, which the header x-gateway-key/,
    ],
  ])('are refused as %s', async (headers, pattern) => {
    const { code, out } = await runWith(`headers: ${headers}\n`)
    expect([code, company.arrived], out).toEqual([2, []])
    expect(out).toMatch(pattern)
    expectNoSecret(out)
  })
})

describe('a certificate', { tags: 'stress' }, () => {
  it.each<[name: string, said: RegExp]>([
    ['self-signed', /its certificate is self-signed, and not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    ['expired', /its certificate has expired \(CERT_HAS_EXPIRED\)/],
    ['other', /its certificate is for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/],
    ['none', /it speaks http, and was asked in https \(ERR_SSL_WRONG_VERSION_NUMBER\)/],
  ])('that is wrong is told as what it is, near and behind the proxy: %s', async (name, pattern) => {
    const port = await company.serve(name)
    for (const target of [`https://127.0.0.1:${port}`, `https://bad-${name}.invalid`]) {
      const args = ['run', 'talk.yaml', '--target', target, '--allow-tools', '--time-limit', '8 s']
      const { code, out } = await company.tableread(args, folder)
      expect([code, company.arrived], out).toEqual([3, []])
      expect(out).toMatch(new RegExp(`no connection to ${target}: ${pattern.source}; nothing was sent`))
      if (name !== 'none') expect(out).toContain('NODE_EXTRA_CA_CERTS')
      expect(out).not.toMatch(/is the service running|nothing answers|not known what became/)
    }
    const lint = await company.tableread(['lint', 'talk.yaml', '--target', `https://127.0.0.1:${port}`], folder)
    expect(lint.out).toMatch(pattern)
    const pull = await company.tableread(
      ['pull', '--agent', 'order-desk', '--target', `https://bad-${name}.invalid`],
      folder,
    )
    expect([pull.code, pull.out]).toEqual([3, expect.stringMatching(pattern)])
    const contract = await company.tableread(
      ['contract', '--live', '--rule', 'CHA-10', '--target', `https://bad-${name}.invalid`],
      folder,
    )
    expect(contract.code, contract.out).not.toBe(0)
    expect(contract.out).toMatch(pattern)
  })
})

function expectNoSecret(text: string): void {
  const { user, password, header } = secrets
  const plain = `${user}:${password}`
  for (const secret of [
    password,
    encodeURIComponent(password),
    header,
    Buffer.from(plain).toString('base64'),
    company.apiKey,
  ])
    expect(text).not.toContain(secret)
}
