// @module-tag stress
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from './fake-service.ts'
import { createProject, type Project, startTableread, startVitest } from './run-vitest.ts'

const suite = `suite: S
agent: order-desk
conversations:
  - { name: quick, turns: [{ user: hello, expect: { reply: { contains: said } } }] }
  - { name: takes its time, turns: [{ user: slow, expect: { reply: { contains: said } } }] }
`
const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

describe('a signal to Vitest', () => {
  let service: FakeService
  const projects: Project[] = []
  beforeAll(async () => {
    service = await startFakeService()
  })
  afterAll(async () => {
    await service.close()
    for (const { remove } of projects) remove()
  })

  function create(options: object | null): { project: Project; env: Record<string, string>; temporary: string } {
    const project = createProject({ 'suites/s.yaml': suite }, options)
    projects.push(project)
    const temporary = join(project.folder, 'temporary')
    mkdirSync(temporary)
    const env = { TABLEREAD_TARGET: service.url, TABLEREAD_API_KEY: 'a-secret-key', TMPDIR: temporary }
    return { project, env, temporary }
  }
  const listFolders = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('tableread-'))

  it.each(signals)(
    '%s ends a run with %i, and leaves no piece of a report and nothing that was said',
    async (signal, code) => {
      const { project, env, temporary } = create({ report: 'out/report.html', versions: ['default', 'draft'] })
      const arrival = service.asked('slow')
      const running = startVitest(project, ['run'], env)
      await arrival
      await expect.poll(() => listFolders(temporary).length).toBeGreaterThan(0)
      running.process.kill(signal)
      expect(await running.ended, running.output()).toBe(code)
      expect([listFolders(temporary), readdirSync(project.folder).includes('out')]).toEqual([[], false])
      expect(running.output()).not.toMatch(/^\s+at /m)
    },
  )

  it.each(signals)('%s ends a watch with %i', async (signal, code) => {
    const { project, env, temporary } = create(null)
    const arrival = service.asked('slow')
    const running = startTableread(project, ['run', '--watch'], env)
    await arrival
    running.process.kill(signal)
    expect(await running.ended, running.output()).toBe(code)
    expect(listFolders(temporary)).toEqual([])
  })
})
