// @module-tag stress
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/service/store/sqlite/database.ts'
import { createDraw } from './draw.ts'
import { type Ask, checkStored } from './kill-check.ts'
import { createLedger, type Entry, isThere } from './kill-ledger.ts'
import { sendUntilGone } from './kill-load.ts'
import { type Server, startServer, writeWorkspace } from './kill-server.ts'

const seed = Number(process.env.KILL_SEED ?? 20_260_309)
const rounds = 20
const folder = mkdtempSync(join(tmpdir(), 'tableread-kill-'))
const data = join(folder, 'data.db')
const workspace = join(folder, 'workspace')
const ledger = createLedger()
let server: Server | null = null

afterAll(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (...flags: string[]): Promise<Server> => {
  server = await startServer(workspace, data, flags)
  return server
}

const askOf =
  ({ url }: Server): Ask =>
  async (path) => {
    const response = await fetch(url + path, { headers: { 'x-api-key': 'key' } })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

/** SQLite's integrity check on a copy of the file as the kill left it; the service itself recovers the original. */
function checkIntegrity(): unknown {
  for (const end of ['', '-wal']) {
    rmSync(`${data}.copy${end}`, { force: true })
    if (existsSync(data + end)) copyFileSync(data + end, `${data}.copy${end}`)
  }
  const database = openDatabase(`${data}.copy`)
  const rows = database.prepare('PRAGMA integrity_check').all()
  database.close()
  return rows
}

describe('a service that is killed under load', () => {
  it(`keeps what it acknowledged, whole and once, over ${rounds} kills`, async () => {
    writeWorkspace(workspace)
    const draw = createDraw(seed)
    const wrong: string[] = []
    let running = await start()
    for (let round = 0; round < rounds; round += 1) {
      const victim = running
      const [most, delay] = [draw.within(25, 120), draw.within(0, 20)]
      let [count, killed] = [0, null as Promise<void> | null]
      const kill = (): Promise<void> => new Promise((done) => setTimeout(done, delay)).then(() => victim.kill())
      const answered = (): void => {
        count += 1
        if (count >= most) killed ??= kill()
      }
      await sendUntilGone(victim.url, ledger, { draw, round, answered })
      await killed
      expect(checkIntegrity()).toEqual([{ integrity_check: 'ok' }])
      running = await start()
      const problems = await checkStored(askOf(running), ledger, round)
      wrong.push(
        ...problems.map(
          (each) => `seed ${seed}, round ${round}, killed after ${most} answers and ${delay} ms: ${each}`,
        ),
      )
    }
    const lies = await checkStored(askOf(running), ledger, null)
    wrong.push(...lies.map((each) => `seed ${seed}, at the end: ${each}`))
    process.stdout.write(`${rounds} kills, seed ${seed}: ${JSON.stringify(totals())}\n`)
    expect(wrong.slice(0, 20).join('\n')).toBe('')
    expect(ledger.entries.size).toBeGreaterThan(rounds * 20)
  })

  it('still does everything that was scheduled, once each, when its time comes', async () => {
    await server?.kill()
    const running = await start('--clock', '2099-01-01T00:00:00Z')
    const moved = await fetch(`${running.url}/_local/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance":"12 h"}',
    })
    expect(moved.status).toBe(200)
    const ask = askOf(running)
    const { messages } = await ask('/_local/outbox?limit=10000')
    const sent = messages.filter(({ status }: { status: string }) => status === 'sent')
    expect(sent.map(({ text }: { text: string }) => text).sort()).toEqual(idsOf('message', 'scheduled message'))
    expect((await ask('/_local/queue')).calls).toEqual([])
    const { sessions } = await ask('/_local/sessions?limit=10000')
    const over = sessions.filter(({ status }: { status: string }) => status === 'call_hangup')
    expect(over).toHaveLength(idsOf('call', 'workflow call').length)
  })
})

function idsOf(...kinds: Entry['kind'][]): string[] {
  return ledger
    .of(...kinds)
    .filter(isThere)
    .map(({ id }) => id)
    .sort()
}

function totals(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, state } of ledger.entries.values()) {
    const name = state === 'acknowledged' ? kind : state === 'kept' ? 'in the air, kept' : 'in the air, lost'
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
