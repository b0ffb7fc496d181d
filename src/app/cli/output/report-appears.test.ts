import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import { type LocalService, startLocalService } from '../../agents/local-service.ts'
import { writeGivenInTurns } from '../../files/given-files.ts'
import { teeth } from '../../studies/teeth.ts'
import { vary } from '../../studies/vary.ts'
import { compare } from '../verbs/compare.ts'
import { run } from '../verbs/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-appears-'))
const suite = join(folder, 's.yaml')
const foreign = join(folder, 'foreign.txt')
let service: LocalService
let proxy: Server
/** Called on the first request that a verb sends. */
let plant: () => void = () => undefined

beforeAll(async () => {
  const turn = '{ user: hi, expect: { reply: { matches: /\\w/ } } }'
  const head = 'suite: S\nagent: order-desk\nmetadata: { customer_name: Asha }\n'
  writeFileSync(suite, `${head}conversations: [{ name: one, turns: [${turn}] }]\n`)
  writeFileSync(foreign, 'mine')
  service = await startLocalService({ port: 0 })
  proxy = createServer(async (request, response) => {
    plant()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = 'GET' } = request
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const body = method === 'GET' ? {} : { body: Buffer.concat(parts) }
    const answer = await fetch(`${service.url}${request.url}`, { method, headers, ...body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What may turn up in the place of a report, how to plant it, and how to see that it is unchanged. */
const obstacles: Record<string, { put(path: string): void; look(path: string): unknown; says: string }> = {
  'a file of somebody else': {
    put: (path) => writeFileSync(path, 'mine'),
    look: (path) => readFileSync(path, 'utf8'),
    says: 'would overwrite',
  },
  'a folder': {
    put: (path) => mkdirSync(path),
    look: (path) => lstatSync(path).isDirectory(),
    says: 'which is a folder',
  },
  'a link to a file of somebody else': {
    put: (path) => symlinkSync(foreign, path),
    look: (path) => [lstatSync(path).isSymbolicLink(), readFileSync(foreign, 'utf8')],
    says: 'would overwrite',
  },
}

const files = { json: 'json', junit: 'junit', html: 'html' } as const
type Named = Record<keyof typeof files, string>

/** The verbs that judge conversations and write reports about them. */
const verbs: Record<string, { reports: (keyof Named)[]; perform(named: Named, target: string): Promise<number> }> = {
  run: {
    reports: ['json', 'junit', 'html'],
    perform: (paths, target) => run([suite], { ...paths, target, reporter: 'plain', history: false }),
  },
  compare: {
    reports: ['json', 'junit', 'html'],
    perform: (paths, target) =>
      compare(['default', 'default', suite], { ...paths, target, reporter: 'plain', history: false, repeat: '1' }),
  },
  teeth: {
    reports: ['json', 'junit', 'html'],
    perform: (paths, target) => teeth([suite], { ...paths, target, minScore: '0' }),
  },
  vary: {
    reports: ['json', 'junit', 'html'],
    perform: (paths, target) => vary([suite], { ...paths, target, variants: '2', brittle: '100' }),
  },
}

let number = 0
const cases = Object.entries(verbs).flatMap(([verb, { reports }]) =>
  reports.flatMap((flag) => Object.keys(obstacles).map((obstacle) => [verb, flag, obstacle] as const)),
)

describe('what comes to stand in the place of a report during a run', () => {
  // So many, spread evenly, have every report of every verb, and each obstacle.
  eachByTier(13)(cases)(
    '%s --%s: %s stays, and the other reports are written',
    { tags: 'slow' },
    async (verb, flag, name) => {
      const [obstacle, performed] = [obstacles[name], verbs[verb]]
      if (obstacle === undefined || performed === undefined) throw new Error('no such case')
      number += 1
      const paths = Object.fromEntries(
        Object.keys(files).map((each) => [each, join(folder, `${number}.${each}`)]),
      ) as Named
      let before: unknown
      plant = () => {
        plant = () => undefined
        obstacle.put(paths[flag])
        before = obstacle.look(paths[flag])
      }
      vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      vi.stubEnv('TABLEREAD_API_KEY', service.apiKey)
      const { port } = proxy.address() as AddressInfo
      const code = await performed.perform(paths, `http://127.0.0.1:${port}`).catch((error: Error) => error.message)
      vi.unstubAllEnvs()
      const err = stderr.mock.calls.map(([text]) => String(text)).join('')
      expect(before, 'planted').toBeDefined()
      expect(obstacle.look(paths[flag])).toEqual(before)
      expect([code, err]).toEqual([2, expect.stringMatching(`--${flag} would (over)?write`)])
      expect(err).toContain(obstacle.says)
      for (const other of performed.reports)
        if (other !== flag) expect(readFileSync(paths[other], 'utf8').length, other).toBeGreaterThan(100)
    },
  )
  it('stays also where it comes while the report is being written', async () => {
    const path = join(folder, 'late.json')
    function* parts() {
      yield '{'
      writeFileSync(path, 'mine')
      yield '}'
    }
    await expect(writeGivenInTurns(path, parts(), { flag: '--json', kind: 'json' })).rejects.toThrow('would overwrite')
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })
})
