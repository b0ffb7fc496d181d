import type { JsonValue } from '../../base/json.ts'
import type { Finding } from '../../suite/language/judge-expectation.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { Judgement, LicenceSeen } from '../expect/judgement.ts'
import type { TurnView } from '../transcript/turn-view.ts'

/** What a judge is asked: one criterion, about some turns of one conversation. */
export interface Question {
  /** The criterion with its variables filled in, as the judge reads it. */
  criterion: string
  /** The criterion as the script has it, which licences are given for. */
  asWritten: string
  expected: Finding
  looksAt: 'turn' | 'conversation'
  /** Models of the config by name; undefined for those of the project. */
  by?: readonly string[]
  votes?: number
  /** What is shown, in order. */
  turns: readonly ShownTurn[]
  /** Asked once more, for a probe: anew, or with the answers listed the other way round. */
  once?: 'again' | 'turned'
  /** What is private in it, beyond what can be told by its form. */
  privacy?: Privacy
}

/** What tells that a value is private although it may not look like it where a judge would see it. */
export interface Privacy {
  /** Values with names of their own, as those of the environment. */
  named: readonly { name: string; value: string }[]
  /** What else was said and sent in the conversation: what is found to be private there is shown nowhere. */
  beside: JsonValue
}

/** A turn as judges see it; `index` counts the turns of the conversation from 0. */
export interface ShownTurn {
  index: number
  user: string | null
  entries: TurnView['entries']
}

/** An answer, with what it rests on. */
export interface Answer {
  judgement: Judgement
  licence: LicenceSeen
  /** What the models took for it; nothing where it was known already. */
  usage: Usage[]
  /** Nobody was asked, so that no licence was looked for: a criterion is not judged then, whatever licence there may be. */
  nobody?: true
  /** Why a model was not asked or did not answer, so that this says nothing of how well it judges; the first reason. */
  unanswered?: string
}

/** Whoever answers questions about conversations: models over the network, a tape, or a double in a test. Does not reject. */
export interface Judges {
  answer(question: Question, signal?: AbortSignal): Promise<Answer>
  /** Has a model speak, as for a simulated user: asked, kept, taped and charged as one that judges. Does not reject. */
  say?(asked: Prompt, signal?: AbortSignal): Promise<Said>
  /** The same judges with a tape in between; without it there is nothing that a tape could keep. */
  through?(tape: JudgedTape): Judges
}

/** What a model is asked to say. */
export interface Prompt {
  /** A model of the config by name. */
  by: string
  /** Instructions that are always the same. */
  system: string
  /** What the question is made of, before anything private is taken out, and how it is written then. */
  material: JsonValue
  write(material: JsonValue): string
  /** Tells questions of the same words apart: a seed, a turn, a try. */
  occasion: JsonValue
  /** What it is about, for messages on tapes; which try it is, from 1; and the version of the instructions. */
  about: string
  attempt: number
  version: number
  privacy?: Privacy
}

/**
 * What a model said, or why it did not; `halted` where a budget, or the end of the run, kept it from being asked, `sealed` where a
 * tape has no answer and nobody is asked.
 */
export type Said = { usage: Usage[] } & ({ text: string } | { none: string; halted: boolean; sealed?: true })

/** What a tape is to judges: it keeps what they answered, and has words of its own for what is private. */
export interface JudgedTape {
  /** The keeper to use in place of the one of the project, and around it. */
  keeper(cache: AnswerKeeper): AnswerKeeper
  /** Puts what is about to be shown into the words of the tape. */
  put(value: JsonValue): Hidden
}

/** What a judge is shown in place of what was said, and the way back from its words to those. */
export interface Hidden {
  value: JsonValue
  reveal(text: string): string
}

/** An answer as tapes and caches keep it; `halted` where a budget, or the end of the run, kept it from being asked for. */
export type KeptAnswer = { text: string } | { none: string; halted?: true }

/** One question to one model: what an answer depends on, as far as a person can be told. */
export interface Asked {
  /** As it was sent, without what is private. */
  criterion: string
  /** The model as reports name it. */
  model: string
  /** Sixteen digits that stand for provider, model and settings. */
  judge: string
  /** Of Tableread's own question. */
  version: number
  /** The number of the vote, from 1. */
  vote: number
}

/** Keeps answers by the hash of everything that they depend on. */
export interface AnswerKeeper {
  /** With what the models took for it, where that is kept and was not told before. */
  recall(key: string, about: Asked): (KeptAnswer & { usage?: readonly Usage[] }) | undefined
  keep(key: string, answer: KeptAnswer, about: Asked, usage: readonly Usage[]): void
  /** What is kept, and why nobody is asked for the rest, as in a replay; null where models are asked. */
  sealed: { holds(key: string): boolean; why(missing: Asked): string } | null
  /** Is told that a question was not put to anybody, or that its answer was not waited for. */
  lost?(why: string): void
}
