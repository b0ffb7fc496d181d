import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startLocalService } from './local-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-data-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const march = '2026-03-27T10:00:00.000Z'
const later = '2100-01-01T00:00:00.000Z'

/** Starts a service at an instant, or on the system's clock for null; returns its note and where the clock stands. */
async function serveAt(data: string, instant: string | null, to?: string) {
  const frozenAt = instant === null ? null : Date.parse(instant)
  const service = await startLocalService({ port: 0, data: join(folder, data), frozenAt })
  try {
    const headers = { 'content-type': 'application/json' }
    if (to !== undefined)
      await fetch(`${service.url}/_local/clock`, { method: 'POST', headers, body: JSON.stringify({ to }) })
    const { now } = (await (await fetch(`${service.url}/_local/clock`)).json()) as { now: string }
    return { note: service.clockNote, now }
  } finally {
    await service.close()
  }
}

describe('the clock of a data file', () => {
  it('goes on where it stood, and says so where it was asked to stand earlier', async () => {
    expect(await serveAt('moved', march, later)).toEqual({ note: null, now: later })
    expect(await serveAt('moved', march)).toEqual({
      note: `the clock stands at ${later}, where ${join(folder, 'moved')} left it, not at ${march}: it never goes back; for an earlier time name another file`,
      now: later,
    })
    expect((await serveAt('moved', null)).note).toContain(`theirs stood at ${later}; --clock frozen goes on from there`)
    expect((await serveAt('moved', later)).note).toBeNull()
  })
  it('is kept also where nobody moved it', async () => {
    await serveAt('unmoved', later)
    expect(await serveAt('unmoved', march)).toMatchObject({ note: expect.stringContaining(later), now: later })
  })
  it('needs no word where it is earlier', async () => {
    await serveAt('earlier', march)
    expect(await serveAt('earlier', later)).toEqual({ note: null, now: later })
    expect((await serveAt('new', null)).note).toBeNull()
  })
})
