import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { APICallError, LoadAPIKeyError, NoObjectGeneratedError, RetryError } from 'ai'
import { describe, expect, it } from 'vitest'
import type { Layer } from '../../../wire/api/layer.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import { layerOfError } from './layer-of-error.ts'

/** An error of a class of this name, as a library that is not installed here throws it. */
function thrown(name: string, members: object, options?: ErrorOptions): Error {
  const Class = { [name]: class extends Error {} }[name] as typeof Error
  return Object.assign(new Class('Not today', options), members)
}

const system = (code: string): Error => Object.assign(new Error('no'), { code, syscall: 'connect', errno: -111 })
const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause })
const apiCall = (statusCode: number | undefined, cause?: unknown): APICallError =>
  new APICallError({
    ...{ message: 'No', url: 'http://host/v1', requestBodyValues: {}, cause },
    ...(statusCode === undefined ? {} : { statusCode }),
  })
const retried = (...errors: unknown[]): RetryError =>
  new RetryError({ message: 'Failed', reason: 'maxRetriesExceeded', errors })
const statuses: [status: number, layer: Layer | null][] = [
  ...[401, 402, 403, 408, 429, 500, 502, 503, 504, 529].map((status): [number, Layer] => [status, 'service']),
  ...[200, 400, 404, 409, 413, 422].map((status): [number, null] => [status, null]),
]

describe('what libraries throw for a status', () => {
  /** By library: how its error holds a status. */
  const holders: Record<string, (status: number) => unknown> = {
    'AI SDK': apiCall,
    'AI SDK after retries': (status) => retried(apiCall(status), apiCall(status)),
    'Mastra, around the AI SDK': (status) =>
      thrown(
        'MastraError',
        { id: 'AGENT_GENERATE_FAILED', domain: 'LLM', category: 'THIRD_PARTY', details: {} },
        { cause: retried(apiCall(status)) },
      ),
    'OpenAI, and the OpenAI Agents SDK': (status) =>
      thrown('APIError', { status, headers: {}, requestID: null, error: {}, code: null, type: null }),
    Anthropic: (status) => thrown('APIError', { status, error: { type: 'error', error: { type: 'other' } } }),
    'LangChain, for LangGraph': (status) =>
      thrown('APIError', { status, lc_error_code: 'OTHER', attemptNumber: 1, retriesLeft: 0 }),
    axios: (status) => thrown('AxiosError', { code: 'ERR_BAD_RESPONSE', response: { status, data: {}, headers: {} } }),
    got: (status) => thrown('HTTPError', { code: 'ERR_NON_2XX_3XX_RESPONSE', response: { statusCode: status } }),
    ky: (status) => thrown('HTTPError', { response: new Response(null, { status }) }),
    Google: (status) => thrown('GaxiosError', { code: String(status) }),
    AWS: (status) =>
      thrown('ThrottlingException', { $fault: 'client', $metadata: { httpStatusCode: status, attempts: 3 } }),
    'an own fetch': (status) => new Error('no', { cause: new Response(null, { status }) }),
    'several at once': (status) => new AggregateError([new Error('one'), apiCall(status)]),
    'no error at all': (status) => new Response(null, { status }),
    'a body': (status) => ({ error: { message: 'no', code: status } }),
  }
  it.each(Object.entries(holders))('%s', (_, holding) => {
    expect(statuses.map(([status]) => [status, layerOfError(holding(status))])).toEqual(statuses)
  })
})

it('what libraries throw for a connection', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const real = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error)
  const both = Object.assign(new AggregateError([system('ECONNREFUSED'), system('ECONNREFUSED')]), {
    code: 'ECONNREFUSED',
  })
  const rows: [what: string, error: unknown, layer: Layer | null][] = [
    ['fetch', real, 'network'],
    ['fetch with two addresses', fetchFailed(both), 'network'],
    ...[
      'ECONNREFUSED',
      'ECONNRESET',
      'ENOTFOUND',
      'EAI_AGAIN',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'UND_ERR_CONNECT_TIMEOUT',
      'UND_ERR_SOCKET',
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ].map((code): (typeof rows)[number] => [code, fetchFailed(system(code)), 'network']),
    ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'HPE_INVALID_CONSTANT'].map(
      (code): (typeof rows)[number] => [code, fetchFailed(system(code)), 'service'],
    ),
    ['the AI SDK', retried(apiCall(undefined, system('ECONNREFUSED'))), 'network'],
    ['the AI SDK without a code', apiCall(undefined), 'network'],
    [
      'OpenAI',
      thrown('APIConnectionError', { status: undefined }, { cause: fetchFailed(system('ENOTFOUND')) }),
      'network',
    ],
    ['OpenAI without a cause', thrown('APIConnectionError', { status: undefined }), 'network'],
    ['OpenAI that waited too long', thrown('APIConnectionTimeoutError', { status: undefined }), 'service'],
    ['a host that answered in time', fetchFailed(system('UND_ERR_ABORTED')), null],
    ['a file', system('ENOENT'), null],
    ['a database', Object.assign(new Error('duplicate'), { code: '23505' }), null],
  ]
  expect(rows.map(([what, error]) => [what, layerOfError(error)])).toEqual(rows.map(([what, , layer]) => [what, layer]))
})

it.each<[what: string, error: unknown, layer: Layer | null]>([
  ['an AgentError', new AgentError('no', 'service'), 'service'],
  ['an AgentError within', new Error('no', { cause: new AgentError('no', 'network') }), 'network'],
  ['an AgentError of another copy', Object.assign(new Error('no'), { name: 'AgentError', layer: 'script' }), 'script'],
  ['an AgentError of no layer', Object.assign(new Error('no'), { name: 'AgentError', layer: 'moon' }), null],
  ['a key that is not set', new LoadAPIKeyError({ message: 'no' }), 'script'],
  [
    'an object that was cut off',
    new NoObjectGeneratedError({ response: {} as never, usage: {} as never, finishReason: 'length' }),
    'service',
  ],
  [
    'an object that is whole, and wrong',
    new NoObjectGeneratedError({ response: {} as never, usage: {} as never, finishReason: 'stop' }),
    null,
  ],
  ['an answer that OpenAI cut off', thrown('LengthFinishReasonError', {}), 'service'],
  ['an answer that OpenAI filtered', thrown('ContentFilterFinishReasonError', {}), 'service'],
  ['LangChain that is asked too often', thrown('Error', { lc_error_code: 'MODEL_RATE_LIMIT' }), 'service'],
  ['LangChain whose key is refused', thrown('Error', { lc_error_code: 'MODEL_AUTHENTICATION' }), 'service'],
  ['LangGraph that goes round', thrown('GraphRecursionError', { lc_error_code: 'GRAPH_RECURSION_LIMIT' }), null],
  ['a stream that broke', { type: 'error', error: { type: 'overloaded_error', message: 'no' } }, 'service'],
  ['an agent that gave up', { type: 'RUN_ERROR', message: 'no', code: 'rate_limit_exceeded' }, 'service'],
  ['words about a status', new Error('429 Too Many Requests'), null],
  ['a defect', new TypeError('x is not a function'), null],
  ['an abort', new DOMException('no', 'AbortError'), null],
  ['null', null, null],
  ['a text', 'ECONNREFUSED', null],
])('%s', (_, error, layer) => {
  expect(layerOfError(error)).toBe(layer)
})

it('an error that contains itself, has members that throw, or goes deep', () => {
  const circle = thrown('Error', {})
  circle.cause = circle
  const spiky = Object.defineProperty(new Error('no'), 'status', { get: () => expect.fail('nobody looks') })
  let deep: Error = apiCall(429)
  for (let depth = 0; depth < 20; depth += 1) deep = new Error('no', { cause: deep })
  expect([circle, spiky, deep].map((each) => layerOfError(each))).toEqual([null, null, 'service'])
})

it('a status that its sender may mean of itself says nothing', () => {
  const body = { statusCode: 500, message: 'Internal server error', error: 'Internal' }
  expect([layerOfError(body, { except: 500 }), layerOfError({ error: { status: 429 } }, { except: 500 })]).toEqual([
    null,
    'service',
  ])
})
