import { describe, expect, it } from 'vitest'
import { onAbort } from './on-abort.ts'

describe('a signal that many requests wait for', () => {
  it('interrupts those under way, each once, and none that is over', () => {
    const { signal, abort } = signalOf()
    const heard: string[] = []
    onAbort(signal, () => heard.push('first'))
    const forget = onAbort(signal, () => heard.push('second'))
    onAbort(signal, () => heard.push('third'))
    forget()
    abort()
    abort()
    expect(heard).toEqual(['first', 'third'])
  })
  it('lets a request forget itself while it is interrupted', () => {
    const { signal, abort } = signalOf()
    const heard: string[] = []
    const forget = onAbort(signal, () => {
      heard.push('first')
      forget()
    })
    onAbort(signal, () => heard.push('second'))
    abort()
    expect(heard).toEqual(['first', 'second'])
  })
  it('is none of the concern of requests that wait for another', () => {
    const heard: string[] = []
    onAbort(signalOf().signal, () => heard.push('other'))
    const { signal, abort } = signalOf()
    onAbort(signal, () => heard.push('own'))
    abort()
    expect(heard).toEqual(['own'])
  })
})

function signalOf(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
