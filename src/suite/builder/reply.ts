import type { Matcher, Operators, TextMatcher } from './matcher.ts'

/** What is expected of a turn's reply: its text, `'none'` when there must be no answer, or conditions on text and parts. */
export type Reply = string | number | boolean | ReplyConditions

/** Conditions on all assistant messages of the turn together; a negation must also hold for each message alone. */
export interface ReplyConditions extends Operators<TextMatcher> {
  /** The agent that answers; another name than the one asked is a handoff. */
  readonly agentName?: TextMatcher
  /** How many assistant messages, or the text of each in order. */
  readonly messages?: Matcher
  /** The agent's thinking entries of the turn, joined. */
  readonly thinking?: TextMatcher
  /** The summary entries of the turn, joined. */
  readonly summary?: TextMatcher
  /** The backgroundAgent messages of the turn, joined. */
  readonly background?: TextMatcher
  /** Text items that some message holds. */
  readonly text?: TextMatcher | readonly TextMatcher[]
  /** Content items that some message holds, by their members; `'none'` where there must be none of the kind. */
  readonly image?: Matcher
  readonly video?: Matcher
  readonly audio?: Matcher
  readonly file?: Matcher
  /** Buttons: by their text, or `{ text, payload }`. */
  readonly button?: Matcher
  /** The content items of all messages, in order: a list of objects, each with its `kind`, such as `image`. */
  readonly content?: Matcher
}
