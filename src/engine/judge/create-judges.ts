import { hashJson } from '../../base/hash-json.ts'
import type { JsonObject, JsonValue } from '../../base/json.ts'
import { type Prices, priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { LicenceSeen, Vote } from '../expect/judgement.ts'
import { composeQuestion, judgeVersion, listEntries, orders, type ShownEntry } from './compose-question.ts'
import { countVotes } from './count-votes.ts'
import { unjudged } from './judge-run.ts'
import type { Answer, Judges, Question } from './judges.ts'
import { readAnswer } from './read-answer.ts'

/** A model that judges. */
export interface JudgeModel {
  name: string
  /** What its answers depend on: provider, model and settings, without its address. Licences and kept answers are bound to it. */
  identity: JsonValue
  /** Asks once; does not reject. `none` says why there is no answer. */
  ask(question: { system: string; text: string }, signal?: AbortSignal): Promise<ModelAnswer>
}

/** What a model answered, or why it did not, and what it took. */
export type ModelAnswer = { usage: Usage[] } & KeptAnswer

/** An answer as tapes and caches keep it. */
export type KeptAnswer = { text: string } | { none: string }

/** Keeps answers by the hash of everything that they depend on. */
export interface AnswerKeeper {
  recall(key: string): KeptAnswer | undefined
  keep(key: string, answer: KeptAnswer): void
  /** Why nobody is asked for what is not kept, as in a replay; null where models are asked. */
  sealed: string | null
}

/** What a judge is shown in place of what was said, and the way back from its words to those. */
export interface Hidden {
  value: JsonValue
  reveal(text: string): string
}

/** What judging works with. */
export interface JudgeSurroundings {
  /** The models of the project, by name. @throws ModelError where one cannot be opened */
  open(names: readonly string[] | undefined): Promise<JudgeModel[]>
  /** How often each is asked where a criterion does not say. */
  votes: number
  keeper: AnswerKeeper
  /** Takes out what is private, the same way for the same words whatever they were called before. */
  hide(value: JsonValue): Hidden
  /** Whether what this judge says of this criterion counts. */
  licenceOf(about: JudgedBy): LicenceSeen
  /** Charges the budget for one question to a model; or gives why it may not be asked. */
  charge(): string | null
  /** Is told what models took. */
  spent(usage: readonly Usage[]): void
  prices: Prices
}

/** A criterion and who judges it, as a licence names them; `judge` is a hash. */
export interface JudgedBy {
  criterion: string
  judge: string
}

/** The hash that licences are bound to: models and settings, votes, what is looked at, and Tableread's own question. */
export function judgeHash(models: readonly JudgeModel[], votes: number, looksAt: Question['looksAt']): string {
  const identities = models.map(({ identity }) => hashJson(identity)).sort()
  return hashJson({ judgeVersion, identities, votes, looksAt })
}

/** Judges that ask models, each as often as it has votes, or recall what those answered before. */
export function createJudges(surroundings: JudgeSurroundings): Judges {
  return {
    async answer(question, signal) {
      try {
        const models = await surroundings.open(question.by)
        return await askAll(question, models, surroundings, signal)
      } catch (error) {
        return unjudged(error instanceof Error ? error.message : String(error))
      }
    },
  }
}

async function askAll(
  question: Question,
  models: readonly JudgeModel[],
  surroundings: JudgeSurroundings,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { criterion, asWritten, looksAt } = question
  const shown = listEntries(question.turns)
  if (shown.length === 0) return unjudged('nothing was said or called, so that there is nothing to judge')
  const hidden = surroundings.hide({ criterion, entries: shown.map((entry) => entry.shown) })
  const count = question.votes ?? surroundings.votes
  const usage: Usage[] = []
  const ballots = models.flatMap((model) => Array.from({ length: count }, (_, index) => ({ model, index })))
  const votes = await Promise.all(
    ballots.map(async ({ model, index }): Promise<Vote> => {
      const { criterion, entries } = hidden.value as { criterion: string; entries: JsonObject[] }
      const composed = composeQuestion(criterion, entries, orders[index % 2 === 0 ? 0 : 1])
      const key = hashJson({ identity: model.identity, composed, index })
      const answer = await recallOrAsk(key, surroundings, () => model.ask(composed, signal), usage)
      const read =
        'none' in answer
          ? { says: 'void' as const, reason: answer.none, quotations: [] }
          : readAnswer(answer.text, entries)
      return revealed({ ...read, model: model.name }, shown, hidden)
    }),
  )
  const licence = surroundings.licenceOf({ criterion: asWritten, judge: judgeHash(models, count, looksAt) })
  return { judgement: countVotes(votes), licence, usage: priceUsage(sumUsage(usage), surroundings.prices) }
}

async function recallOrAsk(
  key: string,
  { keeper, charge, spent }: JudgeSurroundings,
  ask: () => Promise<ModelAnswer>,
  usage: Usage[],
): Promise<KeptAnswer> {
  const known = keeper.recall(key)
  if (known !== undefined) return known
  const refusal = keeper.sealed ?? charge()
  if (refusal !== null) return { none: refusal }
  const { usage: took, ...answer } = await ask()
  usage.push(...took)
  spent(took)
  keeper.keep(key, answer)
  return answer
}

function revealed(
  { quotations, reason, ...vote }: Omit<Vote, 'quotations'> & ReturnType<typeof readAnswer>,
  shown: readonly ShownEntry[],
  { reveal }: Hidden,
): Vote {
  return {
    ...vote,
    reason: reveal(reason),
    quotations: quotations.flatMap(({ index, words }) => {
      const entry = shown[index]
      return entry === undefined ? [] : [{ turn: entry.turn, entry: entry.entry, words: reveal(words) }]
    }),
  }
}
