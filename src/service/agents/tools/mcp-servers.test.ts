import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import { keyOfDouble, openModelDouble } from '../../../wire/models/model-double.fixture.ts'
import { closeTools, folderOf, listenHere, serveTools, toolFiles, whenClosed } from './tools.fixture.ts'

afterEach(async () => {
  vi.unstubAllEnvs()
  delete process.env.STOCK_KEY
  await closeTools()
})

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')

/**
 * A small server. `STARTS` names a file to which it appends its process id, one a line; its first argument
 * selects a quirk.
 */
const small = `
import { appendFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
const odd = process.argv[2]
if (process.env.STARTS) appendFileSync(process.env.STARTS, process.pid + '\\n')
if (odd === 'fails') { console.error('no database at ' + process.env.STOCK_KEY); process.exit(3) }
if (odd === 'stays') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1000)
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)'])
  if (process.env.STARTS) appendFileSync(process.env.STARTS, child.pid + '\\n')
}
if (odd === 'leaves') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] })
  appendFileSync(process.env.STARTS, child.pid + '\\n')
}
if (odd === 'talks') console.log('Welcome to the stock!\\n{"not": "a message"}\\n[1,')
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const tools = [
  { name: 'stock', description: 'Counts.', inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  { name: 'die', inputSchema: { type: 'object' } },
  { name: 'hang', inputSchema: { type: 'object' } },
  { name: 'noise', inputSchema: { type: 'object' } },
  { name: 'huge', inputSchema: { type: 'object' } },
  { name: 'key', inputSchema: { type: 'object' } },
]
if (odd === 'types') tools[0].inputSchema.properties.id.type = 'objekt'
if (odd === 'refers') tools[0].inputSchema.properties.id = { $ref: 'https://schemas.example/id.json' }
if (odd === 'knows') Object.assign(tools[0].inputSchema.properties.id, { format: 'stock-id', 'x-known': true, minItems: 1 })
if (odd === 'older') tools[0].inputSchema.properties.rows = { type: 'array', items: [{ type: 'string' }] }
if (odd === 'bad list') tools[1] = { name: 'die', inputSchema: { type: 'array' } }
if (odd === 'changes') tools.push({ name: 'change', inputSchema: { type: 'object' } })
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (odd === 'mute') return
  if (method === 'initialize')
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })
  if (method === 'tools/list') send({ id, result: { tools } })
  if (method !== 'tools/call') return
  const raw = (content) => '{"jsonrpc":"2.0","id":' + id + ',"result":{' + content + '}}\\n'
  const said = '"content":[{"type":"text","text":"\u00fc"}]'
  if (odd === 'twice') return process.stdout.write(raw('"content":[],' + said))
  if (odd === 'latin') return process.stdout.write(Buffer.from(raw(said), 'latin1'))
  const text = (text) => send({ id, result: { content: [{ type: 'text', text }] } })
  if (['stock', 'count'].includes(params.name)) text(JSON.stringify({ id: params.arguments.id, pid: process.pid }))
  if (params.name === 'change') {
    tools[0] = { name: 'count', inputSchema: { type: 'object', required: ['id'] } }
    send({ method: 'notifications/tools/list_changed' })
    text('changed')
  }
  if (params.name === 'key') text('the key is ' + process.env.KEY + ' and ' + process.env.TABLEREAD_API_KEY)
  if (params.name === 'die') { console.error('out of stock'); process.exit(1) }
  if (params.name === 'noise') { console.log('%%% noise %%%'); text('quiet again') }
  if (params.name === 'huge') process.stdout.write('x'.repeat(9 * 1024 * 1024))
})
`

const servers = (odd = 'sound', more = '') =>
  `mcp servers: { inventory: { command: [node, server.mjs, "${odd}"], env: { STARTS: starts, KEY: "{{env.STOCK_KEY}}" }${more} } }\n`

function serveSmall(tools: string, odd = 'sound', more = '') {
  process.env.STOCK_KEY ??= 'not-set-but-long'
  const files = toolFiles(tools, servers(odd, more), { 'server.mjs': small })
  const service = serveTools(files)
  const starts = () => readFileSync(join(service.folder, 'starts'), 'utf8').trim().split('\n').map(Number)
  return { ...service, starts }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // a zombie, which has ended but was not reaped yet, does not count
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a tool of an MCP server', () => {
  it.each([
    ['types', /the MCP server inventory describes stock by parameters that are no JSON Schema: .*type/],
    ['refers', /the MCP server inventory describes stock by parameters that are no JSON Schema: .*reference/],
    ['bad list', /inventory does not start: its answer is none of MCP at tools\[1\]\.inputSchema\.type: /],
  ])(
    'that is described wrongly (%s) refuses the turn, and is no fault of the agent',
    { tags: 'slow' },
    async (odd, message) => {
      const { call } = serveSmall('stock: { mcp: inventory }', odd)
      expect((await call('stock', { id: '1' })).refused).toMatch(message)
    },
  )

  eachByTier(1)(['knows', 'older'])('may be described by what others know (%s)', { tags: 'slow' }, async (odd) => {
    const { call } = serveSmall('stock: { mcp: inventory }', odd)
    expect(await call('stock', { id: '1' })).toMatchObject({ isError: false })
  })

  it('gives texts, structured content, pictures and errors of a server that others wrote', {
    tags: 'stress',
  }, async () => {
    const tools = `
echo: { mcp: every }
add: { mcp: { server: every, tool: get-sum } }
structured: { mcp: { server: every, tool: get-structured-content } }
picture: { mcp: { server: every, tool: get-tiny-image } }
links: { mcp: { server: every, tool: get-resource-links } }
slow: { mcp: { server: every, tool: trigger-long-running-operation }, timeout: 300 ms }
`.trim()
    const { call } = serveTools(
      toolFiles(tools, `mcp servers: { every: { command: [node, "${everything}", stdio] } }\n`),
    )
    expect(await call('echo', { message: 'hi' })).toMatchObject({ output: 'Echo: hi', isError: false })
    expect((await call('add', { a: 2, b: 3 })).output).toContain('5')
    expect((await call('structured', { location: 'New York' })).value).toMatchObject({
      temperature: expect.any(Number),
    })
    expect((await call('picture')).output).toMatch(/\[image\/png, \d+ (kB|bytes)\]/)
    expect((await call('links', { count: 1 })).output).toMatch(/\[.+: demo:\/\/.+\]/)
    expect(await call('slow', { duration: 5, steps: 1 })).toMatchObject({
      isError: true,
      output: 'Error: slow took longer than 300 ms',
    })
    expect(await call('echo', { message: 7 })).toMatchObject({
      isError: true,
      output: expect.stringContaining('the arguments of echo are refused: .message'),
    })
  })

  it('is asked over streamable HTTP, and again after that server started anew', { tags: 'stress' }, async () => {
    const start = async (port: string): Promise<() => Promise<void>> => {
      const child = spawn(process.execPath, [everything, 'streamableHttp'], { env: { ...process.env, PORT: port } })
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      const stop = async () => {
        child.kill('SIGKILL')
        await ended
      }
      whenClosed(stop)
      for await (const text of child.stderr) if (String(text).includes('listening on port')) break
      return stop
    }
    const free = new URL(await listenHere(() => undefined)).port
    await closeTools()
    const stop = await start(free)
    const { call } = serveTools(
      toolFiles(
        'echo: { mcp: every }',
        `mcp servers: { every: { url: "http://127.0.0.1:${free}/mcp", headers: { x-a: b } } }\n`,
      ),
    )
    expect(await call('echo', { message: 'hi' })).toMatchObject({ output: 'Echo: hi', isError: false })
    await stop()
    await start(free)
    expect(await call('echo', { message: 'lost' })).toMatchObject({
      isError: true,
      output: expect.stringMatching(/^Error: the MCP server every cannot be asked: /),
    })
    expect(await call('echo', { message: 'back' })).toMatchObject({ output: 'Echo: back', isError: false })
  })

  it('is described to the agent by its server where the version says nothing', { tags: 'slow' }, async () => {
    const { call } = serveSmall(
      'stock: { mcp: inventory }\nown: { mcp: { server: inventory, tool: stock }, parameters: { type: object, properties: { id: { type: number } } } }',
    )
    expect((await call('stock', {})).output).toContain(
      "the arguments of stock are refused: they: a value that must have required property 'id'",
    )
    expect((await call('own', { id: 'x' })).output).toContain(
      'the arguments of own are refused: .id: a value that must be number',
    )
  })

  it('is told to a model as its server tells it', { tags: 'slow' }, async () => {
    const double = await openModelDouble()
    whenClosed(() => double.close())
    vi.stubEnv('GATEWAY_KEY', keyOfDouble)
    vi.stubEnv('STOCK_KEY', 'not-asked-for-here')
    double.answer(
      { match: { hasToolResult: false }, response: { toolCalls: [{ name: 'stock', arguments: '{"id":"7"}' }] } },
      { match: { hasToolResult: true }, response: { content: '{"output":"done"}' } },
    )
    const files = toolFiles('stock: { mcp: inventory }', servers(), { 'server.mjs': small })
    const model = `prompt: Help.\n    model: { use: openai-compatible/qwen3, key: GATEWAY_KEY, base url: "${double.url}/v1" }`
    const { call } = serveTools({
      ...files,
      'desk.yaml': files['desk.yaml']?.replace('module: ./agent.mjs', model) ?? '',
    })
    expect((await call('stock')).output).toBe('done')
    const [firstRequest, secondRequest] = double.requests()
    expect(firstRequest?.tools?.map((each) => each.function)).toEqual([
      {
        name: 'stock',
        description: 'Counts.',
        parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
    ])
    expect(JSON.stringify(secondRequest?.messages.at(-1))).toContain('\\"id\\":\\"7\\"')
  })

  it('shares one server with all turns, which is started again after it died', { tags: 'slow' }, async () => {
    const { call, starts } = serveSmall('stock: { mcp: inventory }\ndie: { mcp: inventory }')
    const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => call('stock', { id })))
    expect(outcomes.map(({ isError }) => isError)).toEqual([false, false, false])
    expect(starts()).toHaveLength(1)
    expect(await call('die')).toMatchObject({
      isError: true,
      output:
        'Error: the MCP server inventory died during the call; it ended with exit code 1; its last words: out of stock',
    })
    expect((await call('stock', { id: 'd' })).isError).toBe(false)
    expect(starts()).toHaveLength(2)
  })

  it('is told when it hangs, when it is noisy, and when it never ends a line', { tags: 'stress' }, async () => {
    const { call, starts } = serveSmall(
      'hang: { mcp: inventory, timeout: 100 ms }\nnoise: { mcp: inventory }\nhuge: { mcp: inventory }\nstock: { mcp: inventory }',
      'talks',
    )
    expect(await call('hang')).toMatchObject({ isError: true, output: 'Error: hang took longer than 100 ms' })
    expect(await call('noise')).toMatchObject({ isError: false, output: 'quiet again' })
    expect(await call('huge')).toMatchObject({
      isError: true,
      output: expect.stringContaining('a line of more than 8388608 characters'),
    })
    expect((await call('stock', { id: 'x' })).isError).toBe(false)
    expect(starts()).toHaveLength(2)
  })

  it('hides the key of its server, which is given nothing else that is secret', { tags: 'slow' }, async () => {
    process.env.STOCK_KEY = 'st0ck-key-of-the-shop'
    vi.stubEnv('TABLEREAD_API_KEY', 'the-own-key-of-tableread')
    const { call } = serveSmall('key: { mcp: inventory }')
    expect((await call('key')).output).toBe('the key is <env.STOCK_KEY> and undefined')
    process.env.STOCK_KEY = 'n0-database-here'
    const { call: fail } = serveSmall('key: { mcp: inventory }', 'fails')
    expect((await fail('key')).refused).toMatch(/last words: no database at (undefined|<env.STOCK_KEY>)$/)
  })

  it.each([
    [
      'fails',
      '',
      /^the MCP server inventory does not start: it ended with exit code 3; its last words: no database at undefined$/,
    ],
    [
      'mute',
      ', start within: 300 ms',
      /^the MCP server inventory does not start: it has not listed its tools within 0\.3 s$/,
    ],
  ])('is an error of the turn where its server does not start: %s', async (odd, more, message) => {
    const { call } = serveSmall('stock: { mcp: inventory }', odd, more)
    expect((await call('stock', { id: 'x' })).refused).toMatch(message)
  })

  it.each([
    ['{ command: [no-such-program-here] }', /does not start: there is no program no-such-program-here \(in .+\)/],
    [
      '{ command: [node, "{{env.NO_SUCH}}"] }',
      /^the MCP server inventory cannot be asked: the environment variable NO_SUCH is not set$/,
    ],
    [
      '{ url: "{{env.STOCK_URL}}/mcp" }',
      /cannot be asked: its url, or what it takes from the environment, is no address$/,
    ],
    [
      '{ url: "{{env.STOCK_FAR}}" }',
      /does not start: far\.example\.com is not this machine, and nothing says live: yes$/,
    ],
    ['{ url: "http://127.0.0.1:4/mcp" }', /does not start: ECONNREFUSED$/],
  ])('is an error of the turn with the server %s', async (server, message) => {
    const { call } = serveTools(toolFiles('stock: { mcp: inventory }', `mcp servers: { inventory: ${server} }\n`))
    vi.stubEnv('STOCK_URL', 'nowhere-at-all')
    vi.stubEnv('STOCK_FAR', 'http://far.example.com/mcp')
    expect((await call('stock', { id: 'x' })).refused).toMatch(message)
  })

  it('is an error of the turn where the address is none of MCP, or wants a key', async () => {
    for (const [status, message] of [
      [401, /does not start: it answered 401$/],
      [200, /does not start: it answered with no message of MCP$/],
    ] as const) {
      const url = await listenHere((_, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>token=hidden'),
      )
      const { call } = serveTools(
        toolFiles('stock: { mcp: inventory }', `mcp servers: { inventory: { url: "${url}/mcp?key=x" } }\n`),
      )
      expect((await call('stock', { id: 'x' })).refused).toMatch(message)
    }
  })

  it('is an error of the turn where its server has no such tool, with the one that was meant', async () => {
    const { call } = serveSmall('stok: { mcp: inventory }')
    expect((await call('stok')).refused).toBe('the MCP server inventory has no tool stok; did you mean stock?')
  })

  it('leaves no process behind when the service closes, not even one that will not end, or what it started', {
    tags: 'stress',
  }, async () => {
    const { call, starts, service } = serveSmall('stock: { mcp: inventory }\nhang: { mcp: inventory }', 'stays')
    await call('stock', { id: 'x' })
    const under = call('hang')
    await pause(50)
    expect(starts().map(isRunning)).toEqual([true, true])
    service.close()
    expect((await under).refused).toContain('the service is closed')
    await service.context.mcpServers.close()
    await vi.waitFor(() => expect(starts().map(isRunning)).toEqual([false, false]), 2_000)
  })

  it('leaves nothing behind of a server that died and left what it started, which held its output open', {
    tags: 'stress',
  }, async () => {
    const { call, starts } = serveSmall('die: { mcp: inventory }\nstock: { mcp: inventory }', 'leaves')
    expect((await call('die')).output).toContain('died during the call; it ended with exit code 1')
    await vi.waitFor(() => expect(starts().map(isRunning)).toEqual([false, false]), 2_000)
  })

  it('leaves none behind that had not even started', async () => {
    const { call, starts, service } = serveSmall('stock: { mcp: inventory }', 'mute')
    const under = call('stock', { id: 'x' })
    await vi.waitFor(() => expect(starts()).toHaveLength(1), 5_000)
    service.close()
    expect((await under).refused).toContain('the service is closed')
    await service.context.mcpServers.close()
    expect(starts().map(isRunning)).toEqual([false])
  })

  eachByTier(1)([
    ['twice', /its last words: it answered with JSON in which result\.content stands twice/],
    ['latin', /its last words: it answered with bytes that are no UTF-8/],
  ])('whose program answers in other words than were said (%s) fails', { tags: 'slow' }, async (odd, why) => {
    const { call } = serveSmall('stock: { mcp: inventory }', odd)
    const { output, isError } = await call('stock', { id: 'x' })
    expect([isError, output]).toEqual([true, expect.stringMatching(why)])
  })

  it('is started anew when the workspaces are read again; what is under way is finished', {
    tags: 'stress',
  }, async () => {
    const { call, starts, service, reload } = serveSmall(
      'stock: { mcp: inventory }\nhang: { mcp: inventory, timeout: 4 s }',
    )
    await call('stock', { id: 'x' })
    const under = call('hang')
    await pause(50)
    reload()
    expect((await call('stock', { id: 'y' })).isError).toBe(false)
    expect(starts().map(isRunning)).toEqual([true, true])
    expect((await under).output).toBe('Error: hang took longer than 4000 ms')
    await vi.waitFor(() => expect(starts().map(isRunning)).toEqual([false, true]), 3_000)
    void service
  })

  it('has the tools that its server says it has by now', { tags: 'stress' }, async () => {
    const definition = '{ mcp: inventory, description: Counts., parameters: { type: object, properties: {} } }'
    const { call } = serveSmall(`stock: ${definition}\ncount: ${definition}\nchange: ${definition}`, 'changes')
    expect((await call('count')).refused).toContain('the MCP server inventory has no tool count; it has stock, die')
    expect((await call('change')).output).toBe('changed')
    await vi.waitFor(async () => expect((await call('count')).refused).toBeUndefined(), 3_000)
    expect((await call('stock', { id: 'x' })).refused).toContain('the MCP server inventory has no tool stock')
  })

  it('asks for the package as an agent does: one of the project that breaks is told with its name', async () => {
    const { loadSdk } = await import('./mcp-sdk.ts')
    const home = 'node_modules/@modelcontextprotocol/sdk'
    const folder = folderOf({
      [`${home}/package.json`]: JSON.stringify({ version: '1.99.0', exports: { './*': './*' } }),
      [`${home}/client/index.js`]: 'throw new Error("no good")',
    })
    await expect(loadSdk('inventory', folder)).rejects.toThrow(
      'the package @modelcontextprotocol/sdk 1.99.0 cannot be loaded: no good',
    )
  })
})
