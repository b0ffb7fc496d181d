import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachByTier } from '../../src/base/tiers.fixture.ts'
import { type Change, fillSessions, openWorld } from './world.ts'

const seed = 20_261_121

/** Values that break things: coercible, huge, deep, empty, or looking like something else. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '',
    ' ',
    '0',
    'true',
    'null',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '${x}',
    '{{x}}',
    '../../x',
    '<script>',
    '%00',
    [],
    {},
    [[]],
    [null],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
)

const members: Record<string, string[]> = {
  inline: [
    'doReturnResponse',
    'agentName',
    'agentVersion',
    'message',
    'sessionId',
    'metadata',
    'attachments',
    'chatOptions',
    'customerNumber',
    'communicationChannel',
    'timezone',
    '__proto__',
    'constructor',
  ],
  waSay: [
    'communicationChannel',
    'customerNumber',
    'agentName',
    'agentVersion',
    'agentNumber',
    'metadata',
    'attachments',
    'whatsappOptions',
    'scheduleTime',
    'startWorkingHour',
    'endWorkingHour',
    'timezone',
    'sessionId',
  ],
  emailSay: [
    'communicationChannel',
    'customerEmail',
    'emailOptions',
    'attachments',
    'scheduleTime',
    'metadata',
    'agentName',
  ],
  call: [
    'phoneNumber',
    'agentName',
    'agentVersion',
    'metadata',
    'communicationChannel',
    'agentNumber',
    'options',
    'noOfRetries',
    'retryAfterHours',
    'startWorkingHour',
    'endWorkingHour',
    'timezone',
    'callPriority',
    'callOnDate',
    'scheduleTime',
  ],
  wfCall: [
    'customer_number',
    'customer_details',
    'use_case',
    'agent_version',
    'bot_number',
    'schedule_time',
    'options',
    'no_of_retries',
    'retry_after_in_hrs',
    'timezone',
    'call_priority',
    'call_on_date',
  ],
  wfDelete: ['customer_number'],
  node: [
    'workflow_id',
    'customer_number',
    'bot_number',
    'use_case',
    'customer_details',
    'schedule_time',
    'no_of_retries',
    'retries_after_in_hrs',
    'start_working_hour',
    'timezone',
  ],
}

const change = (base: string): fc.Arbitrary<Change> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .dictionary(fc.constantFrom(...(members[base] ?? [])), nasty, { maxKeys: 4 })
        .map((body) => ({ body })),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((rawBody) => ({ rawBody })) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }).map((rawBody) => ({ rawBody })) },
  )

describe('bad input', () => {
  eachByTier(1)(Object.keys(members))('never makes a fault of %s, and never breaks what comes after', async (base) => {
    const world = openWorld()
    await fillSessions(world)
    await fc.assert(
      fc.asyncProperty(change(base), async (each) => {
        const before = (await world.outbox()).length
        const reply = await world.send(base, each)
        expect(reply.status).toBeLessThan(500)
        if (
          base === 'inline' &&
          (each.body?.doReturnResponse === undefined || each.body.doReturnResponse === true) &&
          each.rawBody === undefined
        )
          expect((await world.outbox()).length).toBe(before)
      }),
      { seed, numRuns: 400 },
    )
    await world.advance('400 d')
    expect((await world.chat()).status).toBe(200)
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })
  it('gets a clean 4xx for deep, huge and odd bodies on every operation', async () => {
    const world = openWorld()
    const bodies = [
      '{"a":'.repeat(100_000),
      '['.repeat(1_000_000),
      `"${'x'.repeat(10_000_000)}"`,
      `{"metadata":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`,
      '{"callPriority":1e999,"phoneNumber":1e999}',
      '\ufeff{}',
      '{"__proto__":null}',
      '\ud800',
    ]
    for (const base of Object.keys(members))
      for (const rawBody of bodies) {
        const { status } = await world.send(base, { rawBody })
        expect([base, rawBody.slice(0, 20), status >= 400 && status < 500]).toEqual([base, rawBody.slice(0, 20), true])
      }
  })
  it('never makes a fault of an odd path or query', async () => {
    const world = openWorld()
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.constantFrom('/api/session/fetch', '/api/workflow/call', '/_local', ''),
        async (path, prefix) => {
          const { status } = await world.service.fetch(
            new Request(`http://127.0.0.1${prefix}${path.startsWith('/') ? path : `/${path}`}`, {
              headers: { 'x-api-key': 'key-of-workspace-a' },
            }),
          )
          expect(status).toBeLessThan(500)
        },
      ),
      { seed, numRuns: 500 },
    )
  })
})
