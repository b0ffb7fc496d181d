// @module-tag stress
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueueStatus } from '../src/app/queue/page/status.ts'
import { type EchoAgent, startEchoAgent } from './queue/echo-agent.mjs'
import { type Running, start } from './queue/processes.ts'
import { hasRedis, startRedis, type TestRedis } from './queue/redis-server.ts'
import { findViolations } from './report-page/find-violations.ts'
import { openBrowser } from './vitest/open-browser.ts'

const secrets = /a-password-of-the-test|a-key-of-the-test/
const conversations = Array.from({ length: 40 }, (_, index) => {
  const phrase = index < 3 ? 'what it never says' : 'You said'
  return `  - name: c${index}\n    turns: [{ user: hello, expect: { reply: { contains: ${phrase} } } }]\n`
})
const suite = `suite: S\nagent: desk\nconversations:\n${conversations.join('')}`

describe.skipIf(!hasRedis)('the page of a queue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-queue-page-'))
  const running: Running[] = []
  let [redis, agent, page, url]: [TestRedis, EchoAgent, Running, string] = [] as never
  const begin = (...args: string[]): Running => {
    const one = start(args, folder, { TABLEREAD_QUEUE_URL: redis.url })
    running.push(one)
    return one
  }
  const readStatus = async (): Promise<{ text: string; queue: string; status: QueueStatus }> => {
    const text = await (await fetch(`${url}/status.json`)).text()
    return { text, ...JSON.parse(text) }
  }

  beforeAll(async () => {
    redis = await startRedis()
    agent = await startEchoAgent({ delayMs: 5 })
    writeFileSync(join(folder, 'suite.yaml'), suite)
    page = begin(...'queue page'.split(' '))
    url = (await page.until(/http:\/\/127\.0\.0\.1:\d+/))[0]
  })
  afterAll(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
    agent?.close()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('shows what is there as it goes, without the password, and ends with Ctrl-C', async () => {
    expect(await (await fetch(url)).text()).toContain('<title>Tableread queue</title>')
    expect((await readStatus()).status).toMatchObject({ paused: false, runs: [], workers: [] })
    agent.delayMs = 400
    const worker = begin('work', '-c', '2')
    await worker.until(/works on the queue/)
    const run = begin('run', 'suite.yaml', '--target', agent.url, '-r', 'plain', '--rate', '3000')
    await run.until(/is on the queue/)
    const browser = await openBrowser()
    try {
      const urls: string[] = []
      const errors: string[] = []
      browser.page.on('request', (request) => urls.push(request.url()))
      browser.page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
      browser.page.on('pageerror', (error) => errors.push(String(error)))
      await browser.page.goto(url)
      await browser.page.getByText('3 failed').waitFor({ timeout: 30_000 })
      const pageText = await browser.page.locator('main').innerText()
      for (const words of ['of 40', 'Goes on', '3 failed', agent.url, '3000']) expect(pageText).toContain(words)
      const { text, queue, status } = await readStatus()
      expect([text, page.said()].join()).not.toMatch(secrets)
      const printed = begin('queue', 'status')
      await printed.ended
      expect(printed.said()).toMatch(/of 40 done \(3 failed\), /)
      expect(queue).toBe(`redis://127.0.0.1:${redis.port}/0`)
      const [own] = status.runs
      expect(own).toMatchObject({ total: 40, followed: true, verdicts: { failed: 3 }, target: agent.url })
      expect((own?.done ?? 0) + (own?.running ?? 0) + (own?.waiting ?? 0)).toBe(40)
      expect(Object.values(own?.verdicts ?? {}).reduce((sum, many) => sum + many, 0)).toBe(own?.done)
      expect(status.workers).toMatchObject([{ concurrency: 2, pid: worker.child.pid }])
      expect(status.limits).toMatchObject([{ service: agent.url, rate: 3000 }])
      for (const scheme of ['light', 'dark'] as const)
        for (const width of [1400, 390]) {
          await browser.page.emulateMedia({ colorScheme: scheme })
          await browser.page.setViewportSize({ width, height: 900 })
          const where = `${scheme} ${width}`
          expect([where, await findViolations(browser.page)]).toEqual([where, []])
          const wide = await browser.page.evaluate('document.documentElement.scrollWidth')
          expect([where, Number(wide) <= width]).toEqual([where, true])
          if (process.env.PICTURES !== undefined)
            await browser.page.screenshot({ path: join(process.env.PICTURES, `queue-${scheme}-${width}.png`) })
        }
      await begin('queue', 'pause').ended
      await browser.page.getByText('Paused: nothing new starts').waitFor()
      expect(urls.filter((each) => !each.startsWith(url) && !each.startsWith('data:'))).toEqual([])
      expect(errors).toEqual([])
      await begin('queue', 'resume').ended
      expect((await run.ended).code).toBe(1)
      await browser.page.getByText('No run is on the queue.').waitFor()
      page.child.kill('SIGINT')
      expect((await page.ended).code).toBe(0)
      await browser.page.getByText('does not answer; heard last:').waitFor()
    } finally {
      await browser.close()
    }
  })
})
