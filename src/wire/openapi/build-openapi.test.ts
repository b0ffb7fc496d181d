import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { errorStatus } from '../api/envelope.ts'
import { type OperationId, operations } from '../api/operation.ts'
import { checkShape } from '../api/shape.ts'
import { buildOpenApi, operationBodies } from './build-openapi.ts'
import { notes } from './component-schemas.ts'
import { type ComponentName, componentShapes, pointerTo } from './component-shapes.ts'
import { requestExamples } from './operation-texts.ts'

const document = buildOpenApi()

/** The value at a path of the document; every step must exist. */
function at(...path: string[]): JsonObject {
  return path.reduce<JsonObject>((inner, key) => {
    expect(Object.keys(inner)).toContain(key)
    return inner[key] as JsonObject
  }, document)
}

async function lint(source: JsonObject): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(source), config })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

describe('the document', () => {
  it('lints clean', { tags: 'slow' }, async () => {
    expect(await lint(document)).toEqual([])
  })
  it('would not lint clean with an example that breaks its schema', async () => {
    const broken = structuredClone(document)
    const text = JSON.stringify(broken).replace('"agentVersion":"draft"', '"agentVersion":"DEFAULT"')
    expect((await lint(JSON.parse(text))).join()).toContain('no-invalid-media-type-examples')
  })
  it.each(Object.entries(operations))('has %s with its key, parameters and answers', (id, { method, path, key }) => {
    const operation = at('paths', path, method.toLowerCase())
    expect(operation.operationId).toBe(id)
    expect(operation.security).toEqual([{ [key === 'bearer' ? 'bearerKey' : 'apiKey']: [] }])
    const names = ((operation.parameters ?? []) as { name: string }[]).map(({ name }) => `{${name}}`)
    expect(names).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect('requestBody' in operation).toBe(method !== 'GET')
    expect(Object.keys(operation.responses as JsonObject)).toEqual(expect.arrayContaining(['200', '401', 'default']))
  })
  it('has no other operation', () => {
    const count = Object.values(at('paths')).flatMap((item) => Object.keys(item as JsonObject)).length
    expect(count).toBe(Object.keys(operations).length)
  })
  it('names every error code where its status says', () => {
    for (const [code, status] of Object.entries(errorStatus)) {
      const { responses } = at('paths', '/api/chat-agent/trigger', 'post')
      expect(JSON.stringify((responses as JsonObject)[status])).toContain(`"${code}"`)
    }
  })
  it('has a note on every schema, and on every member of a request', () => {
    expect(Object.keys(notes).sort()).toEqual(Object.keys(at('components', 'schemas')).sort())
    for (const name of Object.keys(notes).filter((each) => /Request$|Options$/.test(each))) {
      const members = Object.entries(at('components', 'schemas', name, 'properties'))
      expect(members.filter(([, member]) => !(member as JsonObject).description)).toEqual([])
    }
  })
  it('has the five kinds of entries and the six of content items', () => {
    const kinds = (name: string): string[] =>
      Object.keys(at('components', 'schemas', name, 'discriminator', 'mapping')).sort()
    expect(kinds('TranscriptEntry')).toEqual([
      'function_call',
      'function_call_output',
      'message',
      'summary',
      'thinking',
    ])
    expect(kinds('ContentItem')).toEqual(['audio', 'button', 'file', 'image', 'text', 'video'])
    expect(at('components', 'schemas', 'TranscriptEntry').oneOf).toHaveLength(5)
    expect(at('components', 'schemas', 'ContentItem').oneOf).toHaveLength(6)
  })
  it('leaves out what Zod adds for itself', () => {
    expect(JSON.stringify(document)).not.toMatch(/"\$schema"|"\$id"|9007199254740991|"unknown"/)
  })
  it('shows no request that the client would not send', () => {
    const requests = Object.entries(requestExamples) as [OperationId, Record<string, { value: unknown }>][]
    for (const [id, examples] of requests) {
      const name = String(operationBodies[id].request?.$ref).replace(pointerTo(''), '') as ComponentName
      const checked = Object.values(examples).map(({ value }) => checkShape<unknown>(componentShapes[name], value).ok)
      expect(checked).toEqual(checked.map(() => true))
    }
    expect(requests).toHaveLength(5)
  })
})
