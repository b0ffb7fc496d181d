import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type AppendFile, appendLines } from './keep-journal.ts'

/** A file whose syncs end only when the test says so. */
function fakeFile(fails = false): { file: AppendFile; writes: string[]; sync: () => Promise<void> } {
  const writes: string[] = []
  let release: (() => void) | null = null
  const file: AppendFile = {
    async writeFile(data) {
      if (fails) throw new Error('ENOSPC: no space left on device')
      writes.push(String(data))
    },
    datasync: () =>
      new Promise((ended) => {
        release = ended
      }),
  }
  const sync = async (): Promise<void> => {
    release?.()
    await nextRound()
  }
  return { file, writes, sync }
}

const line = (text: string): Buffer => Buffer.from(`${text}\n`)

describe('an appender', () => {
  it('lets what comes during a sync leave together in the next one', async () => {
    const { file, writes, sync } = fakeFile()
    const saved: number[] = []
    const appender = appendLines(file, { onSaved: (lines) => saved.push(lines), onTrouble: () => {} })
    appender.append(line('a'))
    await nextRound()
    for (const text of ['b', 'c', 'd']) appender.append(line(text))
    expect([writes, saved]).toEqual([['a\n'], []])
    await sync()
    const settlement = appender.settle()
    while (writes.length < 2) await nextRound()
    await nextRound()
    await sync()
    await settlement
    expect([writes, saved]).toEqual([
      ['a\n', 'b\nc\nd\n'],
      [1, 3],
    ])
  })
  it('tells of the first trouble once, and goes on without writing', async () => {
    const { file, writes } = fakeFile(true)
    const troubles: string[] = []
    const appender = appendLines(file, { onSaved: () => {}, onTrouble: ({ message }) => troubles.push(message) })
    for (const text of ['a', 'b']) appender.append(line(text))
    await appender.settle()
    appender.append(line('c'))
    await appender.settle()
    expect([writes, troubles]).toEqual([[], ['ENOSPC: no space left on device']])
  })
})
