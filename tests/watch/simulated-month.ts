import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckWorld, checkService } from '../../src/app/watch/check-service.ts'
import type { Receiver } from '../../src/app/watch/deliver-messages.ts'
import type { WatchMessage } from '../../src/app/watch/message-shape.ts'
import type { ChangeJudgement } from '../../src/app/watch/watch-state.ts'
import { configOf } from '../../src/compare/blueprint/blueprint.fixture.ts'
import { openWatchStore, type WatchStore } from '../../src/records/history/watch-store.ts'
import type { Blueprint } from '../../src/wire/api/blueprint.ts'
import { compareDrawn } from '../comparison/quick.ts'
import { createPick } from '../corpus/pick.ts'

/** What a month of checks came to. */
export interface Month {
  /** Versions that broke a conversation, and those of them that were told within two checks. */
  planted: number
  inTime: number
  /** Alarms of versions that broke nothing. */
  falseAlarms: number
  /** Messages that were made, and by receiver those that never came, or came twice with the same id. */
  messages: number
  lost: number
  doubled: number
  /** Kills, and those of them between a receiver's answer and the note of it: only there a message comes twice. */
  kills: number
  killsAfterAnswer: number
  requests: number
}

/** How often the service is looked at, in milliseconds, and for how long. */
const everyMs = 30 * 60_000
const days = 30
const checks = (days * 24 * 3_600_000) / everyMs

/** A hundred conversations of which each fails in five of a hundred runs. */
const conversations = 100
const noise = 0.05

const receivers: readonly Receiver[] = ['steady', 'failing'].map((name) => ({
  ...{ key: name, form: 'json', url: `https://${name}.example/hook` },
}))

/** The process is gone: nothing after this happens, not even its cleaning up. */
class Killed extends Error {}

/**
 * Plays a month on a clock of its own: about three versions a week, a third of them breaking a conversation that the next
 * one mends, a listing that fails in five of a hundred requests, a receiver that answers 500 for a day, and a kill at a
 * drawn step of every third judging.
 */
export async function playMonth(seed: number): Promise<Month> {
  const pick = createPick(seed)
  const chance = (): number => pick(1_000_000) / 1_000_000
  const folder = mkdtempSync(join(tmpdir(), 'tableread-month-'))
  const start = Date.UTC(2026, 10, 1)
  let now = start
  let version = 1
  let broken: string | null = null
  const brokenBy = new Map<number, { at: number; what: string; told: number | null }>()
  const inboxes = new Map(receivers.map(({ key }) => [key, [] as string[]]))
  const notices: WatchMessage[] = []
  const month: Month = {
    ...{ planted: 0, inTime: 0, falseAlarms: 0, messages: 0, lost: 0, doubled: 0 },
    ...{ kills: 0, killsAfterAnswer: 0, requests: 0 },
  }
  const failingDay = 3 + pick(20)

  const list = async (): Promise<readonly Blueprint[] | string> => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      month.requests += 1
      if (chance() >= 0.05) return [blueprintOf(version)]
    }
    return 'HTTP 429'
  }
  const judge = (): ChangeJudgement => {
    const hit = broken === null ? -1 : 0
    const rate = (at: number, side: 'a' | 'b'): number => (at === hit && side === 'b' ? 0 : 1 - noise)
    const { gate } = compareDrawn({ name: '', conversations, rate }, 'quick', chance)
    const fields = { against: null, failing: broken === null ? [] : [broken], note: null, report: null }
    if (gate.verdict !== 'shut') return { verdict: 'good', findings: [], ...fields }
    const findings = [{ conversation: broken ?? 'noise', what: 'it got worse' }]
    return { verdict: 'regressed', findings, ...fields }
  }

  let processes = 0
  const openProcess = (): WatchStore => {
    processes += 1
    const opening = openWatchStore(join(folder, 'history.db'), 'https://api.example', `process ${processes}`)
    if (!opening.ok) throw new Error(opening.trouble.message)
    return opening.store
  }
  let store = openProcess()
  for (let check = 0; check < checks; check += 1) {
    now = start + check * everyMs
    if (check > 0 && chance() < (3 * everyMs) / (7 * 24 * 3_600_000)) {
      version += 1
      broken = broken === null && chance() < 1 / 3 ? `conversation ${version}` : null
      if (broken !== null) brokenBy.set(version, { at: now, what: broken, told: null })
    }
    const isLast = check >= checks - 200
    const killAt = !isLast && chance() < 1 / 3 ? 1 + pick(8) : 0
    if (!(await checkOnce(store, killAt))) store = openProcess()
  }

  /** Gives false where the process was killed. */
  async function checkOnce(store: WatchStore, killAt: number): Promise<boolean> {
    let [steps, isDead] = [0, false]
    // Only steps that leave something behind are places to be killed at.
    const step = (isAnswer = false): void => {
      if (isDead) throw new Killed()
      steps += 1
      if (steps !== killAt) return
      isDead = true
      month.kills += 1
      if (isAnswer) month.killsAfterAnswer += 1
      throw new Killed()
    }
    const alive =
      <A extends unknown[], R>(act: (...given: A) => R) =>
      (...args: A): R => {
        if (isDead) throw new Killed()
        return act(...args)
      }
    const mortal: WatchStore = {
      ...store,
      ...{ hold: alive(store.hold), read: alive(store.read), due: alive(store.due), waiting: alive(store.waiting) },
      commit: alive((state, messages, keys) => {
        if (messages.length > 0) step()
        const isKept = store.commit(state, messages, keys)
        for (const { body } of messages) if (isKept) notices.push(JSON.parse(body) as WatchMessage)
        if (messages.length > 0) step()
        return isKept
      }),
      delivered: alive(store.delivered),
      postponed: alive(store.postponed),
      release: () => {
        if (!isDead) store.release()
      },
    }
    const world: CheckWorld = {
      ...{ service: 'https://api.example', agents: ['desk'], receivers, secret: 'secret', store: mortal, list },
      now: () => now,
      conceal: (message) => message,
      async judge() {
        step()
        return judge()
      },
      draftsEveryMs: null,
      judgeDraft: () => Promise.reject(new Error('no draft is looked at')),
      async post({ key }, body) {
        step()
        const isDown = key === 'failing' && Math.floor((now - start) / 86_400_000) === failingDay
        if (isDown) return { ok: false, why: 'it answered with 500', askedMs: null }
        inboxes.get(key)?.push((JSON.parse(body) as WatchMessage).id)
        step(true)
        return { ok: true }
      },
    }
    try {
      await checkService(world)
      return true
    } catch (error) {
      if (error instanceof Killed) return false
      throw error
    }
  }

  store.close()
  rmSync(folder, { recursive: true })
  for (const message of notices.filter(({ kind }) => kind === 'regressed')) {
    const regression = brokenBy.get(message.version ?? 0)
    if (regression === undefined) month.falseAlarms += 1
    else regression.told ??= Date.parse(message.at)
  }
  const planted = [...brokenBy.values()].filter(({ at }) => at < now - 2 * everyMs)
  month.planted = planted.length
  month.inTime = planted.filter(({ at, told: when }) => when !== null && when - at <= 2 * everyMs).length
  month.messages = notices.length
  for (const ids of inboxes.values()) {
    month.lost += notices.filter(({ id }) => !ids.includes(id)).length
    month.doubled += ids.length - new Set(ids).size
  }
  return month
}

function blueprintOf(number: number): Blueprint {
  const config = configOf({})
  return { agentId: 'desk', version: { number }, config: { ...config, number } } as unknown as Blueprint
}
