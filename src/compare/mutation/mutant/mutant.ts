import type { Session } from '../../../wire/api/session.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'

/** A turn as a worse agent would have taken it. `what` describes the defect: "lookup_order is not called". */
export interface Mutation {
  what: string
  entries: TranscriptEntry[]
  /** How much later the answer comes, in milliseconds. @default 0 */
  lateMs?: number
}

/** An agent with one defect: in one turn (its index, from 0), or in what the stored session alone shows. */
export type Mutant =
  | { kind: TurnMutantKind; what: string; turn: number; entries: TranscriptEntry[]; lateMs: number }
  | { kind: StoredKind; what: string; turn: null; session: Session }

/** The ways to make an agent worse, with a description of each, what every suite should notice first. */
export const mutantKinds = {
  'drop reply': 'a message of the reply is missing',
  'repeat reply': 'a message of the reply comes twice',
  'replace reply': 'the agent says that it cannot help',
  'refuse help': 'the reply refuses to help',
  'wrong promise': 'the reply promises what no call did',
  'leave out apology': 'the apology is missing',
  'other language': 'the reply comes in another language',
  'cut reply': 'a reply ends half way',
  'negate reply': 'a sentence says the opposite',
  'change number': 'a number, an amount, a date or a code is changed',
  'prefix number': 'a digit is put before a number',
  'leave out number': 'a number, an amount, a date or a code is not said',
  'change word': 'a word that comes from a tool or from metadata is changed',
  'leak placeholder': 'a placeholder is not filled in',
  'drop call': 'a tool is not called',
  'add call': 'another of its tools is called as well',
  'repeat call': 'a tool that does something is called twice',
  'reorder calls': 'two calls change places',
  'rename call': 'another tool is called instead',
  'drop post call': 'a call after the conversation is not made',
  'add post call': 'another call is made after the conversation',
  'change argument': 'an argument of a call is changed',
  'add argument': 'a call gets a further argument',
  'shift date': 'a date in an argument is a day later',
  'shorten list': 'a list in an argument lacks an item',
  'extend list': 'a list in an argument has an item twice',
  'reorder list': 'a list in an argument or an output is in another order',
  'change output': 'a tool returns another value',
  'swap outputs': "two calls of one tool get each other's output",
  'fail output': 'a tool fails, or one that failed succeeds',
  'other version': 'another version answers',
  'other agent': 'another agent answers',
  'background agent': 'a background agent speaks',
  'think secret': 'the thinking shows a secret',
  'wrong phase': 'a tool runs in another phase',
  'slow tool': 'a tool takes too long',
  'slow reply': 'the answer takes too long',
  'drop item': 'a button, a picture or a file is missing',
  'change button': 'a button has another payload or another text',
  'add button': 'a further button is shown',
  'change link': 'a link leads elsewhere, in the text or in a picture, a video, an audio or a file',
  'add link': 'the text has a further link',
  'change file': 'a picture, a video, an audio or a file is another one',
  'add file': 'a further picture, video, audio or file is shown',
} as const

export type MutantKind = keyof typeof mutantKinds

/** The ways that show in the stored session alone. */
export type StoredKind = 'other version' | 'drop post call' | 'add post call'

/** The ways that show in a turn. */
export type TurnMutantKind = Exclude<MutantKind, StoredKind>

/** Every kind, in the order of reports. */
export const allKinds: readonly MutantKind[] = Object.keys(mutantKinds) as MutantKind[]

/** How early a kind should be mended: 0 for what is said, called and passed, 1 for who and when, 2 for what is shown. */
export const rankOf = (kind: MutantKind): number =>
  (['other version', 'drop item'] as const).filter((first) => allKinds.indexOf(kind) >= allKinds.indexOf(first)).length
