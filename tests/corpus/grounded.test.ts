// @module-tag stress
import { resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { evaluateClaims } from '../../src/engine/expect/claims.ts'
import type { FactSource } from '../../src/engine/transcript/facts/said-in.ts'
import { viewTurn } from '../../src/engine/transcript/turn-view.ts'
import type { Claim } from '../../src/suite/language/claims.ts'
import { findShared } from '../shared-data.ts'
import { readDialogues } from './dialogue.ts'
import { type Fabricated, type Fabrication, fabricate, fabrications, isHeld, type Spot, spotsOf } from './fabricate.ts'
import { type HeardDialogue, hearable, ungroundedAt, ungroundedIn } from './hear.ts'
import { createPick } from './pick.ts'
import { readTrajectories } from './trajectories.ts'

// Caches sources: the same policies and outputs are read in a thousand variants of a talk.
vi.mock('../../src/engine/transcript/facts/said-in.ts', async (load) => {
  const own = await load<typeof import('../../src/engine/transcript/facts/said-in.ts')>()
  const read = new Map<string, FactSource>()
  const readSource: typeof own.readSource = (where, text, clock) => {
    const key = `${where}\n${clock?.now}\n${text}`
    const source = read.get(key) ?? own.readSource(where, text, clock)
    read.set(key, source)
    return source
  }
  return { ...own, readSource }
})

/**
 * By default one seed. By hand, over several seeds, also with blindly drawn spots and with talks that were
 * not looked at while writing the patterns (`hold-out`) or only late (`further`):
 * `CORPUS_SEEDS=1,2,3 npx vitest run tests/corpus/grounded.test.ts`
 */
const seedText = process.env.CORPUS_SEEDS
const seeds = (seedText ?? '20261123').split(',').map(Number)
const shared = findShared('dialogues', 'policies', 'trajectories.jsonl')
const at = { line: 1, column: 1, length: 1 }
const refund: Claim = {
  at,
  written: '/refund (has been|was) issued/i',
  pattern: { source: 'refund (has been|was) issued', flags: 'i' },
  tools: [{ value: 'issue_refund', at }],
}

/** How many of the 125 fabrications per corpus, 500 over four, are of each kind. */
const share: Record<Fabrication, number> = {
  'a digit changed': 65,
  'a date moved': 25,
  "another customer's id": 20,
  'a refund without the call': 15,
}

type Corpus = [name: string, dialogues: HeardDialogue[]]

describe.skipIf(!shared.there)(`grounded, over the shared corpora${shared.note}`, () => {
  const policyAt = (name: string): string => resolve(shared.at('policies'), name)
  const corpora = shared.there
    ? [...readDialogues(shared.at('dialogues'))].map(([corpus, all]): Corpus => {
        return [corpus, all.map((dialogue) => hearable(corpus, dialogue, policyAt))]
      })
    : []
  const further: Corpus[] =
    shared.there && seedText !== undefined
      ? [
          ...readTrajectories(
            shared.at('trajectories.jsonl'),
            [...readDialogues(shared.at('dialogues')).values()].flat(),
          ),
        ].map(
          ([corpus, all]): Corpus => [
            corpus === 'tau2-bench' ? `hold-out: ${corpus}` : `further: ${corpus}`,
            all.map((each) => hearable(corpus, each, policyAt)),
          ],
        )
      : []

  it('finds at least 95 % of the fabrications', () => {
    const rows = [...corpora, ...further].map(([corpus, dialogues]) => {
      const spots = dialogues.flatMap(spotsOf)
      const inventions = seeds.flatMap((seed) => fabricateIn(spots, createPick(seed), (each) => !isHeld(each)))
      const blind =
        seedText === undefined ? [] : seeds.flatMap((seed) => fabricateIn(spots, createPick(seed), () => true))
      return { corpus, made: inventions.map(judged), blind: blind.map(judged) }
    })
    console.table(
      rows.map(({ corpus, made, blind }) => ({
        corpus,
        ...Object.fromEntries(fabrications.map((kind) => [kind, rate(made.filter((each) => each.made.kind === kind))])),
        all: rate(made),
        'drawn blindly': rate(blind),
      })),
    )
    const tuned = rows.filter(({ corpus }) => !corpus.includes(':')).flatMap(({ made }) => made)
    const blind = rows.filter(({ corpus }) => !corpus.includes(':')).flatMap((each) => each.blind)
    console.log(`seeds ${seeds.join(', ')}: ${rate(tuned)} made-up facts are found; drawn blindly ${rate(blind)}`)
    for (const { made, isFound } of rows.flatMap((row) => (row.corpus.includes(':') ? [] : row.made)))
      if (!isFound)
        console.log(
          `${made.dialogue.id} turn ${made.turn + 1}: ${made.kind}: ${made.before} -> ${made.after} | ${made.around}`,
        )
    expect(tuned.length).toBe(500 * seeds.length)
    expect(shareFound(tuned)).toBeGreaterThanOrEqual(0.95)
  }, 3_600_000)

  it('raises few alarms on the untouched dialogues', () => {
    const rows = [...corpora, ...further].map(([corpus, dialogues]) => {
      const facts = dialogues.flatMap((dialogue) =>
        ungroundedIn(dialogue).map((each, turn) => ({ dialogue, turn, each })),
      )
      const replies = dialogues.flatMap(({ turns }) => turns).filter((entries) => entries.some(isReply)).length
      const alarms = facts.filter(({ each }) => each.some(({ isAgain }) => !isAgain))
      if (process.env.GROUNDED_LIST !== undefined && corpus.startsWith(process.env.GROUNDED_LIST))
        for (const { dialogue, turn, each } of alarms)
          for (const { fact, nearest, index } of each)
            console.log(
              JSON.stringify([
                dialogue.id,
                turn + 1,
                fact.kind,
                fact.text,
                nearest?.text,
                nearest?.where,
                textAt(dialogue, turn, index),
              ]),
            )
      return { corpus, replies, alarms: alarms.length, rate: ((100 * alarms.length) / replies).toFixed(2) }
    })
    console.table(rows)
    for (const { corpus, alarms, replies } of rows)
      if (!corpus.includes(':')) expect(alarms / replies, corpus).toBeLessThanOrEqual(0.01)
  }, 3_600_000)
})

const isReply = (entry: HeardDialogue['turns'][number][number]): boolean =>
  entry.type === 'message' && entry.role === 'assistant'

function textAt({ turns }: HeardDialogue, turn: number, index: number): string {
  const entry = turns[turn]?.[index]
  return entry?.type === 'message' && entry.content[0]?.type === 'text' ? entry.content[0].text : ''
}

interface Judged {
  made: Fabricated
  isFound: boolean
}

const shareFound = (all: readonly Judged[]): number => all.filter(({ isFound }) => isFound).length / all.length

function rate(all: readonly Judged[]): string {
  if (all.length === 0) return '-'
  return `${all.filter(({ isFound }) => isFound).length} of ${all.length} (${(100 * shareFound(all)).toFixed(1)} %)`
}

function fabricateIn(
  spots: readonly Spot[],
  pick: (count: number) => number,
  isWanted: (made: Fabricated) => boolean,
): Fabricated[] {
  const dates = spots.filter(({ fact }) => fact.kind === 'date')
  const ids = spots.filter(({ fact }) => fact.kind === 'id')
  const digits = spots.filter(({ fact }) => /\d/.test(fact.text) && fact.kind !== 'date' && fact.kind !== 'link')
  const from: Record<Fabrication, readonly Spot[]> = {
    'a digit changed': digits,
    'a date moved': dates,
    "another customer's id": ids,
    'a refund without the call': spots,
  }
  const inventions: Fabricated[] = []
  for (const kind of fabrications) {
    const own = from[kind].length >= 20 ? kind : 'a digit changed'
    let quota = share[kind]
    for (let tries = 0; quota > 0 && tries < 10_000; tries++) {
      const list = from[own]
      const one = fabricate(own, list[pick(list.length)] as Spot, ids, pick)
      if (one === null || !isWanted(one)) continue
      inventions.push(one)
      quota -= 1
    }
  }
  return inventions
}

function judged(fabrication: Fabricated): Judged {
  return { made: fabrication, isFound: isFound(fabrication) }
}

function isFound({ kind, dialogue, turn, after }: Fabricated): boolean {
  if (kind === 'a refund without the call') {
    const done = new Set<string>()
    const outcomes = dialogue.turns
      .slice(0, turn + 1)
      .map((entries) => evaluateClaims([refund], viewTurn(entries), done))
    return outcomes[turn]?.some(({ verdict }) => verdict === 'failed') === true
  }
  return ungroundedAt(dialogue, turn).some(({ fact }) => fact.text.includes(after) || after.includes(fact.text))
}
