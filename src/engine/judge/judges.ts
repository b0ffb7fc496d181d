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
}

/** Whoever answers questions about conversations: models over the network, a tape, or a double in a test. Does not reject. */
export interface Judges {
  answer(question: Question, signal?: AbortSignal): Promise<Answer>
}
