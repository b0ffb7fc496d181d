import type { JsonValue } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { createSwapper, type Swap } from '../../base/privacy/replace.ts'
import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import type { AnswerKeeper, JudgedTape, KeptAnswer, ModelQuestion, RedactedData } from '../../engine/judge/judges.ts'
import type { TapedJudgement } from '../../records/tape/tape.ts'

export interface RecordedJudges {
  tape: JudgedTape
  /** In tape order: by criterion, model and vote. */
  judged(): TapedJudgement[]
  /** Why a question got no answer that could be kept, such as a budget; null if every question got one. */
  lost(): string | null
}

/** Also answers from the cache. `swaps` returns the stand-ins that the tape uses for values said so far. */
export function recordJudges(swaps: () => readonly Swap[], apiKey: string): RecordedJudges {
  const judgements = new Map<string, TapedJudgement>()
  let loss: string | null = null
  return {
    judged: () => inOrder([...judgements.values()]),
    lost: () => loss,
    tape: {
      keeper: (cache) => ({
        sealed: null,
        recall(key, about, counts) {
          const own = judgements.get(key)
          if (own !== undefined) return own.answer
          const cachedAnswer = cache.recall(key, about, counts)
          if (cachedAnswer !== undefined) judgements.set(key, { key, ...about, answer: answerOf(cachedAnswer) })
          return cachedAnswer
        },
        keep(key, answer, about, usage, counts) {
          judgements.set(key, { key, ...about, took: [...usage.map(tokensOf)], answer })
          cache.keep(key, answer, about, usage, counts)
        },
        lost(why) {
          loss ??= why
        },
      }),
      put: (value) => inWordsOf(swaps(), value, apiKey),
    },
  }
}

export interface PlayedJudges {
  tape: JudgedTape
  /** Whether a question was asked that the tape has no answer to and that nobody could be asked. */
  missed(): boolean
  unused(): TapedJudgement[]
  /** All answers, including those newly asked for; null if there are no new ones. */
  added(): TapedJudgement[] | null
}

/** With `asks`, what a tape does not answer is asked and kept; else refused, with what changed and `mend`. */
export function playJudges(
  recorded: readonly TapedJudgement[],
  { asks, mend, swaps, apiKey }: { asks: boolean; mend: string; swaps: () => readonly Swap[]; apiKey: string },
): PlayedJudges {
  const judgementByKey = new Map(recorded.map((each) => [each.key, each]))
  const used = new Set<string>()
  const fresh = new Map<string, TapedJudgement>()
  let missed = false
  const recall: AnswerKeeper['recall'] = (key, _, counts) => {
    const judgement = judgementByKey.get(key)
    if (judgement === undefined || (asks && ('none' in judgement.answer || !counts(judgement.answer.text))))
      return fresh.get(key)?.answer
    const first = !used.has(key)
    used.add(key)
    return first && judgement.took !== undefined ? { ...judgement.answer, usage: judgement.took } : judgement.answer
  }
  const keeper: JudgedTape['keeper'] = (cache) => ({
    sealed: asks
      ? null
      : {
          holds: (key) => judgementByKey.has(key),
          why(missing) {
            missed = true
            return `${describeMissing(missing, recorded)}\n  ${mend}`
          },
        },
    recall(key, about, counts) {
      const answer = recall(key, about, counts)
      if (answer !== undefined || !asks) return answer
      const cached = cache.recall(key, about, counts)
      if (cached !== undefined) fresh.set(key, { key, ...about, answer: answerOf(cached) })
      return cached
    },
    keep(key, answer, about, usage, counts) {
      fresh.set(key, { key, ...about, took: usage.map(tokensOf), answer })
      cache.keep(key, answer, about, usage, counts)
    },
  })
  return {
    tape: { keeper, put: (value) => inWordsOf(swaps(), value, apiKey) },
    missed: () => missed,
    unused: () => recorded.filter(({ key }) => !used.has(key) && !fresh.has(key)),
    added: () =>
      fresh.size === 0 ? null : inOrder([...recorded.filter(({ key }) => !fresh.has(key)), ...fresh.values()]),
  }
}

/** A tape without answers, for when there is none to play: no judge is asked either. */
export function sealedTape(reason: string): JudgedTape {
  const sealed = { holds: () => false, why: () => reason }
  const keeper: AnswerKeeper = { sealed, recall: () => undefined, keep: () => undefined }
  return { keeper: () => keeper, put: (value) => ({ value, reveal: (text) => text }) }
}

/** Sorts by criterion, model and vote, because answers arrive in random order. */
function inOrder(judged: readonly TapedJudgement[]): TapedJudgement[] {
  const places = ({ criterion, model, vote, key }: TapedJudgement): string =>
    JSON.stringify([criterion, model, String(vote).padStart(4, '0'), key])
  return judged.toSorted((one, other) => (places(one) < places(other) ? -1 : 1))
}

function answerOf(keptAnswer: KeptAnswer): KeptAnswer {
  return 'none' in keptAnswer ? { none: keptAnswer.none } : { text: keptAnswer.text }
}

function tokensOf({ model, inputTokens, outputTokens }: NonNullable<TapedJudgement['took']>[number]) {
  return { model, inputTokens, outputTokens }
}

/** A question with the tape's stand-ins, as a replay would show it; used while recording too. */
function inWordsOf(swaps: readonly Swap[], value: JsonValue, apiKey: string): RedactedData {
  // A judge is shown what the service sent: its numbers can be as private as its texts.
  const changed = swaps.filter(({ from, to }) => from !== to)
  const clean = redactKeysIn(value, apiKey)
  // The stand-in for the service's address cannot be mapped back to it.
  const nameSwaps = changed.filter(({ from, to }) => !from.startsWith(to))
  const back = new Map(nameSwaps.toReversed().map((swap) => [swap.to, swap]))
  const reveal = createSwapper([...back.values()].map(({ from, to, digits }) => ({ from: to, to: from, digits })))
  return { value: createSwapper(changed)(clean), reveal: (text) => String(reveal(text)) }
}

/** What differs from the recording, as far as that can be told. */
function describeMissing(
  { criterion, model, judge, version, vote }: ModelQuestion,
  recorded: readonly TapedJudgement[],
): string {
  const quotedCriterion = `"${cutText(criterion, 100)}"`
  if (recorded.length === 0) return `the tape holds no answers of judges, and ${quotedCriterion} needs one`
  const same = recorded.filter((each) => each.criterion === criterion)
  const [first] = same
  if (first === undefined)
    return `the tape holds no answer of a judge to ${quotedCriterion}: the criterion is new or has changed`
  const why = (reason: string): string =>
    `the tape holds no answer of a judge to ${quotedCriterion} as it is asked now: ${reason}`
  const own = same.filter((each) => each.judge === judge)
  const [other = first] = own
  if (other.version !== version)
    return why(`Tableread's own question has version ${version} now; it was recorded with version ${other.version}`)
  if (own.length === 0) {
    const settings = same.some((each) => each.model === model)
    return settings
      ? why(
          `${model} is a different model now, or has different settings (provider, model, temperature, seed, options)`,
        )
      : why(`${model} judges it now; it was recorded with ${[...new Set(same.map((each) => each.model))].join(', ')}`)
  }
  const votes = Math.max(...own.map((each) => each.vote))
  if (vote > votes) return why(`vote ${vote} is asked for, and it was recorded with ${votes === 1 ? 'one' : votes}`)
  return why('what the judge is shown has changed, or "looks at"')
}

/** One line about answers that no question used; null if there are none. */
export function describeUnusedAnswers(unused: readonly TapedJudgement[]): string | null {
  const criteria = [...new Set(unused.map(({ criterion }) => criterion))]
  const [first] = criteria
  if (first === undefined) return null
  const more = criteria.length === 1 ? '' : ` and of ${criteria.length - 1} more`
  const count = unused.length === 1 ? 'a recorded answer' : `${unused.length} recorded answers`
  return `${count} of judges ${unused.length === 1 ? 'was' : 'were'} not asked for: of "${cutText(first, 80)}"${more}`
}
