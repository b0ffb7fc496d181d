import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../wire/client/failure.ts'
import { weighBreak } from './weigh-failure.ts'

const refused = (status: number, responseCode: number = status): Failure => {
  return { kind: 'refused', status, responseCode, errorCode: null, message: 'no', requestId: null }
}
const garbled = (status: number): Failure => {
  return { kind: 'garbled', url: 'http://localhost', status, contentType: null, excerpt: '<html>' }
}
const unreachable = (code: string): Failure => ({ kind: 'unreachable', url: 'http://localhost', code })

describe('what a failure says of its request', () => {
  it.each<[Failure, string | null]>([
    [unreachable('ECONNREFUSED'), 'never left'],
    [unreachable('UND_ERR_CONNECT_TIMEOUT'), 'never left'],
    [unreachable('EAI_AGAIN'), 'never left'],
    [unreachable('ENOTFOUND'), null],
    [unreachable('ECONNRESET'), 'over'],
    [unreachable('EHOSTUNREACH'), 'never left'],
    [unreachable('EHOSTUNREACH read'), 'over'],
    [unreachable('UND_ERR_SOCKET'), 'over'],
    [{ kind: 'timed out', limitMs: 10 }, 'open'],
    [refused(504), 'open'],
    [refused(500), 'over'],
    [refused(502), 'over'],
    [refused(200, 500), 'over'],
    [{ ...refused(502), errorCode: 'localAgentErrored' } as Failure, null],
    [{ ...refused(507), errorCode: 'localStorageFailed' } as Failure, null],
    [refused(429), 'come again'],
    [refused(200, 429), 'come again'],
    [refused(408), null],
    [refused(200, 404), null],
    [refused(404), null],
    [refused(401), null],
    [garbled(200), 'over'],
    [garbled(502), 'over'],
    [garbled(504), 'open'],
    [garbled(404), null],
    [garbled(429), 'come again'],
    [{ kind: 'misshapen', status: 200, violations: [], requestId: null }, null],
    [{ kind: 'oversized', limit: 'more than 1 byte' }, null],
    [{ kind: 'aborted' }, null],
    [{ kind: 'blocked', reason: 'no' }, null],
    [{ kind: 'unrecorded', reason: 'no' }, null],
    [{ kind: 'held back', reason: 'no' }, null],
  ])('%j: %s', (failure, weight) => {
    expect(weighBreak(failure)?.weight ?? null).toBe(weight)
  })
})
