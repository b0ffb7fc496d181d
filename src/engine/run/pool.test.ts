import { expect, it } from 'vitest'
import { runPool } from './pool.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

it('runs every item once, in order, and never more than the limit at once', async () => {
  const began: number[] = []
  let [running, most] = [0, 0]
  await runPool([...Array(50).keys()], 7, async (item) => {
    began.push(item)
    running += 1
    most = Math.max(most, running)
    await pause()
    running -= 1
  })
  expect(began).toEqual([...Array(50).keys()])
  expect([most, running]).toEqual([7, 0])
})

it('begins nothing more once aborted, and awaits what is under way', async () => {
  const controller = new AbortController()
  const done: number[] = []
  const work = async (item: number) => {
    if (item === 3) controller.abort()
    await pause()
    done.push(item)
  }
  await runPool([...Array(20).keys()], 2, work, { signal: controller.signal })
  expect(done.length).toBeGreaterThanOrEqual(4)
  expect(done.length).toBeLessThanOrEqual(5)
})

it('takes no items for an answer', async () => {
  await expect(runPool([], 4, async () => void (await pause()))).resolves.toBeUndefined()
})
