import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateClaims } from '../../src/engine/expect/claims.ts'
import { viewTurn } from '../../src/engine/transcript/turn-view.ts'
import type { Claim } from '../../src/suite/language/claims.ts'
import { findShared } from '../shared-data.ts'
import { readDialogues } from './dialogue.ts'
import { type Fabricated, type Fabrication, fabricate, fabrications, isHeld, type Spot, spotsOf } from './fabricate.ts'
import { type HeardDialogue, hearable, ungroundedIn } from './hear.ts'
import { createPick } from './pick.ts'

const seed = Number(process.env.CORPUS_SEED ?? 20_261_123)
const shared = findShared('dialogues', 'policies')
const at = { line: 1, column: 1, length: 1 }
const refund: Claim = {
  at,
  written: '/refund (has been|was) issued/i',
  pattern: { source: 'refund (has been|was) issued', flags: 'i' },
  tools: [{ value: 'issue_refund', at }],
}

/** How much of the 500 is of each kind, where a corpus has it. */
const share: Record<Fabrication, number> = {
  'a digit changed': 65,
  'a date moved': 25,
  "another customer's id": 20,
  'a refund without the call': 15,
}

describe.skipIf(!shared.there)(`grounded, over the shared corpora${shared.note}`, () => {
  const corpora = shared.there
    ? [...readDialogues(shared.at('dialogues'))].map(([corpus, all]): [string, HeardDialogue[]] => [
        corpus,
        all.map((dialogue) => hearable(corpus, dialogue, (name) => resolve(shared.at('policies'), name))),
      ])
    : []

  it('finds at least 95 % of the fabrications', () => {
    const pick = createPick(seed)
    const blind = corpora.flatMap(([, dialogues]) => fabricateIn(dialogues, pick, () => true))
    const made = corpora.flatMap(([, dialogues]) => fabricateIn(dialogues, pick, (each) => !isHeld(each)))
    const found = new Set([...blind, ...made].filter(isFound))
    const rate = (all: readonly Fabricated[]): string =>
      `${all.filter((each) => found.has(each)).length} of ${all.length}`
    const rows = corpora.flatMap(([corpus]) =>
      fabrications.map((kind) => {
        const own = (all: readonly Fabricated[]) =>
          all.filter((each) => each.dialogue.corpus === corpus && each.kind === kind)
        return { corpus, kind, 'made up, found': rate(own(made)), 'drawn blindly, found': rate(own(blind)) }
      }),
    )
    console.table(rows)
    console.log(
      `seed ${seed}: ${rate(made)} made-up facts are found; drawn blindly, mix-ups among them, ${rate(blind)}`,
    )
    const missed = made.filter((each) => !found.has(each))
    console.log(
      missed
        .map(
          ({ kind, dialogue, turn, before, after }) =>
            `${dialogue.id} turn ${turn + 1}: ${kind}: ${before} -> ${after}`,
        )
        .join('\n'),
    )
    expect(made.length).toBe(500)
    expect((made.length - missed.length) / made.length).toBeGreaterThanOrEqual(0.95)
  }, 240_000)

  it('raises few alarms on the untouched dialogues', () => {
    const rows = corpora.map(([corpus, dialogues]) => {
      const found = dialogues.flatMap((dialogue) =>
        ungroundedIn(dialogue).map((each, turn) => ({ dialogue, turn, each })),
      )
      const replies = dialogues.flatMap(({ turns }) => turns).filter((entries) => entries.some(isReply)).length
      const alarms = found.filter(({ each }) => each.some(({ isAgain }) => !isAgain))
      if (process.env.GROUNDED_LIST === corpus)
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
    const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0)
    expect(sum(({ alarms }) => alarms) / sum(({ replies }) => replies)).toBeLessThanOrEqual(0.01)
  }, 120_000)
})

const isReply = (entry: HeardDialogue['turns'][number][number]): boolean =>
  entry.type === 'message' && entry.role === 'assistant'

function textAt({ turns }: HeardDialogue, turn: number, index: number): string {
  const entry = turns[turn]?.[index]
  return entry?.type === 'message' && entry.content[0]?.type === 'text' ? entry.content[0].text : ''
}

function fabricateIn(
  dialogues: readonly HeardDialogue[],
  pick: (count: number) => number,
  isWanted: (made: Fabricated) => boolean,
): Fabricated[] {
  const spots = dialogues.flatMap(spotsOf)
  const dates = spots.filter(({ fact }) => fact.kind === 'date')
  const ids = spots.filter(({ fact }) => fact.kind === 'id')
  const digits = spots.filter(({ fact }) => /\d/.test(fact.text) && fact.kind !== 'date' && fact.kind !== 'link')
  const from: Record<Fabrication, Spot[]> = {
    'a digit changed': digits,
    'a date moved': dates,
    "another customer's id": ids,
    'a refund without the call': spots,
  }
  const made: Fabricated[] = []
  for (const kind of fabrications) {
    const own = from[kind].length >= 20 ? kind : 'a digit changed'
    let wanted = share[kind]
    for (let tries = 0; wanted > 0 && tries < 10_000; tries++) {
      const list = from[own]
      const one = fabricate(own, list[pick(list.length)] as Spot, ids, pick)
      if (one === null || !isWanted(one)) continue
      made.push(one)
      wanted -= 1
    }
  }
  return made
}

function isFound({ kind, dialogue, turn, after }: Fabricated): boolean {
  if (kind === 'a refund without the call') {
    const done = new Set<string>()
    const outcomes = dialogue.turns.map((entries) => evaluateClaims([refund], viewTurn(entries), done))
    return outcomes[turn]?.some(({ verdict }) => verdict === 'failed') === true
  }
  return (
    ungroundedIn(dialogue)[turn]?.some(({ fact }) => fact.text.includes(after) || after.includes(fact.text)) === true
  )
}
