import type { JsonValue } from '../../base/json/json.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Judgement, LicenceSeen } from '../expect/outcome/judgement.ts'
import type { TurnView } from '../transcript/turn-view.ts'

/** A question to a judge: one criterion, about some turns of one conversation. */
export interface Question {
  /** The criterion with its variables filled in, as the judge reads it. */
  criterion: string
  /** The criterion as written in the script; licences are issued for it. */
  asWritten: string
  expected: JudgeFinding
  looksAt: 'turn' | 'conversation'
  /** Names of models in the config; undefined for the project's default models. */
  by?: readonly string[]
  votes?: number
  turns: readonly ShownTurn[]
  /** For a probe: ask once more, either unchanged or with the answers listed in reverse order. */
  once?: 'again' | 'turned'
  /** What is private in it besides what its form gives away. */
  privacy?: Privacy
}

/** Evidence that a value is private although it may not look so where a judge would see it. */
export interface Privacy {
  /** Values with names of their own, such as environment variables. */
  named: readonly { name: string; value: string }[]
  /** What else was said and sent in the conversation: values found to be private there are hidden everywhere. */
  beside: JsonValue
}

/** A turn as judges see it; `index` counts the turns of the conversation from 0. */
export interface ShownTurn {
  index: number
  user: string | null
  entries: TurnView['entries']
}

export interface JudgeAnswer {
  judgement: Judgement
  licence: LicenceSeen
  /** The usage of the models for it; empty for a cached answer. */
  usage: Usage[]
  /** Nobody was asked, so no licence was looked up: the criterion is then not judged, whatever licences there are. */
  nobody?: true
  /** Why a model was not asked or did not answer, which says nothing about how well it judges. */
  unanswered?: string
}

/** Answers questions about conversations: models over the network, a tape, or a double in a test. Does not reject. */
export interface Judges {
  answer(question: Question, signal?: AbortSignal): Promise<JudgeAnswer>
  /** Has a model speak, such as for a simulated user; cached, taped and charged like a judge. Does not reject. */
  say?(asked: Prompt, signal?: AbortSignal): Promise<ModelReading>
  /** The same judges reading from and writing to a tape; missing where there is nothing to tape. */
  through?(tape: JudgedTape): Judges
}

export interface Prompt {
  by: string
  system: string
  /** The data of the prompt before redaction, and how to write the redacted data as text. */
  material: JsonValue
  write(material: JsonValue): string
  /** Distinguishes prompts with the same words: a seed, a turn, an attempt. */
  occasion: JsonValue
  /** A description for tapes, the number of the attempt, from 1, and the version of the instructions. */
  about: string
  attempt: number
  version: number
  privacy?: Privacy
  /** @default whatever is not blank */
  counts?: AnswerTest
}

/** `halted`: a budget or the end of the run prevented the call. `sealed`: a tape has no answer and nobody is asked. */
export type ModelReading = { usage: Usage[] } & ({ text: string } | { none: string; halted: boolean; sealed?: true })

/** The tape as judges see it: it keeps their answers, and writes private values in its own way. */
export interface JudgedTape {
  /** The keeper to use in place of the project's own, which it wraps. */
  keeper(cache: AnswerKeeper): AnswerKeeper
  put(value: JsonValue): RedactedData
}

/** Redacted data that a judge is shown, and the way back to the original words. */
export interface RedactedData {
  value: JsonValue
  reveal(text: string): string
}

/** An answer as tapes and caches keep it. `halted`: a budget, or the end of the run, prevented the call. */
export type KeptAnswer = { text: string } | { none: string; halted?: true }

/** One question to one model: what the answer depends on, in readable form. */
export interface ModelQuestion {
  /** As sent, redacted. */
  criterion: string
  model: string
  /** A sixteen-digit hash of provider, model and settings. */
  judge: string
  version: number
  /** The number of the vote, from 1. */
  vote: number
}

/** Whether what a model wrote is an answer to its question. Anything else is only kept by tapes: it is asked again. */
export type AnswerTest = (text: string) => boolean

/** Keeps answers by the hash of everything that they depend on. */
export interface AnswerKeeper {
  /** The kept answer, with its usage if that is known and was not reported before. */
  recall(key: string, about: ModelQuestion, counts: AnswerTest): (KeptAnswer & { usage?: readonly Usage[] }) | undefined
  keep(key: string, answer: KeptAnswer, about: ModelQuestion, usage: readonly Usage[], counts: AnswerTest): void
  /** For a replay: what is kept, and why nothing else may be asked; null where models may be asked. */
  sealed: { holds(key: string): boolean; why(missing: ModelQuestion): string } | null
  /** Called when a question was not put, or its answer was not awaited. */
  lost?(why: string): void
}
