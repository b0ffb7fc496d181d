import { binomialAtMost } from '../../base/binomial.ts'
import { hashJson } from '../../base/json/hash-json.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { listEntries } from '../../engine/judge/compose-question.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { judgedRuns } from '../model/after-look.ts'
import type { JudgeEvidence } from '../model/comparison-verdict.ts'

type Criterion = Outcome & { kind: 'judge' }

/** What rests on judged criteria alone, by different texts: same words, same answer. Null where nothing does. */
export function judgeEvidence(
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
): JudgeEvidence | null {
  const pairs = judgedRuns({ a, b })
  const alone = pairs.filter(
    (pair) => pair.a.verdict !== pair.b.verdict && failedByJudges(pair.a.verdict === 'failed' ? pair.a : pair.b),
  )
  if (alone.length === 0) return null
  const wordings = (['a', 'b'] as const).map((side) => new Set(pairs.map((pair) => hashWords(pair[side]))).size)
  const errors = [...a, ...b].map(errorOf)
  return {
    onlyA: alone.filter((pair) => pair.a.verdict === 'passed').length,
    onlyB: alone.filter((pair) => pair.b.verdict === 'passed').length,
    decided: countApart(alone.map((pair) => [hashWords(pair.a), hashWords(pair.b)])),
    seen: Math.max(...wordings),
    error: errors.some((error) => error === null)
      ? null
      : Math.min(1, Math.max(0, ...errors.map((error) => error ?? 0))),
  }
}

/** The chance, at most, that judges err on as many of the texts they were shown; 0 where their rate is unknown. */
export function chanceByJudge({ decided, seen, error }: JudgeEvidence): number {
  if (error === null || decided === 0) return 0
  return error >= 1 ? 1 : 1 - binomialAtMost(decided - 1, seen, error)
}

function failedByJudges(run: ConversationResult): boolean {
  const failed = outcomesOf(run).filter(({ verdict }) => verdict === 'failed')
  return failed.length > 0 && failed.every(({ kind }) => kind === 'judge')
}

/** The fewest judge errors that explain the pairs: those without shared words. Greedy, so perhaps too low: safe. */
export function countApart(pairs: readonly (readonly [a: string, b: string])[]): number {
  const [leftMembers, right] = [new Set<string>(), new Set<string>()]
  for (const [one, other] of pairs) {
    if (leftMembers.has(one) || right.has(other)) continue
    leftMembers.add(one)
    right.add(other)
  }
  return leftMembers.size
}

const hashByRun = new WeakMap<ConversationResult, string>()

/** What judges were shown of a run, with numbers removed: another order number is not another wording. */
export function hashWords(run: ConversationResult): string {
  const words = hashByRun.get(run)
  if (words !== undefined) return words
  const entries = listEntries(run.turns.map(({ index, user, entries }) => ({ index, user, entries })))
  const entriesText = JSON.stringify(entries.map(({ shown }) => shown))
  const hash = hashJson(entriesText.toLowerCase().replace(/\d+/g, '0').replace(/\s+/g, ' '))
  hashByRun.set(run, hash)
  return hash
}

/** How often judges err on one run, at most: the bounds of its criteria added up; null where one is unknown. */
function errorOf(run: ConversationResult): number | null {
  let sum = 0
  for (const { licence } of outcomesOf(run).filter(isCounted)) {
    if (licence.kind !== 'licensed') return null
    sum += 1 - Math.min(licence.met.interval[0], licence.notMet.interval[0])
  }
  return sum
}

function isCounted(outcome: Outcome): outcome is Criterion {
  return outcome.kind === 'judge' && (outcome.verdict === 'passed' || outcome.verdict === 'failed')
}

function outcomesOf({ turns, outcomes }: ConversationResult): Outcome[] {
  return [...turns.flatMap((turn) => turn.outcomes), ...outcomes]
}
