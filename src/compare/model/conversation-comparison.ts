import { listSome } from '../../base/text/wording.ts'
import type { ConversationComparison } from './conversation-comparison-shape.ts'

export type {
  Continues,
  ConversationComparison,
  EarlierRuns,
  Hidden,
  LatencyComparison,
  RunSummary,
  Side,
} from './conversation-comparison-shape.ts'

/** The side of a comparison: `a` is the trusted one (usually default), `b` the one in question (usually draft). */
export type SideKey = 'a' | 'b'

/** Whether it is a conversation from its first turn on, and does not take up another from a history. */
export function isWhole({ continues }: Pick<ConversationComparison, 'continues'>): boolean {
  return continues === undefined
}

/** Passed each time on a and failed on b at least every second time: worse as it looks, but not beyond chance. */
export function isDoubtful({ verdict, runs, excused }: ConversationComparison): boolean {
  if (verdict !== 'flaky' || excused !== null || runs.a.some((run) => run.verdict === 'failed')) return false
  const countOf = (other: string): number =>
    runs.a.filter((run, at) => run.verdict === 'passed' && runs.b[at]?.verdict === other).length
  return countOf('failed') > 0 && countOf('failed') >= countOf('passed')
}

/** Whether no run passed on either side, also where it was taken up: it says nothing of b. */
export function failsOnBoth({ id, pass }: ConversationComparison, every: readonly ConversationComparison[]): boolean {
  const tells = (each: Pick<ConversationComparison, 'pass'>): boolean =>
    each.pass !== null && each.pass.neitherPassed < each.pass.pairs
  return pass !== null && !tells({ pass }) && !every.some((each) => each.continues?.of === id && tells(each))
}

/** Whether it is new or changed and no run of it passed: what it asks for was never seen, and nothing excuses it. */
export function isUnproven(each: ConversationComparison, every: readonly ConversationComparison[]): boolean {
  return each.changedSince !== undefined && each.excused === null && failsOnBoth(each, every)
}

/** The first few conversations by name, and how many more there are: `"a", "b", "c" and 2 more`. */
export function listNames(conversations: readonly ConversationComparison[]): string {
  return listSome(
    conversations.map(({ name }) => `"${name}"`),
    3,
  )
}
