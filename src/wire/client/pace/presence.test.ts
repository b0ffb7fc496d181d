import { expect, it } from 'vitest'
import { type Transport, TransportError, type WireRequest } from '../transport.ts'
import { watchPresence } from './presence.ts'

const patience = { most: 3, newMs: 20, knownMs: 120, pauseMs: 5 }
const requestTo = (url: string, key = 'a'): WireRequest => ({
  method: 'GET',
  url,
  headers: { 'x-api-key': key },
  timeLimitMs: 1_000,
})

/** A service that answers with a status, or fails with a code; counts what reaches it. */
function open(first: number | string) {
  const service = { now: first, asked: 0 }
  const answer: Transport = async () => {
    service.asked += 1
    if (typeof service.now === 'string') throw new TransportError('unreachable', service.now)
    return { status: service.now, headers: {}, text: '' }
  }
  const send = watchPresence(answer, patience)
  const ask = (url = 'http://desk.example/', key = 'a'): Promise<string> =>
    send(requestTo(url, key)).then(
      ({ status }) => String(status),
      (error: TransportError) => `${error.kind} ${error.code}`,
    )
  const askOften = (times: number): Promise<string[]> => Promise.all(Array.from({ length: times }, () => ask()))
  return { service, ask, askOften }
}

it('asks a service that is not there a few times, and then no more', async () => {
  const { service, ask, askOften } = open('ECONNREFUSED')
  for (let times = 0; times < 3; times += 1) expect(await ask()).toBe('unreachable ECONNREFUSED')
  expect(await askOften(50)).toEqual(['unreachable ECONNREFUSED', ...Array(49).fill('gone ECONNREFUSED')])
  const { asked } = service
  expect(asked).toBeLessThan(12)
  expect(new Set(await askOften(900))).toEqual(new Set(['gone ECONNREFUSED']))
  expect(service.asked).toBe(asked)
  expect(await ask('http://other.example/')).toBe('unreachable ECONNREFUSED')
})

it('waits longer for one that has answered before, and goes on when it comes back', async () => {
  const { service, ask, askOften } = open(200)
  await ask()
  service.now = 'ECONNREFUSED'
  await askOften(3)
  setTimeout(() => {
    service.now = 200
  }, 50)
  expect(await askOften(20)).toEqual(Array(20).fill('200'))
})

it('tells of a key that is refused without asking on, and of no other key', async () => {
  const { service, ask, askOften } = open(401)
  await askOften(3)
  expect(await ask()).toBe('401')
  const { asked } = service
  expect(await askOften(100)).toEqual(Array(100).fill('401'))
  expect(service.asked).toBe(asked)
  service.now = 200
  expect(await ask(undefined, 'b')).toBe('200')
})

it.each([401, 500, 'ECONNRESET'])('asks on where a key was taken once, or a service is there: %s', async (now) => {
  const { service, askOften } = open(200)
  await askOften(1)
  service.now = now
  await askOften(30)
  expect(service.asked).toBe(31)
})
