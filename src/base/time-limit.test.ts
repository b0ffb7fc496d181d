import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withinLimit } from './time-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = (): Promise<never> => new Promise(() => undefined)
const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: Error) => error.message)

describe('work within a time limit', () => {
  it('gives what it gives, and leaves neither a timer nor a listener', async () => {
    const { signal } = new AbortController()
    const listenSpy = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const both = [1, 2].map((each) => withinLimit(1_000, signal, async () => each))
    expect(await Promise.all(both)).toEqual([1, 2])
    expect(await outcomeOf(withinLimit(1_000, signal, () => Promise.reject(new Error('broken'))))).toBe('broken')
    expect(vi.getTimerCount()).toBe(0)
    expect([listenSpy.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2])
  })

  it.each<[string, (() => Error) | undefined, string]>([
    ['as it says itself', undefined, 'it takes longer than 2 s'],
    ['as the caller says', () => new Error('too late'), 'too late'],
  ])('is given up when the time is over, %s', async (_, late, message) => {
    const stopped: unknown[] = []
    const work = withinLimit(
      2_000,
      undefined,
      (limit) => {
        limit.signal.addEventListener('abort', () => stopped.push(limit.signal.reason.message))
        limit.onOver(() => stopped.push(limit.over))
        return never()
      },
      late,
    )
    vi.advanceTimersByTime(2_000)
    expect([await outcomeOf(work), stopped]).toEqual([message, [message, true]])
  })

  it('is given up with the signal, for its reason, also with one that was aborted before', async () => {
    const controller = new AbortController()
    const all = [1, 2].map(() => outcomeOf(withinLimit(2_000, controller.signal, never)))
    controller.abort(new Error('closed'))
    expect(await Promise.all(all)).toEqual(['closed', 'closed'])
    const work = vi.fn(never)
    expect(await outcomeOf(withinLimit(2_000, controller.signal, work))).toBe('closed')
    expect([work.mock.calls, vi.getTimerCount()]).toEqual([[], 0])
  })

  it('may have no end', async () => {
    const { signal } = new AbortController()
    const work = withinLimit(Number.POSITIVE_INFINITY, signal, async () => 'done')
    vi.advanceTimersByTime(1_000)
    expect(await work).toBe('done')
  })

  it('is given up in time whatever memory is collected meanwhile', { tags: 'stress' }, async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const calls: string[] = []
    // Each signal is only known to a listener, or to another signal.
    const hang = ({ signal }: { signal: AbortSignal }): Promise<never> => {
      AbortSignal.any([signal, new AbortController().signal]).addEventListener('abort', () => calls.push('any'))
      signal.addEventListener('abort', () => calls.push('own'))
      return never()
    }
    const turn = new AbortController()
    const works = [undefined, turn.signal].map((until) => outcomeOf(withinLimit(2_000, until, hang)))
    for (let time = 0; time < 5; time += 1) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    vi.advanceTimersByTime(2_000)
    expect(await Promise.all(works)).toEqual(['it takes longer than 2 s', 'it takes longer than 2 s'])
    expect(calls.sort()).toEqual(['any', 'any', 'own', 'own'])
  })
})

it('is what all code uses, since Node 20 loses the limit of AbortSignal.timeout: only pages in a browser may', () => {
  const root = resolve(import.meta.dirname, '../..')
  const files = ['src', 'templates', 'packages', 'bench', 'scripts', 'bin', 'docs', 'suites', 'fixtures'].flatMap(
    (folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter(
          (name) =>
            /\.([cm]?[jt]s|md|ya?ml)$/.test(name) && !/node_modules|\/\.peers\/|\.test\.ts$|time-limit/.test(name),
        ),
  )
  const inBrowser = (name: string): boolean => /^(src\/pages|templates\/queue)\//.test(name)
  expect(files.length).toBeGreaterThan(1_000)
  const using = files.filter((name) => readFileSync(join(root, name), 'utf8').includes('AbortSignal.timeout'))
  expect(using.filter((name) => !inBrowser(name))).toEqual([])
})
