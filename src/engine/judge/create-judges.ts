import { hashJson } from '../../base/json/hash-json.ts'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { type Prices, priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { LicenceSeen, Vote } from '../expect/outcome/judgement.ts'
import { composeQuestion, judgeVersion, listEntries, orders, type ShownEntry } from './compose-question.ts'
import { countVotes } from './count-votes.ts'
import { unjudgedAnswer } from './judge-run.ts'
import type {
  AnswerKeeper,
  AnswerTest,
  JudgeAnswer,
  Judges,
  KeptAnswer,
  ModelQuestion,
  ModelReading,
  Privacy,
  Prompt,
  Question,
  RedactedData,
} from './judges.ts'
import { readAnswer } from './read-answer.ts'

export interface JudgeModel {
  name: string
  /** Provider, model and settings, but not the address: licences and cached answers are bound to it. */
  identity: JsonValue
  /** Asks once; does not reject. `none` says why there is no answer. */
  ask(question: { system: string; text: string }, signal?: AbortSignal): Promise<ModelAnswer>
}

export type ModelAnswer = { usage: Usage[] } & KeptAnswer

export interface JudgeSurroundings {
  /** The models of the project, by name. @throws ModelError where one cannot be opened */
  open(names: readonly string[] | undefined): Promise<JudgeModel[]>
  /** How often each model is asked where a criterion does not say. */
  votes: number
  keeper: AnswerKeeper
  /** Redacts what is private, always the same way for the same words. */
  hide(value: JsonValue, privacy?: Privacy): RedactedData
  licenceOf(about: JudgedBy): LicenceSeen
  /** Charges the budget for one question to a model; returns why it may not be asked, or null. */
  charge(): string | null
  /** Where several processes judge one run: shares questions among them. Without it, each process asks its own. */
  together?: Together
  spent(usage: readonly Usage[]): void
  prices: Prices
}

/** Resolves to an answer that one of the sharing processes got, or else to what `put` returns here. Does not reject. */
export type Together = (
  key: string,
  put: () => Promise<KeptAnswer>,
  counts: AnswerTest,
  signal: AbortSignal | undefined,
) => Promise<KeptAnswer>

/** A criterion and its judge, as a licence names them; `judge` is a hash. */
export interface JudgedBy {
  criterion: string
  judge: string
  /** The expected finding, since probes test one direction. */
  expected: Question['expected']
}

/** What licences are bound to: models and settings, votes, what the criterion looks at, the version of our prompt. */
export function judgeHash(
  models: readonly Pick<JudgeModel, 'identity'>[],
  votes: number,
  looksAt: Question['looksAt'],
): string {
  const identities = models.map(({ identity }) => hashJson(identity)).sort()
  return hashJson({ judgeVersion, identities, votes, looksAt })
}

/** Judges that ask each model as often as it has votes, or reuse earlier answers. */
export function createJudges(surroundings: JudgeSurroundings): Judges {
  const underWay: UnderWay = new Map()
  return {
    async answer(question, signal) {
      try {
        const models = await surroundings.open(question.by)
        return await askAll(question, models, surroundings, underWay, signal)
      } catch (error) {
        return unjudgedAnswer(error instanceof Error ? error.message : String(error))
      }
    },
    async say(prompt, signal) {
      try {
        const [model] = await surroundings.open([prompt.by])
        if (model === undefined) return { none: `there is no model ${prompt.by}`, halted: false, usage: [] }
        return await askToSpeak(prompt, model, surroundings, underWay, signal)
      } catch (error) {
        return { none: error instanceof Error ? error.message : String(error), halted: false, usage: [] }
      }
    },
    through: ({ keeper, put }) =>
      createJudges({
        ...surroundings,
        keeper: keeper(surroundings.keeper),
        hide(value) {
          const taped = put(value)
          const hidden = surroundings.hide(taped.value)
          return { value: hidden.value, reveal: (text) => taped.reveal(hidden.reveal(text)) }
        },
      }),
  }
}

/** Questions in flight, by key, so that the same question is put only once. */
type UnderWay = Map<string, Promise<KeptAnswer>>

interface Ballot {
  model: JudgeModel
  key: string
  about: ModelQuestion
  question: { system: string; text: string }
  counts: AnswerTest
}

async function askAll(
  question: Question,
  models: readonly JudgeModel[],
  surroundings: JudgeSurroundings,
  underWay: UnderWay,
  signal: AbortSignal | undefined,
): Promise<JudgeAnswer> {
  const { criterion: criterionText, asWritten, expected, looksAt, once, privacy } = question
  const visible = listEntries(question.turns)
  if (visible.length === 0) return unjudgedAnswer('nothing was said or called, so there is nothing to judge')
  const material = visible.map((entry) => (entry.turn < 0 ? { ...entry.shown, given: true } : entry.shown))
  const hidden = surroundings.hide({ criterion: criterionText, entries: material }, privacy)
  const { criterion, entries } = hidden.value as { criterion: string; entries: JsonObject[] }
  const counts: AnswerTest = (text) => readAnswer(text, entries).says !== 'void'
  const count = question.votes ?? surroundings.votes
  const ballots = models.flatMap((model) =>
    Array.from({ length: count }, (_, index): Ballot => {
      const composed = composeQuestion(criterion, entries, orders[(index % 2 === 0) === (once !== 'turned') ? 0 : 1])
      const key = hashJson({ identity: model.identity, composed, index, ...(once === undefined ? {} : { once }) })
      const judge = hashJson(model.identity)
      const about = { criterion, model: model.name, judge, version: judgeVersion, vote: index + 1 }
      return { model, key, about, question: composed, counts }
    }),
  )
  const { sealed } = surroundings.keeper
  const lacking = ballots.find(({ key }) => sealed?.holds(key) === false)
  // Some of the votes could have a majority that all of them together do not have.
  if (sealed !== null && lacking !== undefined) return unjudgedAnswer(sealed.why(lacking.about))
  const usage: Usage[] = []
  const missing: string[] = []
  const votes = await Promise.all(
    ballots.map(async (ballot): Promise<Vote> => {
      const answer = await recallOrAsk(ballot, surroundings, underWay, usage, signal)
      if ('none' in answer) missing.push(answer.none)
      const read =
        'none' in answer
          ? {
              says: 'void' as const,
              reason: answer.none,
              quotations: [],
              ...(answer.halted === true ? { halted: true as const } : {}),
            }
          : readAnswer(answer.text, entries)
      return revealed({ ...read, model: ballot.model.name }, visible, hidden)
    }),
  )
  const licence = surroundings.licenceOf({ criterion: asWritten, judge: judgeHash(models, count, looksAt), expected })
  const [unanswered] = missing
  return {
    judgement: countVotes(votes),
    licence,
    usage: priceUsage(sumUsage(usage), surroundings.prices),
    ...(unanswered === undefined ? {} : { unanswered }),
  }
}

async function askToSpeak(
  { system, material, write, occasion, about: topic, attempt, version, privacy, counts = isAnything }: Prompt,
  model: JudgeModel,
  surroundings: JudgeSurroundings,
  underWay: UnderWay,
  signal: AbortSignal | undefined,
): Promise<ModelReading> {
  const hidden = surroundings.hide({ material, told: topic }, privacy) // the criterion also goes to tapes and caches
  const { material: content, told: criterion } = hidden.value as { material: JsonValue; told: string }
  const question = { system, text: write(content) }
  const key = hashJson({ identity: model.identity, question, occasion, version })
  const about = { criterion, model: model.name, judge: hashJson(model.identity), version, vote: attempt }
  const { keeper } = surroundings
  if (keeper.sealed?.holds(key) === false)
    return { none: keeper.sealed.why(about), halted: false, sealed: true, usage: [] }
  const usage: Usage[] = []
  const ballot = { model, key, about, question, counts: (text: string) => counts(hidden.reveal(text)) }
  const answer = await recallOrAsk(ballot, surroundings, underWay, usage, signal)
  const priced = priceUsage(sumUsage(usage), surroundings.prices)
  if ('none' in answer) return { none: answer.none, halted: answer.halted === true, usage: priced }
  return { text: hidden.reveal(answer.text), usage: priced }
}

async function recallOrAsk(
  { model, key, about, question, counts }: Ballot,
  { keeper, charge, spent, prices, together = alone }: JudgeSurroundings,
  underWay: UnderWay,
  usage: Usage[],
  signal: AbortSignal | undefined,
): Promise<KeptAnswer> {
  const isOver = (): boolean => signal?.aborted === true
  const ask = async (): Promise<KeptAnswer> => {
    let answerUsage: readonly Usage[] = []
    const putQuestion = async (): Promise<KeptAnswer> => {
      if (isOver()) return noAnswer(interruptionReason)
      const refusal = charge()
      if (refusal !== null) return noAnswer(refusal)
      const { usage: used, ...answer } = await model.ask(question, signal)
      answerUsage = used
      usage.push(...used)
      spent(priceUsage(used, prices))
      return isOver() && 'none' in answer ? noAnswer(interruptionReason) : answer
    }
    const answer = await together(key, putQuestion, counts, signal)
    if ('none' in answer && answer.halted === true) keeper.lost?.(answer.none)
    else keeper.keep(key, answer, about, answerUsage, counts)
    return answer
  }
  const cachedAnswer = keeper.recall(key, about, counts)
  if (cachedAnswer !== undefined) {
    const { usage: answerUsage = [], ...answer } = cachedAnswer
    usage.push(...answerUsage)
    spent(priceUsage(answerUsage, prices))
    return answer
  }
  const pending = underWay.get(key) ?? ask().finally(() => underWay.delete(key))
  underWay.set(key, pending)
  return pending
}

const alone: Together = (_, putQuestion) => putQuestion()

const isAnything: AnswerTest = (text) => text.trim() !== ''

function noAnswer(none: string): KeptAnswer {
  return { none, halted: true }
}

export const interruptionReason = 'interrupted before the judge had answered'

function revealed(
  { quotations, reason, ...vote }: Omit<Vote, 'quotations'> & ReturnType<typeof readAnswer>,
  entries: readonly ShownEntry[],
  { reveal }: RedactedData,
): Vote {
  return {
    ...vote,
    reason: reveal(reason),
    quotations: quotations.flatMap(({ index, words }) => {
      const entry = entries[index]
      return entry === undefined ? [] : [{ turn: entry.turn, entry: entry.entry, words: reveal(words) }]
    }),
  }
}
