import { expect } from 'vitest'
import type { Rule } from './rules.ts'
import type { Change, Reply, World } from './world.ts'

/**
 * Whether a rule says by itself what to send and what to expect. A `?`, a choice of values or a fault needs
 * its own check.
 */
export function isGeneric({ request, expect: expected }: Rule): boolean {
  if (request === undefined || expected === undefined || expected.http >= 500) return false
  return !/"\?"|oneOf/.test(JSON.stringify(request))
}

/** Sends what a rule says, once per value and host, and checks every answer against what the rule expects. */
export async function checkGeneric(rule: Rule, world: World): Promise<void> {
  const { expect: expected } = rule
  if (expected === undefined) throw new Error(`${rule.id} does not say what must come`)
  for (const change of changesOf(rule)) {
    const reply = await world.send(rule.request?.base ?? '', change)
    const message = `${JSON.stringify(change)} gave ${JSON.stringify(reply.body).slice(0, 300)}`
    expect(reply.status, message).toBe(expected.http)
    if (expected.errorCode === null) expect('errorCode' in reply.body, message).toBe(false)
    else if (expected.errorCode !== undefined) expect(reply.code, message).toBe(expected.errorCode)
    if (expected.http >= 400) expect(reply.data).toBe(null)
    if (expected.data !== undefined) expectData(reply, expected.data)
    if (rule.live !== 'must' && expected.http >= 400)
      expect(reply.headers.get('x-local-decision'), message).not.toBe(null)
  }
}

/** Every request that a rule stands for. */
export function changesOf({ request }: Rule): Change[] {
  if (request === undefined) return []
  const { set = {}, omit = [], headers = {}, headersOmit = [], path, rawBody, hosts, setBad = {} } = request
  const sides = (hosts ?? ['both']) as Change['side'][]
  const bad = Object.entries(setBad).flatMap(([names, values]) => values.map((value) => badMember(names, value)))
  return (bad.length === 0 ? [{}] : bad).flatMap((member) =>
    sides.map((side) => ({
      body: {
        ...nest(set),
        ...Object.fromEntries(omit.filter((name) => !name.includes('.')).map((name) => [name, undefined])),
        ...omitNested(omit, request.base),
        ...member,
      },
      headers: { ...headers, ...Object.fromEntries(headersOmit.map((name) => [name, null])) },
      ...(path === undefined ? {} : { path: pathOf(request.base, path) }),
      ...(rawBody === undefined ? {} : { rawBody }),
      ...(side === undefined ? {} : { side }),
    })),
  )
}

/** The catalogue writes some members as a group: `whatsappOptions.*`, `emailOptions and emailOptions.*`, `a / b`. */
function badMember(names: string, value: unknown): Record<string, unknown> {
  const first = names.split(/ and | \/ |\.\*/)[0] ?? names
  // Text in quotes inside the catalogue means the text itself.
  return { [first]: value === '"true"' ? 'true' : value }
}

function nest(set: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(set)) {
    const [first = '', second] = path.split('.')
    body[first] = second === undefined ? value : { ...groups[first], ...(body[first] as object), [second]: value }
  }
  return body
}

/** The options that contain a nested member, as the base requests have them. */
const groups: Record<string, Record<string, unknown>> = {
  whatsappOptions: { messageType: 'prompt' },
  emailOptions: { messageType: 'prompt' },
}

function omitNested(omit: readonly string[], base: string): Record<string, unknown> {
  const nested = omit.find((name) => name.includes('.'))
  if (nested === undefined) return {}
  const optionsByName: Record<string, Record<string, unknown>> = {
    'waSay whatsappOptions.message': { messageType: 'say' },
    'waTemplate whatsappOptions.templateId': { messageType: 'template', templateVariables: { name: 'T' } },
    'waTemplate whatsappOptions.templateLanguage': { messageType: 'template', templateId: '{{template.ok}}' },
    'emailSay emailOptions.body': { messageType: 'say', subject: 'S' },
  }
  const options = optionsByName[`${base} ${nested}`]
  if (options === undefined) throw new Error(`${base} has nothing to leave ${nested} out of`)
  return { [nested.split('.')[0] ?? '']: options }
}

function pathOf(base: string, path: Record<string, string>): string {
  const id = Object.values(path)[0] ?? ''
  const encoded = /[{%]/.test(id) ? id : encodeURIComponent(id)
  return base === 'session' ? `/api/session/fetch/${encoded}` : `/api/workflow/call/${encoded}`
}

function expectData(reply: Reply, data: string): void {
  if (data === 'null') expect(reply.data).toBe(null)
  else expect(Object.keys(reply.data)).toEqual(data.replace(/[{}]/g, '').split(', '))
}
