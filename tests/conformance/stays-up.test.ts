import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLocalService } from '../../src/app/agents/local-service.ts'
import { listen } from '../../src/service/listen.ts'
import { createMemoryStore } from '../../src/service/store/memory-store.ts'
import { openDatabase } from '../../src/service/store/sqlite/database.ts'
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts'
import {
  type CallRecord,
  type OutboxMessage,
  type SessionRecord,
  type Store,
  storageFailureOf,
} from '../../src/service/store/store.ts'
import { fillSessions, openWorld, type World } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-stays-up-'))
afterAll(() => rmSync(folder, { recursive: true }))

const warnings: string[] = []
const listenTo = (warning: Error): void => void warnings.push(warning.message)
beforeEach(() => {
  warnings.length = 0
  process.on('warning', listenTo)
})
afterEach(() => {
  process.off('warning', listenTo)
})

const stores: [string, () => Store][] = [
  ['in memory', createMemoryStore],
  ['in SQLite', () => openSqliteStore(':memory:')],
]

/** Sends every kind of request and returns those whose answer is a fault. */
async function faultsOf(world: World): Promise<unknown[]> {
  const faults: unknown[] = []
  const ask = async (path: string): Promise<void> => {
    const { status, body } = await world.send('session', { path })
    if (status >= 500) faults.push([path, status, body])
  }
  for (const path of ['state', 'sessions', 'queue', 'outbox', 'clock', 'agents']) await ask(`/_local/${path}`)
  await ask('/api/agent/blueprints')
  for (const { sessionId = '' } of await world.sessions()) {
    await ask(`/api/session/fetch/${sessionId}`)
    await ask(`/_local/calls/${sessionId}`)
  }
  for (const base of ['inline', 'waSay', 'emailSay', 'call', 'wfCall', 'wfDelete', 'node']) {
    const { status, body } = await world.send(base)
    if (status >= 500) faults.push([base, status, body])
  }
  return faults
}

const impossible = [
  '2026-03-10T12:60:00Z', '2026-03-10T25:00:00Z', '2026-03-10T24:00:00Z', '2026-03-10T23:59:60Z', '2026-02-30T12:00:00Z',
  '2026-13-01T12:00:00Z', '2026-00-10T12:00:00Z', '9999-12-31T23:59:59Z', '9999-01-01T00:00:00Z',
] // biome-ignore format: a list of words
const impossibleForChat = [
  ...impossible,
  '2026-03-10T12:00:00+99:99',
  '2026-03-10T12:00:00+24:30',
  '9998-12-31T23:59:00-10:00',
]
const times: [string, string, readonly string[]][] = [
  ['call', 'scheduleTime', impossible],
  ['wfCall', 'schedule_time', impossible],
  ['node', 'schedule_time', impossible],
  ['waSay', 'scheduleTime', impossibleForChat],
  ['emailSay', 'scheduleTime', impossibleForChat],
  ['call', 'callOnDate', ['9999-12-31', '2026-02-30', '0000-00-00']],
  ['wfCall', 'call_on_date', ['9999-12-31', '2026-02-30']],
  ['call', 'noOfRetries', ['100000000', '1e300', '101', '1.5']],
  ['wfCall', 'no_of_retries', ['100000000', '101']],
  ['node', 'no_of_retries', ['100000000', '101']],
  ['call', 'retryAfterHours', ['1e300', '1000001']],
  ['wfCall', 'retry_after_in_hrs', ['1e300']],
  ['node', 'retries_after_in_hrs', ['1e300']],
]

describe.each(stores)('a service that keeps its records %s', (_, open) => {
  it.each(times)('refuses what no clock can show of %s, %s', async (base, member, values) => {
    const world = openWorld(open())
    for (const value of values) {
      const jsonValue = /^[\d.e]+$/.test(value) ? Number(value) : value
      const { status } = await world.send(base, { body: { [member]: jsonValue } })
      expect([value, status]).toEqual([value, base === 'node' ? 400 : 422])
    }
    expect(await world.queue()).toEqual([])
    expect(await faultsOf(world)).toEqual([])
  })

  it.each(['999999999999 d', `${'9'.repeat(400)} d`, '99999999 d'])('never advances by %s', async (advance) => {
    const world = openWorld(open())
    await fillSessions(world)
    const { status, body } = await world.local('POST', 'clock', { advance })
    expect([status, body.message]).toEqual([422, 'advance: the clock goes no further than 9998-12-31'])
    expect(await faultsOf(world)).toEqual([])
    expect((await world.local('POST', 'clock', { to: '9999-06-01T00:00:00Z' })).status).toBe(422)
    expect((await world.local('POST', 'clock', { to: '9998-12-31T23:59:59Z' })).status).toBe(200)
    expect(await faultsOf(world)).toEqual([])
  })

  it('never makes a fault of one request by another, whatever times and counts that one names', {
    tags: 'stress',
  }, async () => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(
        ...impossibleForChat,
        0,
        -1,
        1e-9,
        0.1,
        99,
        100,
        1e8,
        1e300,
        '00:00',
        '23:59',
        '24:00',
        null,
        '',
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.date({ noInvalidDate: true }).map((date) => `${date.toISOString().slice(0, 19)}Z`),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
      fc.constantFrom('02:30', '12:00', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Kolkata'),
      fc.nat(1_000_000),
    )
    const members = [
      'scheduleTime', 'schedule_time', 'callOnDate', 'call_on_date', 'noOfRetries', 'no_of_retries', 'retryAfterHours', 'retry_after_in_hrs',
      'startWorkingHour', 'start_working_hour', 'endWorkingHour', 'end_working_hour', 'timezone', 'callPriority', 'call_priority',
    ] // biome-ignore format: a list of words
    const request = fc.record({
      base: fc.constantFrom('inline', 'waSay', 'waPrompt', 'emailSay', 'call', 'wfCall', 'node'),
      body: fc.dictionary(fc.constantFrom(...members), odd, { maxKeys: 4 }),
      number: fc.constantFrom('15550109002', '15550109003', '15550100001', '15550109007'),
    })
    const moves = fc.constantFrom('1 s', '90 min', '3 d', '0.3 s', '40000 d', '99999999999 d', '1e9 d')
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 6 }), fc.array(moves, { maxLength: 3 }), async (all, after) => {
        const world = openWorld(open())
        for (const { base, body, number } of all) {
          const whom = {
            call: { phoneNumber: number },
            wfCall: { customer_number: number },
            node: { customer_number: number },
          }
          const { status } = await world.send(base, { body: { ...whom[base as 'call'], ...body } })
          expect(status).toBeLessThan(500)
        }
        for (const advance of after) expect((await world.local('POST', 'clock', { advance })).status).toBeLessThan(500)
        expect(await faultsOf(world)).toEqual([])
      }),
      { seed: 12, numRuns: 60 },
    )
    expect(warnings).toEqual([])
  })

  it('shows an odd record of an earlier version for itself, and everything else as ever', async () => {
    const store = open()
    const world = openWorld(store)
    await fillSessions(world)
    await world.send('waSay', { body: { scheduleTime: '2026-04-01T00:00:00Z' } })
    await world.send('call')
    const [session] = store.newestSessions(1) as [SessionRecord]
    const [message] = store.newestMessages(1) as [OutboxMessage]
    const [call] = store.openCalls() as [CallRecord]
    for (const [index, time] of [Number.NaN, 1e300, -1e300, null as unknown as number].entries()) {
      store.putSession({ ...session, sessionId: `odd-${index}`, time, createdAt: time, updatedAt: time, latest: time })
      store.putMessage({ ...message, id: `odd-${index}`, due: time, sentAt: time })
      store.putCall({ ...call, callId: `odd-${index}`, due: time, connectedAt: time, arrival: 1 })
    }
    store.putSession({ ...session, sessionId: 'bare', participant: undefined as never })
    store.putTimer({ id: 'odd', kind: 'call step', subject: 'none', due: -1e300 })
    store.keep('arrivals', 'many')
    expect(await faultsOf(world)).toEqual([])
    expect((await world.local('POST', 'clock', { advance: '1 d' })).status).toBe(200)
    expect(await faultsOf(world)).toEqual([])
    const { body } = await world.local('GET', 'state')
    expect(body.sessions.filter((each: object) => 'unreadable' in each)).toHaveLength(1)
  })

  it('refuses a turn whose state doubles itself, once it is too large', async () => {
    const world = openWorld(open())
    const agent = {
      id: 'doubling',
      published: 1,
      versions: {
        1: {
          rules: [{ id: 'a', when: 'more', do: [{ say: 'ok' }], set: { kept: '{kept}{kept}' } }],
          otherwise: [{ say: '.' }],
        },
      },
    }
    expect((await world.local('PUT', 'agents/doubling', agent)).status).toBe(200)
    const turn = (message: string, sessionId?: string) =>
      world.chat({ agentName: 'doubling', message, ...(sessionId === undefined ? {} : { sessionId }) })
    const { sessionId } = (await turn('more')).data
    const replies = []
    for (let count = 0; count < 40; count += 1) replies.push(await turn('more', sessionId))
    const refused = replies.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.code]).toEqual([409, 'localTurnTooLarge'])
    expect(replies.every(({ status }) => status < 500)).toBe(true)
    expect((await turn('hello', sessionId)).status).toBe(200)
    expect(await faultsOf(world)).toEqual([])
    expect(warnings).toEqual([])
  })
})

describe('a data file', () => {
  it('whose clock stands where no clock can is opened, and its clock stands where it was told to', async () => {
    const file = join(folder, 'clock.db')
    const store = openSqliteStore(file)
    store.keep('clock', 8.64e22)
    store.close()
    const now = Date.parse('2026-03-02T10:00:00Z')
    const service = await startLocalService({ port: 0, data: file, frozenAt: now })
    const clock = await fetch(`${service.url}/_local/clock`)
    expect([clock.status, await clock.json()]).toEqual([200, { now: '2026-03-02T10:00:00.000Z', kind: 'frozen' }])
    expect((await fetch(`${service.url}/_local/state`)).status).toBe(200)
    await service.close()
  })

  it('of a full disk keeps the service up: what cannot be kept is refused, and nothing of it happened', async () => {
    const full = fullDisk()
    expect(storageFailureOf(full)).toMatch(/database or disk is full/)
    const store = openSqliteStore(':memory:')
    let disk: 'roomy' | 'full' = 'roomy'
    const write = <T extends unknown[]>(work: (...given: T) => void) => (...args: T): void => {
      if (disk === 'full') throw full
      work(...args)
    } // biome-ignore format: one line
    const world = openWorld({
      ...store,
      putSession: write(store.putSession),
      putCall: write(store.putCall),
      putMessage: write(store.putMessage),
      putTimer: write(store.putTimer),
      dropTimer: write(store.dropTimer),
      appendEntries: write(store.appendEntries),
      keep: write(store.keep),
    })
    await fillSessions(world)
    await world.send('waSay', { body: { scheduleTime: '2026-03-02T11:00:00Z' } })
    disk = 'full'
    for (const base of ['inline', 'waSay', 'emailSay', 'call', 'wfCall', 'node']) {
      const { status, code, body } = await world.send(base)
      expect([base, status, code]).toEqual([base, 507, 'localStorageFailed'])
      expect(body.message).toMatch(/the data file cannot be written \(.*full.*\); nothing of this request was kept/)
    }
    expect((await world.local('POST', 'clock', { advance: '2 h' })).status).toBe(507)
    for (const path of ['state', 'sessions', 'queue', 'outbox'])
      expect((await world.local('GET', path)).status).toBe(200)
    disk = 'roomy'
    expect((await world.local('POST', 'clock', { advance: '2 h' })).status).toBe(200)
    expect((await world.outbox()).filter(({ status }) => status === 'waiting')).toEqual([])
    expect(await faultsOf(world)).toEqual([])
    expect(warnings).toEqual([])
  })
})

/** The error that the database really raises when the disk is full. */
function fullDisk(): unknown {
  const database = openDatabase(':memory:')
  database.exec('PRAGMA max_page_count = 40')
  const insert = database.prepare('INSERT INTO facts VALUES (?, ?)')
  try {
    for (let index = 0; ; index += 1) insert.run(`k${index}`, 'x'.repeat(1_000))
  } catch (error) {
    return error
  } finally {
    database.close()
  }
}

describe('an upload that breaks off', () => {
  it.each(['content-length: 500000', 'transfer-encoding: chunked'])('is no defect (%s)', async (header) => {
    const world = openWorld()
    const listening = await listen(world.service, { port: 0 })
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(listening.port, '127.0.0.1')
      await new Promise((resolve) => socket.once('connect', resolve))
      const start = [
        'POST /api/chat-agent/trigger HTTP/1.1',
        'host: 127.0.0.1',
        'x-api-key: key-of-workspace-a',
        'content-type: application/json',
        header,
      ]
      socket.write(`${start.join('\r\n')}\r\n\r\n${header.startsWith('t') ? '5\r\n{"age\r\n' : '{"age'}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      socket.destroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(warnings).toEqual([])
    expect((await fetch(`${listening.url}/_local/state`)).status).toBe(200)
    await listening.close()
  })
})

describe('an id that is none', () => {
  it.each(['a%0Ab', '%0A', 'a%E2%80%A8b', 'a%0D%0Ab', '%E2%80%A9'])(
    'is not found, whatever is in it: %s',
    async (id) => {
      const world = openWorld()
      const reply = await world.send('session', { path: `/api/session/fetch/${id}` })
      expect([reply.status, reply.code]).toEqual([404, 'sessionNotFound'])
      for (const base of ['wfCall', 'wfDelete']) {
        const { status } = await world.send(base, { path: `/api/workflow/call/${id}` })
        expect([base, status]).toEqual([base, 404])
      }
      for (const path of [`sessions/${id}`, `calls/${id}`]) expect((await world.local('GET', path)).status).toBe(404)
      expect((await world.local('DELETE', `outbox/${id}`)).status).toBe(404)
    },
  )
})
