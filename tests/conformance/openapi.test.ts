import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { errorStatus } from '../../src/wire/api/envelope.ts'
import { operations } from '../../src/wire/api/operation.ts'
import { buildOpenApi } from '../../src/wire/openapi/build-openapi.ts'
import { changesOf } from './generic.ts'
import { bases, rules } from './rules.ts'
import { type Change, fillSessions, openWorld, type Reply } from './world.ts'

const document = buildOpenApi()
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(document, 'openapi')

/** The schema of an answer, by operation and status; falls back to `default`. */
function schemaOf(base: string, status: number) {
  const { path, method } = operations[operationOf(base)]
  const place = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses`
  // biome-ignore lint/suspicious/noExplicitAny: the document is walked by its own keys
  const responses = (document as any).paths[path][method.toLowerCase()].responses
  const statusKey = String(status) in responses ? String(status) : 'default'
  const reference = responses[statusKey].$ref as string | undefined
  const pointer = reference === undefined ? `${place}/${statusKey}` : reference.slice(1)
  return ajv.getSchema(`openapi#${pointer}/content/application~1json/schema`)
}

function operationOf(base: string): keyof typeof operations {
  const entry = bases[base]
  if (entry === undefined) throw new Error(`no base ${base}`)
  return entry.op
}

const codes = new Set<string>()

async function hold(base: string, reply: Reply, change: Change): Promise<void> {
  const validate = schemaOf(base, reply.status)
  expect(validate, `${base} ${reply.status} is in the document`).not.toBe(undefined)
  const valid = validate?.(reply.body)
  expect(
    [valid, validate?.errors],
    `${base} ${JSON.stringify(change)} ${JSON.stringify(reply.body).slice(0, 300)}`,
  ).toEqual([true, null])
  if (typeof reply.code === 'string') codes.add(reply.code)
}

describe('what the service answers', () => {
  const requested = rules.filter(({ request }) => request !== undefined)
  it.each(requested.map((rule) => [rule.id, rule] as const))('%s fits the OpenAPI document', async (_id, rule) => {
    const world = openWorld()
    await fillSessions(world)
    const base = rule.request?.base ?? ''
    for (const change of changesOf(rule)) {
      const { side, ...rest } = change
      await hold(base, await world.send(base, rest), change)
    }
  })
  it('fits it for calls in every state, and under a fault', async () => {
    const world = openWorld()
    for (const number of ['15550100001', '15550109002', '15550109005', '15550109007']) {
      const { callId } = (await world.send('call', { body: { phoneNumber: number } })).data
      for (const time of ['1 s', '5 s', '20 min']) {
        await hold('session', await world.send('session', { path: `/api/session/fetch/${callId}` }), {})
        await world.advance(time)
      }
    }
    await world.local('PUT', 'faults', { faults: [{ kind: 'status' }] })
    for (const base of ['session', 'inline', 'blueprints', 'call', 'wfCall', 'wfDelete', 'node'])
      await hold(base, await world.send(base), {})
  })
  it('has shown every error code that the interface documents', () => {
    expect(Object.keys(errorStatus).filter((code) => !codes.has(code))).toEqual([])
  })
})
