import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { formatTape } from './format-tape.ts'
import { digestPrivate, redactTape, type ScriptFacts } from './redact-tape.ts'
import { tapeOf, turnOf } from './tape.fixture.ts'

const facts = (script: JsonValue = null, rules: Partial<ScriptFacts['rules']> = {}): ScriptFacts => ({
  script,
  rules: { named: [], custom: [], ...rules },
})
const redact = (message: string, reply: string, scriptFacts = facts()): string =>
  formatTape(redactTape(tapeOf(turnOf(message, reply)), scriptFacts, null))

describe('redaction', () => {
  it.each([
    ['an email', 'asha.k+x@shop.example'],
    ['a phone number with its country', '+91 98765 43210'],
    ['a phone number of a country', '(555) 123-4567'],
    ['a phone number that is dashed', '555-123-4567'],
    ['a mobile number', '9876543210'],
    ['a key', 'sk-live-abcdefgh12345678'],
    ['a card', '4111 1111 1111 1111'],
  ])('takes out %s', (_, canary) => {
    const text = redact(`It is ${canary}.`, `{"contact":"${canary}"}`)
    expect(text).not.toContain(canary)
    expect(text).not.toContain(canary.replace(/\D/g, '') || canary)
  })
  it('takes out what opens a link, and leaves when it expires', () => {
    const link =
      'https://files.example/a.pdf?order=1042&X-Amz-Date=20261120T100000Z&X-Amz-Expires=600&X-Amz-Credential=AKIDEXAMPLE&X-Amz-Signature=9f8e7d6c5b4a'
    const text = redact('Show me', `Here: ${link}`).replace(/\n +/g, ' ')
    expect(text).toContain(
      'https://files.example/a.pdf?order=1042&X-Amz-Date=20261120T100000Z&X-Amz-Expires=600&X-Amz-Credential=redacted-1&X-Amz-Signature=redacted-2',
    )
    expect(text).not.toMatch(/9f8e7d6c5b4a|AKIDEXAMPLE/)
  })
  it('finds by name what has no form of its own, also in JSON inside of texts, and then everywhere', () => {
    const text = redact('I was born on 12 May, cvv 7', '{"dob":"12 May","card":{"cvv":"7"},"password":"hunter22"}')
    expect(text).not.toMatch(/12 May|hunter22/)
    expect(text).toContain('I was born on <dob 1>, cvv 7')
    expect(text).toContain('"cvv":"<secret 1>"')
  })
  it('gives the same value the same stand-in however it is grouped, and keeps its form', () => {
    const text = redact('Call +91 98765 43210', 'I call 919876543210 or +91-98765-43210, not +44 20 7946 0958')
    expect(text).toContain('Call +99 90000 00001')
    expect(text).toContain('I call 999000000001 or +99-90000-00001, not +99 90 0000 0002')
  })
  it('takes out what the project calls private, and what the environment gave, under its name', () => {
    const custom = [(tapeText: string) => tapeText.match(/CASE-\d+/g) ?? []]
    const text = redact(
      'CASE-77 at Northwind',
      'Yes, CASE-77.',
      facts(null, { custom, named: [{ name: 'env.SHOP', value: 'Northwind' }] }),
    )
    expect(text).toContain('<private 1> at <env.SHOP>')
    expect(text).not.toMatch(/CASE-77|Northwind/)
  })
  it.each([
    [
      '[{"model":"jane.doe@corp-mail.com","note":"CASE-123","inputTokens":4111111111111111,"outputTokens":2}]',
      '"inputTokens":4111111111111111',
    ],
    ['{"model":"jane.doe@corp-mail.com"}', null],
    ['jane.doe@corp-mail.com', null],
  ])('leaves of what models took the figures, and no name that is private: %s', (header, value) => {
    const tape = tapeOf(turnOf('Hi', 'Hello'))
    for (const { answer } of tape.attempts.flat())
      if (answer.kind !== 'none') answer.headers = { 'x-local-usage': header }
    const text = formatTape(redactTape(tape, facts(), null))
    expect(text).not.toMatch(/jane|CASE/)
    if (value === null) expect(text).not.toContain('x-local-usage')
    else expect(text.replaceAll('\\"', '"')).toContain(value)
  })
  it('names the values of the script first, whatever the service says', () => {
    const script = { said: 'I am b@x.example' }
    expect(redact('a@x.example', 'b@x.example', facts(script))).toContain('message: email-2@redacted.invalid')
    expect(digestPrivate(facts(script))).toMatch(/^[0-9a-f]{4}$/)
    expect(digestPrivate(facts({ said: 'nobody' }))).toBeNull()
    expect(digestPrivate(facts(script))).not.toBe(digestPrivate(facts({ said: 'I am c@x.example' })))
  })
  it('writes a stand-in into a path as a client would, so that the session is found again', () => {
    const own = 'wa:+49 151 23456789:a@b.example'
    const tape = tapeOf(turnOf('', ''))
    tape.attempts[0]?.push({
      request: { method: 'GET', path: `/api/session/fetch/${encodeURIComponent(own)}?part=100%` },
      ms: 1,
      answer: { kind: 'json', status: 200, headers: {}, body: { sessionId: own } },
    })
    const [exchanges = []] = redactTape(tape, facts(), null).attempts
    const { request, answer } = exchanges.at(-1) ?? {}
    const { sessionId } = (answer as unknown as { body: { sessionId: string } }).body
    expect(sessionId).not.toContain('23456789')
    expect(request?.path).toBe(`/api/session/fetch/${encodeURIComponent(sessionId)}?part=100%`)
  })
  it('numbers the ids that a service made up, and no other', () => {
    const [ownId, sent] = ['3f2b8c1e-9a4d-4e6f-8b7a-1c2d3e4f5a6b', '11111111-2222-4333-8444-555555555555']
    const tape = tapeOf(turnOf(`About ${sent}`, ''))
    tape.attempts[0]?.push({
      request: { method: 'GET', path: `/api/session/fetch/${ownId}` },
      ms: 1,
      answer: {
        kind: 'json',
        status: 200,
        headers: {},
        body: { sessionId: ownId, call_id: 'call_9fK2abcd77', about: sent },
      },
    })
    tape.attempts[0]?.unshift({
      request: { method: 'POST', path: '/x' },
      ms: 1,
      answer: { kind: 'json', status: 200, headers: {}, body: { sessionId: ownId } },
    })
    const text = formatTape(redactTape(tape, facts(), null))
    expect(text).toContain('GET /api/session/fetch/00000000-0000-4000-8000-000000000001')
    expect(text).toContain('call_id: call_0000000002')
    expect([text.includes(ownId), text.split(sent).length]).toEqual([false, 3])
  })
})
