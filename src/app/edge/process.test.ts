import { afterEach, expect, it, vi } from 'vitest'
import { interruptible } from './process.ts'

afterEach(() => vi.restoreAllMocks())

it('ends work by the signal that its caller heard too, and the process by a second one alone', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const outer = interruptible()
  const inner = interruptible(outer.signal)
  process.emit('SIGTERM', 'SIGTERM')
  expect([outer.signal.reason, inner.signal.reason, exit.mock.calls]).toEqual([143, 143, []])
  process.emit('SIGTERM', 'SIGTERM')
  expect(exit).toHaveBeenCalledWith(143)
  inner.release()
  outer.release()
})

it('ends work as Ctrl-C does where a request was cancelled', () => {
  const request = new AbortController()
  const { signal, release } = interruptible(request.signal)
  request.abort()
  expect(signal.reason).toBe(130)
  release()
})
