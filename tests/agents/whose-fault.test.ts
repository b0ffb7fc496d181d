// @module-tag stress
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWarm } from '../warm/run-warm.ts'

/*
 * Every kind of agent, with everything that can be wrong with an answer without being the doing of its prompt or code,
 * and with everything that is no answer. However an agent is attached, it has to come to the same verdict and cause.
 */

const kinds = ['scripted', 'code', 'model', 'chat completions', 'webhook', 'a2a', 'ag-ui'] as const
type Kind = (typeof kinds)[number]

/** A fault: the verdict and cause that it comes to, and what the host answers; `says` is what the agent says itself. */
interface Fault {
  comesTo: string
  status?: number
  body?: object
  says?: string
  /** What a chat completion has besides its text. */
  completion?: { message?: object; finish_reason?: string }
  /** What code that asks a provider throws. */
  throws?: string
  /** Kinds of agents that have no way to say it. */
  cannot: readonly Kind[]
}

/** A scripted agent asks nobody, and says what is written, which cannot be nothing. */
const noHost = ['scripted'] as const
/** Only hosts of models say how an answer ended. */
const noEnding = ['scripted', 'webhook', 'a2a', 'ag-ui'] as const
const refusal = 'I cannot help with that.'
const ofProvider = (type: string): object => ({ error: { message: 'no', type, code: null } })

const faults: Record<string, Fault> = {
  'its key is refused': { comesTo: 'errored service', status: 401, body: ofProvider('auth'), cannot: noHost },
  'it may not': { comesTo: 'errored service', status: 403, body: {}, cannot: noHost },
  'it is asked too often': { comesTo: 'errored service', status: 429, body: {}, cannot: noHost },
  'the provider breaks': { comesTo: 'errored service', status: 500, body: ofProvider('server_error'), cannot: noHost },
  'the gateway breaks': { comesTo: 'errored service', status: 502, body: {}, cannot: noHost },
  'the provider is away': { comesTo: 'errored service', status: 503, body: {}, cannot: noHost },
  'the provider is overloaded': { comesTo: 'errored service', status: 529, body: {}, cannot: noHost },
  'the host of its model never answers': {
    ...{ comesTo: 'errored service', status: 0 },
    cannot: ['scripted', 'code', 'chat completions', 'webhook', 'a2a', 'ag-ui'],
  },
  'nobody listens': { comesTo: 'errored network', cannot: noHost },
  'its answer is filtered': {
    comesTo: 'errored service',
    says: 'Half',
    completion: { finish_reason: 'content_filter' },
    throws: `Object.assign(new Error('no object'), { name: 'AI_NoObjectGeneratedError', finishReason: 'content-filter' })`,
    cannot: noEnding,
  },
  'its answer is cut off': {
    comesTo: 'errored service',
    says: 'Half',
    completion: { finish_reason: 'length' },
    throws: `new (class LengthFinishReasonError extends Error {})('half')`,
    cannot: noEnding,
  },
  'it says nothing': { comesTo: 'failed agent', says: '', cannot: noHost },
  'it says blanks': { comesTo: 'failed agent', says: ' \n ', cannot: [] },
  'it says what nobody sees': { comesTo: 'failed agent', says: '\u200b\u2060', cannot: [] },
  'it only thinks': { comesTo: 'failed agent', says: '<think>Hm.</think>', cannot: noHost },
  'it thinks and never ends': { comesTo: 'failed agent', says: '<think>Hm, I', cannot: noHost },
  'it thinks, then answers': { comesTo: 'passed', says: `<think>Hm.</think>\n\n${refusal}`, cannot: noHost },
  'it refuses': { comesTo: 'passed', says: refusal, cannot: [] },
  'it refuses as a member': {
    comesTo: 'passed',
    says: '',
    completion: { message: { content: null, refusal } },
    cannot: ['scripted', 'code', 'webhook', 'a2a', 'ag-ui'],
  },
}

const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** How each kind of host says a text. */
const hosts: Record<
  string,
  (response: ServerResponse, text: string, sent: Record<string, never>, fault: Fault) => void
> = {
  webhook: (response, reply) => json(response, { reply }),
  'chat completions': (response, content, _, { completion }) =>
    json(response, {
      ...{ id: 'x', created: 1, model: 'm' },
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, ...completion?.message },
          finish_reason: completion?.finish_reason ?? 'stop',
        },
      ],
    }),
  a2a(response, text, { id }) {
    const message = { messageId: 'm', contextId: 'c', role: 'ROLE_AGENT', parts: [{ text }] }
    json(response, { jsonrpc: '2.0', id, result: { message } })
  },
  'ag-ui'(response, delta, { threadId, runId }) {
    const run = { threadId, runId }
    const events = [
      { type: 'RUN_STARTED', ...run },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      ...(delta === '' ? [] : [{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta }]),
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'RUN_FINISHED', ...run },
    ]
    response.setHeader('content-type', 'text/event-stream')
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  },
}
hosts.model = hosts['chat completions'] as never

const names = Object.keys(faults)

/** Answers at `/<kind>/<number of the fault>/...`. */
async function answer(url: string, method: string, body: string, response: ServerResponse): Promise<void> {
  const [, kind = '', number = ''] = decodeURIComponent(url).split('/')
  const fault = faults[names[Number(number)] ?? '']
  if (fault?.status === 0) return // an agent that runs elsewhere may be thinking itself, a host of models may not
  if (fault?.status !== undefined) return json(response, fault.body, fault.status)
  if (method === 'GET') {
    const supportedInterfaces = [
      { url: `${address()}/a2a/${number}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]
    return json(response, {
      ...{ name: 'x', description: 'x', version: '1', capabilities: {}, skills: [] },
      supportedInterfaces,
    })
  }
  hosts[kind]?.(response, fault?.says ?? '', body === '' ? {} : JSON.parse(body), fault as Fault)
}

let server: Server
let folder: string
/** An address of this machine at which nobody listens. */
let nobody: string
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A version of an agent of a kind that has a fault. */
function versionOf(kind: Kind, name: string): object {
  const number = names.indexOf(name)
  const fault = faults[name] as Fault
  const isAway = fault.status === undefined && fault.says === undefined
  const url = isAway ? nobody : `${address()}/${encodeURIComponent(kind)}/${number}`
  // a host of models that is busy is asked again for as long as the turn may take
  const limits = { time: kind === 'model' && [0, 429, 529].includes(fault.status ?? 200) ? '8 s' : '30 s' }
  if (kind === 'scripted') return { otherwise: [{ say: fault.says }] }
  if (kind === 'code') return { module: `./code-${number}.mjs`, limits }
  if (kind === 'model')
    return { prompt: 'Be kind.', model: { use: 'openai-compatible/m', 'base url': `${url}/v1` }, limits }
  return { [kind]: url, limits }
}

/** Code that asks a provider with its own fetch, as an agent without a library does, or says something. */
function codeOf(name: string): string {
  const { says, throws, status } = faults[name] as Fault
  if (throws !== undefined) return `export default async function* () { throw ${throws} }\n`
  if (says !== undefined) return `export default async function* () { yield ${JSON.stringify(says)} }\n`
  const url = status === undefined ? nobody : `${address()}/code/${names.indexOf(name)}`
  return `export default async function* () {
  const answer = await fetch(${JSON.stringify(url)}, { method: 'POST' })
  if (!answer.ok) throw Object.assign(new Error('the provider did not answer'), { status: answer.status })
}\n`
}

const outcomeByName = new Map<string, string>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-fault-'))
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    await answer(request.url ?? '', request.method ?? '', body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  nobody = address()
  await new Promise((resolve) => server.close(resolve))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const all = names.flatMap((name, number) =>
    kinds
      .filter((kind) => !faults[name]?.cannot.includes(kind))
      .map((kind) => ({ name, kind, id: `${kind.replace(/\W/g, '-')}-${number}` })),
  )
  for (const [number, name] of names.entries()) writeFileSync(join(folder, `code-${number}.mjs`), codeOf(name))
  for (const { name, kind, id } of all)
    writeFileSync(
      join(folder, `${id}.yaml`),
      JSON.stringify({ agent: id, id, published: 1, versions: { 1: versionOf(kind, name) } }),
    )
  const agents = all.map(({ id }) => `${id}.yaml`)
  writeFileSync(join(folder, 'workspace.yaml'), JSON.stringify({ workspace: 'w', keys: ['local-key'], agents }))
  const expect = { reply: { not: { contains: 'Hm' } } }
  const conversations = all.map(({ name, kind, id }) => ({
    ...{ name: `${kind}: ${name}`, agent: id, turns: [{ user: 'Hi', expect }] },
  }))
  writeFileSync(join(folder, 's.yaml'), JSON.stringify({ suite: 'S', agent: 'code-0', conversations }))
  const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
  const { out, err } = await runWarm(['run', 's.yaml', '--workspace', '.', '--json', 'r.json'], { folder, env })
  const file = join(folder, 'r.json')
  if (!existsSync(file)) throw new Error(out + err)
  const result = JSON.parse(readFileSync(file, 'utf8')) as {
    conversations: { name: string; verdict: string; cause?: { kind: string; why: string } }[]
  }
  for (const { name, verdict, cause } of result.conversations)
    outcomeByName.set(name, cause === undefined ? verdict : `${verdict} ${cause.kind}`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each(names)('an agent of which it is true that %s comes to the same, of whichever kind', (name) => {
  const { comesTo, cannot } = faults[name] as Fault
  const own = kinds.map((kind) => [kind, outcomeByName.get(`${kind}: ${name}`) ?? 'cannot say it'])
  expect(own).toEqual(kinds.map((kind) => [kind, cannot.includes(kind) ? 'cannot say it' : comesTo]))
})
