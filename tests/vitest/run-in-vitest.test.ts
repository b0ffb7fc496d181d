// @module-tag stress
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from './fake-service.ts'
import { createProject, type Project, type Running, startTableread } from './run-vitest.ts'

const orders = `suite: Order desk
agent: order-desk
tags: [desk]
conversations:
  - name: tracks an order
    turns:
      - user: Where is my order?
        expect: { reply: { contains: delayed } }
  - name: says thanks
    tags: [smoke]
    turns:
      - user: Thanks
        expect: { reply: You said Thanks }
  - name: takes its time
    turns:
      - user: slow
        expect: { reply: You said slow }
  - name: never begins
    turns:
      - user: Hello
        expect: { reply: You said Hello }
`

describe('tableread run in Vitest', () => {
  let service: FakeService
  let project: Project
  const started: Running[] = []

  beforeAll(async () => {
    service = await startFakeService()
    project = createProject({ 'suites/orders.yaml': orders }, null)
  })
  afterAll(async () => {
    for (const { process } of started) process.kill('SIGKILL')
    await service.close()
    project.remove()
  })

  function run(...args: string[]): Running {
    const environment = { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key' }
    const running = startTableread(project, ['run', ...args], environment)
    started.push(running)
    return running
  }

  it('watches the conversation at a line, runs it again when its suite changes, and leaves nothing behind', async () => {
    const running = run('--watch', 'suites/orders.yaml:7')
    await running.says(/1 failed \(1\)[\s\S]*Watching for file changes/)
    await expect.poll(() => running.output()).toContain('Failed: the reply is not as expected')
    await expect.poll(() => running.output()).toContain('❯ turn 1 suites/orders.yaml:8:38')
    const file = join(project.folder, 'suites/orders.yaml')
    writeFileSync(file, `# a new first line\n${orders.replace('delayed', 'shipped')}`)
    await running.says(/RERUN +suites\/orders\.yaml[\s\S]*1 passed \(1\)[\s\S]*Waiting for file changes/)
    expect(running.output()).not.toMatch(/[✓×] says thanks/)
    running.process.kill('SIGINT')
    expect(await running.ended).toBe(130)
    writeFileSync(file, orders)
    expect(readdirSync(project.folder)).toEqual(['suites'])
    expect(readFileSync(file, 'utf8')).toBe(orders)
  })

  it('reports what ran when it is interrupted in the middle of a run, and begins nothing more', async () => {
    const arrival = service.asked('slow')
    const running = run('--watch', '-c', '1', '-t', 'order desk > (tracks|takes|never)')
    await arrival
    await new Promise((resolve) => setTimeout(resolve, 500))
    running.process.kill('SIGTERM')
    expect(await running.ended).toBe(143)
    expect(running.output()).toMatch(/Tests {2}1 failed \| 2 skipped/)
    expect(running.output()).toContain('↓ takes its time')
    expect(running.output()).not.toMatch(/[✓×] (takes its time|never begins)/)
  })

  it('serves the UI and says where, for the conversations with a tag', async () => {
    const running = run('--ui', '--tags', 'smoke')
    const [, url = ''] = await running.says(/UI started at (http:\/\/localhost:\d+\/__vitest__\/)/)
    await running.says(/1 passed \(1\)/)
    expect(await (await fetch(url)).text()).toContain('<title>Vitest</title>')
    running.process.kill('SIGINT')
    expect(await running.ended).toBe(130)
  })

  it('says so when nothing matches', async () => {
    const running = run('--watch', '-t', 'no such name')
    expect(await running.ended).toBe(2)
    expect(running.output()).toContain('no conversation matches')
  })
})
