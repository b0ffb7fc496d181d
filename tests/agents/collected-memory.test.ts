// @module-tag stress
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../hostile/run-cli.ts'

/*
 * Everything that has a time limit hangs, and memory is collected all the time: every limit has to be kept. On Node 20
 * a limit by AbortSignal.timeout is lost with the first collection.
 */

let folder: string
let server: Server
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-collected-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  server = createServer((request, response) => void hang(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [name, text] of Object.entries(files())) writeFileSync(join(folder, name), text)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What an MCP server answers before a tool is called; the call itself has no answer. */
function mcpAnswer({ method, params }: { method?: string; params?: { protocolVersion?: string } }): object | undefined {
  if (method === 'tools/list') return { tools: [{ name: 'slow', inputSchema: { type: 'object' } }] }
  if (method !== 'initialize') return undefined
  const serverInfo = { name: 'm', version: '1' }
  return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo }
}

/** Under /half there is the beginning of an answer, under /mcp all that comes before the call of a tool. */
async function hang(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/half')) response.writeHead(200, { 'content-type': 'text/event-stream' }).write('da')
  if (request.url !== '/mcp') return
  let text = ''
  for await (const part of request) text += String(part)
  const call = text === '' ? {} : JSON.parse(text)
  const result = mcpAnswer(call)
  if (result !== undefined)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
  else if (call.method !== 'tools/call') response.writeHead(call.method === undefined ? 405 : 202).end()
}

const tools: Record<string, string> = {
  'a function': 'module: "./code.mjs#slow"',
  'an address': 'http: { url: "{{env.FAR}}/none" }',
  'half an answer': 'http: { url: "{{env.FAR}}/half" }',
  'a program': 'mcp: { server: program, tool: slow }',
  'a server': 'mcp: { server: server, tool: slow }',
}
const agents: Record<string, string> = {
  'code.mjs#forever': 'module: "./code.mjs#forever"',
  'chat completions': 'chat completions: "{{env.FAR}}/v1"',
  'half a chat completion': 'chat completions: "{{env.FAR}}/half"',
  a2a: 'a2a: "{{env.FAR}}"',
  'ag-ui': 'ag-ui: "{{env.FAR}}"',
  'half of ag-ui': 'ag-ui: "{{env.FAR}}/half"',
  webhook: 'webhook: "{{env.FAR}}"',
  'half a webhook': 'webhook: "{{env.FAR}}/half"',
  model: 'prompt: Help., model: far',
}

function files(): Record<string, string> {
  const agentOf = (name: string, lines: string): string =>
    `agent: ${name}\nid: ${name}\npublished: 1\nversions:\n  1: ${lines}\n`
  const toolsOf = Object.entries(tools).map(
    ([name, source]) => `"${name}": { ${source}, timeout: 1 s, parameters: { type: object } }`,
  )
  const pairs = Object.values(agents).map((lines, index) => [`agent-${index}`, lines] as const)
  const conversations = pairs.map(
    ([name]) => `  - { name: ${name}, agent: ${name}, turns: [{ user: Hi, expect: { reply: { contains: x } } }] }`,
  )
  return {
    'gc.mjs': `import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
setInterval(runInNewContext('gc'), 100).unref()
`,
    'code.mjs': `export const slow = () => new Promise(() => {})
export const forever = () => new Promise(() => {})
export default async function* ({ call }) {
  const all = await Promise.all(${JSON.stringify(Object.keys(tools))}.map((name) => call(name, {})))
  yield all.map(({ output }) => output).join('; ')
}
`,
    'program.mjs': `import { createInterface } from 'node:readline'
const answer = ${mcpAnswer}
createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = JSON.parse(line)
  const result = answer(asked)
  if (result !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }))
})
`,
    'desk.yaml': agentOf('desk', `{ module: ./code.mjs, limits: { time: 60 s }, tools: { ${toolsOf.join(', ')} } }`),
    'starts.yaml': agentOf('starts', '{ module: ./code.mjs, limits: { time: 60 s }, tools: { slow: { mcp: mute } } }'),
    ...Object.fromEntries(
      pairs.map(([name, lines]) => [`${name}.yaml`, agentOf(name, `{ ${lines}, limits: { time: 2 s } }`)]),
    ),
    'workspace.yaml': `workspace: w
keys: [local-key]
agents: [desk.yaml, starts.yaml, ${pairs.map(([name]) => `${name}.yaml`).join(', ')}]
models: { far: { use: openai-compatible/m, base url: "{{env.FAR}}/v1" } }
mcp servers:
  program: { command: [node, program.mjs] }
  server: { url: "{{env.FAR}}/mcp" }
  mute: { url: "{{env.FAR}}", start within: 2 s }
`,
    'tableread.config.yaml': `models: { far: { use: openai-compatible/m, base url: "{{env.FAR}}/v1" } }
judges: { by: far, unlicensed: count, time limit: 2 s }
`,
    's.yaml': `suite: S
agent: desk
time limit: 80 s
conversations:
  - name: tools
    turns:
      - user: Hi
        expect: { reply: { all: [${Object.keys(tools)
          .map((name) => `{ contains: "${name} took longer than 1000 ms" }`)
          .join(', ')}] } }
  - { name: judge, turns: [{ user: Hi, expect: { judge: is friendly } }] }
  - { name: starts, agent: starts, turns: [{ user: Hi, expect: { reply: { contains: x } } }] }
${conversations.join('\n')}
`,
  }
}

it('ends in time, whatever hangs, while memory is collected', async () => {
  const env = {
    FAR: url,
    NODE_OPTIONS: `--import ${join(folder, 'gc.mjs')}`,
    TABLEREAD_API_KEY: 'local-key',
    NO_COLOR: '1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
  }
  const args = ['run', 's.yaml', '--workspace', '.', '--otlp', `${url}/v1/traces`, '-r', 'plain', '--all-failures']
  const { out, err } = await runCli(args, { folder, env, timeLimitMs: 160_000 })
  const output = out + err
  expect(output).toContain('1 passed, 11 errored of 12')
  expect(output).toMatch(/the only vote is void: m at \S+ gave no answer within 2\.0 s/)
  expect(output).toContain('the MCP server mute does not start: it has not listed its tools within 2 s')
  for (const [index, name] of Object.keys(agents).entries())
    expect(output, name).toMatch(
      new RegExp(
        `errored  agent-${index} (?:(?!errored  )[^])*(has not answered within 2 s|gave no answer within|limits: time)`,
      ),
    )
  expect(output).toMatch(/the spans could not be sent to .*: no answer came within 2\.0 s/)
})
