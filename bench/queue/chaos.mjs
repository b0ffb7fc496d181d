import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEchoAgent } from '../../tests/queue/echo-agent.mjs'
import { randomFrom } from '../judges/simulate.mjs'
import { accountOf, differencesOf } from './compare-runs.mjs'
import { killAll, startTableread, startWorker } from './processes.mjs'
import { startRedis } from './redis.mjs'
import { startWire } from './wire.mjs'
import { writeMixed } from './write-suites.mjs'

/** The kinds of faults, with their relative frequencies. */
const faults = {
  'worker killed': 12,
  'worker stopped for longer than its lease': 10,
  'Redis restarted, data kept': 4,
  'Redis restarted, data lost': 4,
  'Redis restarted, last second lost': 4,
  'network of a worker silent': 5,
  'network of a worker reset': 4,
  'network of the follower silent': 3,
  'network of the follower reset': 2,
  'follower killed, and followed again': 2,
}

/** Picks so many faults in those proportions, in a seeded random order. */
function planFaults(kills, random, only) {
  const kinds = Object.keys(faults).filter((kind) => only.test(kind))
  const all = kinds.reduce((sum, kind) => sum + faults[kind], 0)
  // The most overdue kind comes next, so that any number of faults has its share of each kind.
  const done = new Map(kinds.map((kind) => [kind, 0]))
  const chosen = Array.from({ length: kills }, (_, index) => {
    const due = (kind) => ((index + 1) * faults[kind]) / all - done.get(kind)
    const next = kinds.toSorted((one, other) => due(other) - due(one))[0]
    done.set(next, done.get(next) + 1)
    return next
  })
  return chosen
    .map((kind) => ({ kind, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind }) => kind)
}

const leaseMs = 2_000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs with faults at seeded random moments, a few per run, over so many workers. Gives what each fault did
 * to its run, and how the reports differ from that of a single machine. `tell` is called for each run.
 */
export async function runChaos({
  kills,
  seed,
  workers,
  perRun = 5,
  conversations = 80,
  turns = 5,
  only = /./,
  tell = () => {},
}) {
  const random = randomFrom(seed)
  const plan = planFaults(kills, random, only)
  const folder = mkdtempSync(join(tmpdir(), 'tableread-chaos-'))
  writeMixed(folder, conversations, turns)
  const lab = { folder, random, workers, turns: conversations * turns, redis: await startRedis() }
  try {
    const alone = await runAlone(folder)
    const runs = []
    while (plan.length > 0) {
      const run = await runOnce(lab, alone, plan.splice(0, perRun))
      runs.push(run)
      tell(run)
    }
    return runs
  } finally {
    await lab.redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const flagsOf = (agent, name) => ['--target', agent.url, '-r', 'plain', '--json', name]

/** The report of a run on a single machine. */
async function runAlone(folder) {
  const agent = await startEchoAgent()
  try {
    await startTableread(['run', '.', ...flagsOf(agent, 'alone.json')], { folder }).ended
    return JSON.parse(readFileSync(join(folder, 'alone.json'), 'utf8'))
  } finally {
    agent.close()
  }
}

async function runOnce({ folder, random, workers, turns, redis }, alone, kinds) {
  const agent = await startEchoAgent()
  agent.delayMs = 200
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere, { recursive: true })
  const wires = await Promise.all(Array.from({ length: workers + 1 }, () => startWire(redis.port)))
  const hands = []
  const hire = async (at) => {
    const options = { folder: elsewhere, queue: wires[at].url, concurrency: 3, lease: `${leaseMs / 1000}s` }
    for (let tries = 1; ; tries += 1)
      try {
        hands[at] = await startWorker(options)
        return
      } catch (error) {
        if (tries === 20) throw error
        await sleep(500) // its connection may be cut at the moment
      }
  }
  const command = ['run', '.', ...flagsOf(agent, 'queued.json')]
  const run = { follower: null, done: [], said: '', endedAlone: false }
  const follow = (...more) => {
    run.follower = startTableread([...command, ...more], { folder, queue: wires[workers].url })
    run.follower.ended.then(() => {
      run.endedAlone = wires[workers].isCut()
    })
  }
  try {
    for (let at = 0; at < workers; at += 1) hands[at] = null
    await Promise.all(hands.map((_, at) => hire(at)))
    follow()
    const [, name] = await run.follower.until(/run (\S+) is on the queue/)
    const moments = kinds.map(() => Math.ceil(turns * (0.03 + 0.85 * random()))).toSorted((one, other) => one - other)
    const aftermath = []
    for (const [index, kind] of kinds.entries()) {
      await turnsOf(agent, moments[index], run)
      if (run.follower.child.exitCode !== null) break
      const at = Math.floor(random() * workers)
      const fault = { kind, at: agent.turns }
      run.done.push(fault)
      const { later } = await inflict(kind, { at, hands, hire, wires, workers, redis, run, follow, name, random })
      aftermath.push(later)
    }
    await Promise.all(aftermath)
    const { code } = await run.follower.ended
    await sleep(leaseMs) // give workers that come back late the time to do harm
    const result = JSON.parse(readFileSync(join(folder, 'queued.json'), 'utf8'))
    rmSync(join(folder, 'queued.json'))
    const left = await leftOn(redis, run.endedAlone)
    const account = accountOf(agent, result)
    return { faults: run.done, code, left, ...account, ...differencesOf(alone, result), said: run.follower.said() }
  } finally {
    await killAll([...hands.filter((each) => each !== null), run.follower].filter(Boolean))
    for (const wire of wires) wire.close()
    agent.close()
  }
}

/**
 * What is still in Redis after a run. Workers delete outdated keys when they come across them. A follower
 * whose connection was cut as it ended could not remove anything: what it left expires by itself, and is
 * deleted here so that it cannot disturb the next run.
 */
async function leftOn(redis, endedAlone) {
  for (let tries = 0; ; tries += 1) {
    const left = (await redis.ask('keys', '*'))
      .split('\n')
      .filter((key) => /tableread:run:|conversations-.*:\d{8}-/.test(key))
    if (left.length === 0) return left
    if (tries === 40 && !endedAlone) return left
    if (tries === 40) return (await Promise.all(left.map((key) => endless(redis, key)))).flat()
    await sleep(500)
  }
}

/** The key if it never expires; otherwise it is deleted. */
async function endless(redis, key) {
  if (Number(await redis.ask('ttl', key)) < 0) return [`${key}, without an end`]
  await redis.ask('del', key)
  return []
}

/** Waits until so many turns have arrived, or the run has ended. */
async function turnsOf(agent, many, run) {
  while (agent.turns < many && run.follower.child.exitCode === null) await sleep(20)
}

/** Inflicts one fault on a run. Gives the promise of its repair, since the next fault may come before that. */
async function inflict(kind, { at, hands, hire, wires, workers, redis, run, follow, name, random }) {
  const cut = async (wire, how) => {
    const ms = 300 + random() * 2 * leaseMs
    wire.cut(how)
    await sleep(ms)
    wire.mend()
  }
  const how = kind.endsWith('silent') ? 'silent' : 'reset'
  if (kind === 'worker killed') {
    hands[at].child.kill('SIGKILL')
    return { later: hire(at) }
  }
  if (kind.startsWith('worker stopped')) {
    const { child } = hands[at]
    child.kill('SIGSTOP')
    return { later: sleep(leaseMs * (1.5 + random())).then(() => child.kill('SIGCONT')) }
  }
  if (kind.startsWith('Redis'))
    await redis.restart(kind.slice('Redis restarted, '.length), {
      awayMs: random() * 1_000,
      until: sleep(300 + random() * 700),
    })
  if (kind.startsWith('network of a worker')) return { later: cut(wires[at], how) }
  if (kind.startsWith('network of the follower')) return { later: cut(wires[workers], how) }
  if (kind.startsWith('follower')) {
    run.follower.child.kill('SIGKILL')
    await run.follower.ended
    await sleep(500 + random() * 1_000)
    do {
      follow('--follow', name)
      await Promise.race([run.follower.ended, run.follower.until(/is on the queue/).catch(() => {})])
    } while (run.follower.child.exitCode === 2 && (await sleep(1_000)) === undefined)
  }
  return {}
}
