import { chooseBy } from '../../src/base/choose-by.ts'
import type { Comparison } from '../../src/compare/comparison.ts'
import { defaultPolicy } from '../../src/compare/gate/gate-policy.ts'
import { listMutants } from '../../src/compare/mutation/list-mutants.ts'
import type { MutantKind } from '../../src/compare/mutation/mutant/mutant.ts'
import { namesSeen, surround } from '../../src/compare/mutation/operators/operator.ts'
import { hearTalk, tryMutant } from '../../src/compare/mutation/perform-teeth.ts'
import { type ConversationRuns, pairPlans } from '../../src/compare/pairing.ts'
import { compareRuns } from '../../src/compare/perform-comparison.ts'
import { fingerprintOf, groupOpen, type ReviewEntry } from '../../src/compare/review/settle-reviews.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { fakeClient, plansOf } from '../../src/engine/verdict/fake-client.fixture.ts'
import type { Plan } from '../../src/suite/plan/plan.ts'
import { createPick } from '../corpus/pick.ts'
import { type Intended, intended, type Order, orders, playShop, shopSuite, type Wording } from './shop-drafts.ts'

/** A draft: which changes are meant, and in which conversations each of them shows. */
export interface Draft {
  seed: number
  causes: { change: Intended; places: ReadonlySet<number> }[]
}

/** A draft with `k` intended changes, each in one to four conversations. */
export function makeDraft(seed: number, k: number): Draft {
  const pick = createPick(seed)
  const rest = [...intended]
  const causes = Array.from({ length: k }, () => {
    const [change] = rest.splice(pick(rest.length), 1)
    const places = new Set(Array.from({ length: 1 + pick(4) }, () => pick(orders.length)))
    return { change: change ?? intended[0], places }
  })
  return { seed, causes: causes.flatMap(({ change, places }) => (change === undefined ? [] : [{ change, places }])) }
}

/** A conversation that is worse besides, in one way; `at` chooses among the places where that is possible. */
export interface Strike {
  place: number
  kind: MutantKind
  at: number
}

/** How one comparison of a draft is made. */
export interface Round {
  seed: number
  wording?: Wording
  lead?: string
  strikes?: readonly Strike[]
  reviews?: readonly ReviewEntry[]
  /** Whether changes without an approval shut the gate. @default true */
  changed?: boolean
}

const pairs = 6

/** Runs of the side that is the same in every comparison of a round. */
const resultByKey = new Map<string, Promise<ConversationResult>>()

function remember(key: string, run: () => Promise<ConversationResult>): Promise<ConversationResult> {
  const result = resultByKey.get(key) ?? run()
  resultByKey.set(key, result)
  return result
}

function clientOf(order: Order, draft: Draft | null, place: number, wording: Wording, seed: number) {
  const changes = draft === null ? [] : draft.causes.filter(({ places }) => places.has(place))
  return fakeClient(
    ({ message = '' }, turn) =>
      changes.reduce(
        (entries, { change }) => change.change(entries, turn, order),
        playShop(order, turn, message, wording, seed),
      ),
    () => ({ agentDetails: { name: 'shop', number: null, email: null, version: draft === null ? '3' : 'draft' } }),
  ).client
}

/** One run of the draft, made worse by a strike; null where that is not possible in it. */
async function struckRun(
  plan: Plan,
  client: ReturnType<typeof clientOf>,
  strike: Strike,
): Promise<ConversationResult | null> {
  const { talk } = await hearTalk(plan, { client, reconcile: true })
  const around = surround(talk, chooseBy('strikes'), namesSeen([talk]))
  const mutants = listMutants(talk, around, [strike.kind])
  const mutant = mutants[strike.at % Math.max(1, mutants.length)]
  return mutant === undefined ? null : tryMutant(client, talk, mutant, true)
}

/** Compares the shop with a draft of it; the strikes that are possible are in `struck`. */
export async function compareDraft(
  draft: Draft,
  { seed, wording = 'usual', lead = '', strikes = [], reviews = [], changed = true }: Round,
): Promise<{ comparison: Comparison; struck: Strike[] }> {
  const [plans, others] = [plansOf(shopSuite(lead)), plansOf(shopSuite(lead), ['draft'])].map((all) =>
    all.map((plan): Plan => ({ ...plan, timeLimitMs: 30_000 })),
  ) as [Plan[], Plan[]]
  const struck = new Set<Strike>()
  const all = await Promise.all(
    orders.map(async (order, place): Promise<ConversationRuns> => {
      const [plan, other] = [plans[place], others[place]]
      if (plan === undefined || other === undefined) throw new Error('the suite has another number of conversations')
      const strike = strikes.find((each) => each.place === place)
      const [a, b]: [ConversationResult[], ConversationResult[]] = [[], []]
      for (let pair = 0; pair < pairs; pair += 1) {
        const own = seed * 1_000 + place * 50 + pair * 2
        const run = async (of: Plan, from: Draft | null, at: number): Promise<ConversationResult> =>
          (await hearTalk(of, { client: clientOf(order, from, place, wording, at), reconcile: true })).result
        a.push(await remember(`${lead} ${wording} ${own}`, () => run(plan, null, own)))
        const worse =
          strike === undefined ? null : await struckRun(other, clientOf(order, draft, place, wording, own + 1), strike)
        if (worse !== null && strike !== undefined) struck.add(strike)
        b.push(worse ?? (await run(other, draft, own + 1)))
      }
      return { pairing: pairPlans(plan, other, pairs), begins: 'a', a, b, again: [] }
    }),
  )
  const side = (label: string) => ({ label, agent: null, version: label, target: 'fake' })
  const laws = { reconcile: true, knowsBlueprint: () => false }
  const comparison = compareRuns(all, {
    settings: {
      ...{ sides: { a: side('default'), b: side('draft') }, alpha: 0.05, calibrate: 'no', agents: [], problems: [] },
      ...{ tableread: '0.0.0', reviews, policy: { ...defaultPolicy, changed: changed ? 0 : null } },
    },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', ms: 1, looks: 1, noise: null, laws: { a: laws, b: laws } },
    coverage: { a: { agents: [] }, b: { agents: [] } },
  })
  return { comparison, struck: [...struck] }
}

/** Approves everything that is open, and says how many decisions that took. */
export function approveAll({ conversations }: Comparison): { reviews: ReviewEntry[]; decisions: number } {
  const groups = groupOpen(conversations)
  const reviews = groups.flat().map(
    (compared): ReviewEntry => ({
      ...{
        suite: compared.suite,
        conversation: compared.name,
        agent: compared.agent,
        decision: 'approved',
        by: 'Ada',
        on: '2026-01-01',
        why: 'meant',
      },
      differs: (compared.differences ?? []).map(({ text }) => text),
      fingerprint: fingerprintOf(compared),
    }),
  )
  return { reviews, decisions: groups.length }
}
