import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Hook, openHook } from './hook.ts'

let hook: Hook
beforeEach(async () => {
  hook = await openHook(0)
})
afterEach(() => hook.close())

const ask = async (method: string, path = '/check', headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${hook.url}${path}`, { method, headers })).status
const never = new AbortController().signal

describe('the hook of a watch', () => {
  it('ends the wait when a program asks, and also when it asked before', async () => {
    const waiting = hook.wait(60_000, never)
    expect([await ask('POST'), await waiting]).toEqual([202, true])
    expect([await ask('POST'), await ask('POST'), await hook.wait(60_000, never)]).toEqual([202, 202, true])
    expect(await hook.wait(1, never)).toBe(false)
  })
  it('ends the wait when it is interrupted', async () => {
    expect(await hook.wait(60_000, AbortSignal.abort())).toBe(false)
  })
  it.each<[string, string, Record<string, string>, number]>([
    ['GET', '/check', {}, 405],
    ['POST', '/', {}, 405],
    ['GET', '/', {}, 404],
    ['POST', '/check', { origin: 'https://evil.example' }, 403],
  ])('refuses %s %s %j', async (method, path, headers, status) => {
    expect([await ask(method, path, headers), await hook.wait(1, never)]).toEqual([status, false])
  })
  it('refuses pages of its own address too, since nothing there is one', async () => {
    expect(await ask('POST', '/check', { origin: hook.url })).toBe(405)
  })
})
