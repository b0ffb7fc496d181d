/**
 * Simulates nights of 100,000 conversations under a rate limit: every request is an event, and every machine
 * finds its pace as Tableread does (the window of a single machine is the real code; the limit that the workers
 * of a queue share follows `src/app/queue/scripts.ts`). Nothing really waits, so a night takes seconds.
 */
import { createCongestionWindow } from '../../dist/wire/client/pace/congestion-window.js'
import { randomFrom } from '../judges/simulate.mjs'
import { createAgenda } from './agenda.mjs'

/** The assumptions about a conversation and the service; times in milliseconds. */
const assumed = { turns: 5, turnMs: 1_500, fetchMs: 100, refusalMs: 50, retryAfterMs: 1_000 }
const machines = 20

/** Log-normal turn times: 1.5 s on average, half of them below 1.1 s, a few of many seconds. */
function turnTime(random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const spread = 0.8
  return assumed.turnMs * Math.exp(spread * normal - spread ** 2 / 2)
}

/** A service that accepts so many requests a minute, evenly, with bursts of up to half a second's worth. */
function createService(rateAt) {
  let [tokens, filledAt] = [3, 0]
  return (now) => {
    const rate = rateAt(now)
    tokens = Math.min(Math.max(3, rate / 120), tokens + ((now - filledAt) * rate) / 60_000)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/** The pace of a machine that knows of no others. */
function createOwnPace(most) {
  const window = createCongestionWindow({ start: most, most })
  let [underWay, until, limited] = [0, 0, false]
  return {
    /** How long to wait before asking again; 0 if the request may leave now. */
    wait(now) {
      if (now < until) return until - now
      return limited && underWay >= window.limit() ? 100 : 0
    },
    left() {
      underWay += 1
      return { era: window.era(), underWay }
    },
    ended(now, refused, { era, underWay: then }) {
      underWay -= 1
      if (!refused) {
        if (limited && era === window.era()) window.answered(then, undefined)
        return
      }
      if (now >= until) window.refused(then)
      limited = true
      until = Math.max(until, now + assumed.retryAfterMs)
    },
  }
}

/**
 * The pace that all workers of a queue share: even slots two per cent below the limit, reduced to four fifths
 * after a refusal.
 */
function createSharedPace(rate) {
  let [next, until, pace, grown, ceiling, era] = [0, 0, 0, 0, 0, 0]
  const grow = (now) => {
    for (; pace > 0 && grown + 1_000 <= now; grown += 1_000) {
      pace *= pace > ceiling * 0.95 && pace < ceiling * 1.05 ? 1.002 : 1.03
      if (pace >= rate * 0.98) pace = 0
    }
  }
  return {
    wait(now, slot) {
      if (now < until) return until - now
      if (slot?.era === era) return 0
      grow(now)
      const at = Math.max(now, next)
      next = at + 60_000 / (pace || rate * 0.98)
      return { ms: at - now, era }
    },
    left: () => ({ era }),
    ended(now, refused, { era: then }) {
      if (!refused) return
      if (then === era && now >= until) {
        ceiling = pace || rate
        ;[pace, grown, era] = [Math.max(1, ceiling * 0.8), now + assumed.retryAfterMs, era + 1]
      }
      if (now + assumed.retryAfterMs > until) until = next = now + assumed.retryAfterMs
    },
  }
}

/**
 * One night. `sized` says how many requests are under way at once, as a share of what the limit would allow;
 * `queue` whether machines share their work and their pace. `lost` machines fail after a third of the time
 * that the limit alone would take: a lost shard is run again at the end by another machine, while the
 * conversations of a lost worker go to the others.
 */
export function simulateNight({ conversations, limit, queue, sized, lost = 0, rateAt = () => limit, seed = 1 }) {
  const random = randomFrom(seed)
  const agenda = createAgenda()
  const accepts = createService(rateAt)
  const meanMs = (assumed.turns * assumed.turnMs + assumed.fetchMs) / (assumed.turns + 1)
  const each = Math.max(1, Math.round((sized * limit * meanMs) / 60_000 / machines))
  const shared = queue ? { left: conversations, pace: createSharedPace(limit) } : null
  const state = { requests: 0, refused: 0, done: 0, endMs: 0 }
  const goneAt = ((conversations * (assumed.turns + 1)) / limit) * 60_000 * 0.33

  const request = (machine, ms, then, slot = undefined) => {
    const now = agenda.now()
    if (machine.gone) {
      machine.onGone()
      return
    }
    const wait = machine.work.pace.wait(now, slot)
    if (typeof wait === 'object' && wait.ms > 0) return agenda.after(wait.ms, () => request(machine, ms, then, wait))
    if (typeof wait === 'number' && wait > 0) return agenda.after(wait, () => request(machine, ms, then, slot))
    const leaving = machine.work.pace.left()
    const taken = accepts(now)
    state.requests += 1
    if (!taken) state.refused += 1
    agenda.after(taken ? ms : assumed.refusalMs, () => {
      machine.work.pace.ended(agenda.now(), !taken, leaving)
      if (taken) then()
      else request(machine, ms, then)
    })
  }
  const converse = (machine) => {
    if (machine.gone || machine.work.left === 0) return
    machine.work.left -= 1
    const turn = (left) => {
      if (left > 0) request(machine, turnTime(random), () => turn(left - 1))
      else
        request(machine, assumed.fetchMs, () => {
          state.done += 1
          state.endMs = agenda.now()
          converse(machine)
        })
    }
    turn(1 + Math.floor(random() * (2 * assumed.turns - 1)))
  }
  const hire = (work) => {
    const onGone = () => {
      if (shared !== null) work.left += 1
    }
    const machine = { work, gone: false, onGone }
    for (let lane = 0; lane < each; lane += 1) converse(machine)
    return machine
  }
  const part = Math.ceil(conversations / machines)
  const own = () => ({ left: part, pace: createOwnPace(each) })
  const hired = Array.from({ length: machines }, () => hire(shared ?? own()))
  agenda.after(goneAt, () => {
    for (const machine of hired.slice(0, lost)) machine.gone = true
  })
  agenda.run()
  // A lost shard is only noticed when all others have ended, and is run again as a whole.
  if (shared === null && lost > 0) {
    for (let again = 0; again < lost; again += 1) hire(own())
    agenda.run()
  } else if (shared !== null && shared.left > 0) {
    hire(shared)
    agenda.run()
  }
  return { ...state, atOnce: each * machines, hours: state.endMs / 3_600_000 }
}

const ways = [
  { name: '20 shards, sized for 80 % of the limit', queue: false, sized: 0.8 },
  { name: '20 shards, sized for 120 %', queue: false, sized: 1.2 },
  { name: 'a queue, 20 workers', queue: true, sized: 1.5 },
]

/** The table of docs/measurements-scale.md, with a row for each limit and way. */
export function tableOfNights({ conversations, limits, seed }) {
  const showHours = ({ hours }) => `${hours.toFixed(1)} h`
  const showRefused = ({ refused, requests }) => `${((100 * refused) / requests).toFixed(2)} %`
  const rows = limits.flatMap((limit) =>
    ways.map(({ name, ...way }) => {
      const night = { conversations, limit, seed, ...way }
      const ideal = (conversations * (assumed.turns + 1) * 60_000) / limit
      const halved = (now) => (now > ideal * 0.25 && now < ideal * 0.5 ? limit / 2 : limit)
      const [calm, changed, lost] = [{}, { rateAt: halved }, { lost: 2 }].map((more) =>
        simulateNight({ ...night, ...more }),
      )
      const cells = [limit, name, calm.atOnce, showHours(calm), showRefused(calm)]
      return `| ${[...cells, showHours(changed), showRefused(changed), showHours(lost)].join(' | ')} |`
    }),
  )
  return [
    '| requests a minute | how | at once | night | refused | night, limit halved for a quarter | refused | night, two machines lost |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ]
}

/** Prints the nights of docs/measurements-scale.md. */
export function printNights({ seed }, print) {
  print('\n100,000 conversations of five turns in the mean, simulated\n')
  for (const row of tableOfNights({ conversations: 100_000, limits: [1_200, 3_000, 6_000, 12_000], seed })) print(row)
  return true
}
