import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const outreach = readFileSync(resolve(import.meta.dirname, 'steps/outreach.yaml'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'tableread-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(suite: string, ...flags: string[]): Promise<{ code: number | null; out: string }> {
  writeFileSync(join(folder, 'suite.yaml'), suite)
  const words = ['run', 'suite.yaml', '-r', 'plain', ...flags]
  const { code, out, err } = await runWarm(words, { folder, env: { NO_COLOR: '1' } })
  return { code, out: out + err }
}

const frozen = ['--clock', '2026-03-27T10:00:00Z']

describe('steps of the local service', () => {
  it('check messages, threads, schedules over a change of clocks, retries, expiry and whole calls', async () => {
    const { code, out } = await run(outreach, ...frozen)
    expect([code, out.includes('7 passed of 7')]).toEqual([0, true])
  })
  eachByTier(3)([
    ['"Hello Ben', '"Hello Asha', 'outbox[0].text'],
    ['status: sent\n', 'status: waiting\n', 'outbox[0].status'],
    ['cc: [boss@example.com]', 'cc: []', 'outbox[0].cc'],
    ['outbox: { length: 1 }', 'outbox: { length: 2 }', 'outbox (length)'],
    ['channel type: email', 'channel type: waChat', 'channel type'],
    [
      '"2026-03-29T01:00:00.000Z" }]\n      - advance clock: to',
      '"2026-03-29T00:30:00.000Z" }]\n      - advance clock: to',
      'outbox[0].due',
    ],
    ['{ state: placed, attempt: 0 }', '{ state: queued, attempt: 0 }', 'queue[0].state'],
    ['retryAttemptNo: 2,', 'retryAttemptNo: 3,', 'attempts[2].retryAttemptNo'],
    ['status: call_expired,', 'status: call_hangup,', 'attempts[0].status'],
    ['queue: { empty: true } }\n\n  - name: is refused', 'queue: { empty: false } }\n\n  - name: is refused', 'queue'],
    ['errorCode: customerNumberRequired', 'errorCode: channelNotFound', 'errorCode'],
    ['between: [10, 120]', 'between: [1, 2]', 'attempts[0].duration'],
    ['analysis: { topic: order }', 'analysis: { topic: refund }', 'analysis.topic'],
    ['post: [log_outcome] }', 'post: [send_invoice] }', 'send_invoice'],
  ])('fail when %j is %j', async (right, wrong, path) => {
    expect(outreach).toContain(right)
    const { code, out } = await run(outreach.replace(right, wrong), ...frozen)
    expect([code, out.includes('6 passed, 1 failed of 7')], out).toEqual([1, true])
    expect(out).toContain(path)
  })
  it('are errored, with the way out, when the clock cannot be moved', async () => {
    const { code, out } = await run(outreach, '-t', 'gives up')
    expect([code, out.includes('1 errored of 1')]).toEqual([3, true])
    expect(out).toContain('the clock runs by itself; start with --clock frozen to move it')
  })
  it('never leave for a service that is not on this machine', async () => {
    writeFileSync(join(folder, 'suite.yaml'), outreach.replace(/ {2}- name: keeps[\s\S]*/, ''))
    const words = ['run', 'suite.yaml', '--target', 'https://service.example', '--no-reconcile']
    const live = await runWarm(words, { folder, env: { NO_COLOR: '1', TABLEREAD_API_KEY: 'some-live-key' } })
    expect([live.code, live.out.includes('passed of')]).toEqual([3, false])
    expect(live.out).toMatch(
      /without doReturnResponse: true the chat trigger messages a customer|can reach a real person/,
    )
  })
  it.each([
    ['- wait: soon', '"soon" is no time', 'write a length such as 2 s'],
    ['- advance clock: tomorrow', '"tomorrow" is no time', 'write a length such as 36 h, or an instant'],
    [
      '- workflow call: { customer_number: "15550178" }',
      'workflow call needs the key "workflow"',
      'the id of the workflow',
    ],
    [
      '- { send: { communicationChannel: x }, expect: { reply: hi } }',
      'a step has neither reply nor calls nor latency',
      'expect outbox, queue, attempts or error',
    ],
    ['- { send: { communicationChannel: x } }', 'asserts nothing', 'add expect: to a turn'],
  ])('%s is broken', async (turn, message, hint) => {
    const expectation =
      turn.includes('expect') || message === 'asserts nothing' ? '' : '\n      - { user: hi, expect: { reply: x } }'
    const { code, out } = await run(
      `suite: S\nagent: order-desk\nconversations:\n  - name: one\n    turns:\n      ${turn}${expectation}\n`,
    )
    expect(code, out).toBe(2)
    expect(out).toContain(message)
    expect(out).toContain(hint)
  })
})
