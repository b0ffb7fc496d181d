import { comparePairs } from '../../src/compare/features/compare-pairs.ts'
import { listFeatures } from '../../src/compare/features/list-features.ts'
import { type AspectValue, keyOfAspect, type RunAspects } from '../../src/compare/features/read-aspects.ts'
import type { Aspect, ListedFeature } from '../../src/compare/model/feature-evidence.ts'
import { beginningAt, firstInPair } from '../../src/compare/model/order-of-sides.ts'
import { createPick } from '../corpus/pick.ts'

/** Comparisons whose runs are drawn turn by turn. */
export interface SimulatedRuns {
  conversations: number
  pairs: number
  /** How often a conversation passes on both sides, apart from what is planted. */
  rate: (conversation: number) => number
  /** With which chance side b does the planted thing in the third turn, in that many conversations from the first. */
  planted?: { what: Planted; conversations: number; chance: number }
}

/** What can be planted: each is a cause that the comparison must name. */
export const plants = ['argument', 'call', 'error', 'item', 'law', 'time'] as const

/** One of `plants`. */
export type Planted = (typeof plants)[number]

const turns = 4

/** Draws one comparison and returns the features listed for it. */
export type DrawListed = () => ListedFeature[]

/**
 * Turns of one run are correlated: a run that strays mostly keeps straying, and ends where it fails. The
 * service's pace drifts from run to run, so consecutive runs share it.
 */
export function simulateRuns(design: SimulatedRuns, seed: number): DrawListed {
  const pick = createPick(seed)
  const chance = (share: number): boolean => pick(1_000_000) < share * 1_000_000
  const noise = (): number => (pick(1_000) + pick(1_000) + pick(1_000)) / 1_500 - 1
  let pace = 0
  const drawRun = (conversation: number, side: 'a' | 'b'): RunAspects => {
    pace = pace * 0.95 + noise() * 0.3
    const own = noise() * 0.2
    const astray = chance(1 - design.rate(conversation))
    const from = pick(turns)
    const run: RunAspects = { turns: new Map(), unjudged: new Set(), failed: new Set(), ended: false, times: new Map() }
    for (let turn = 0; turn < turns; turn += 1) {
      const { planted } = design
      const has = (what: Planted): boolean =>
        side === 'b' && turn === 2 && planted?.what === what && conversation < planted.conversations && doesPlanted
      const doesPlanted = planted !== undefined && chance(planted.chance)
      const strays = astray && turn >= from && chance(0.8)
      run.turns.set(turn, drawTurn({ strays, conversation, chance, pick, has }))
      const ms = 400 * Math.exp(pace + own + noise() * 0.1) * (has('time') ? 1.5 : 1)
      run.times.set(`turn ${turn}`, { aspect: { level: 'latency', name: 'turn' }, turn, ms })
      if (!strays || !chance(0.5)) continue
      run.failed.add(turn)
      break
    }
    return run
  }
  return () => {
    const observations = Array.from({ length: design.conversations }, (_, conversation) => {
      const pairs = Array.from({ length: design.pairs }, (__, pair) => {
        const first = firstInPair(beginningAt(conversation), pair)
        const one = drawRun(conversation, first)
        const other = drawRun(conversation, first === 'a' ? 'b' : 'a')
        return first === 'a' ? { first, a: one, b: other } : { first, a: other, b: one }
      })
      return { id: String(conversation), aspects: comparePairs(pairs) }
    })
    return listFeatures(observations).listed
  }
}

interface Drawn {
  strays: boolean
  conversation: number
  chance: (share: number) => boolean
  pick: (count: number) => number
  has: (what: Planted) => boolean
}

function drawTurn({ strays, conversation, chance, pick, has }: Drawn): Map<string, AspectValue> {
  const valueByKey = new Map<string, AspectValue>()
  const add = (aspect: Aspect, value: string, absent = '', requires: string | null = null): void =>
    void valueByKey.set(keyOfAspect(aspect), { aspect, values: [value], absent, requires })
  const tool = `tool ${Math.floor(conversation / 7)}`
  const call: Aspect = { level: 'calls', tool }
  const key = keyOfAspect(call)
  const calls = !(strays && chance(0.3)) && !has('call')
  add({ level: 'order' }, calls ? tool : '')
  if (calls) {
    add(call, '1', '0')
    const carrier = has('argument') ? 'Parcelio' : strays && chance(0.5) ? `other ${pick(3)}` : 'Posten'
    add({ level: 'arguments', tool, name: 'carrier' }, carrier, '', key)
    add({ level: 'arguments', tool, name: 'note' }, `note ${pick(5)}`, '', key)
    const fails = has('error') || chance(strays ? 0.4 : 0.02)
    add({ level: 'outputs', tool, name: 'error' }, fails ? 'yes' : 'no', '', key)
  }
  if (!has('item') && chance(strays ? 0.5 : 0.9)) add({ level: 'items', name: 'button' }, 'button "Track"')
  if (has('law') || (strays && chance(0.3))) add({ level: 'laws', name: 'no placeholder' }, 'broken', 'held')
  add({ level: 'handoff' }, strays && chance(0.2) ? 'human' : 'desk')
  return valueByKey
}

/** Whether the planted feature is listed: its aspect, and that b does it, or stops doing what it replaces. */
export function isNamed(features: readonly ListedFeature[], what: Planted): boolean {
  return features.some(({ level, name, text, a, b }) => {
    const leaves = /^no longer|less often$|in fewer turns$/.test(text)
    if (what === 'argument')
      return level === 'arguments' && text.includes(leaves ? 'carrier Posten' : 'carrier Parcelio')
    if (what === 'call') return level === 'calls' && leaves
    if (what === 'error')
      return level === 'outputs' && name === 'error' && text.includes(leaves ? 'error no' : 'error yes')
    if (what === 'item') return level === 'items' && leaves
    return what === 'law' ? level === 'laws' && text.startsWith('breaks') && !leaves : level === 'latency' && b > a
  })
}
