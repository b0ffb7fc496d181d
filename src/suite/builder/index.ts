/** Conversations in code instead of YAML, with the same vocabulary and the same rules. */

export type {
  CheckAnswer,
  CheckedCall,
  CheckedConversation,
  CheckedTurn,
} from '../language/expectations/check-expectation.ts'
export type {
  Conversation,
  ConversationBuilder,
  HistoryCall,
  HistoryEntry,
  SimulatedConversation,
  Step,
  Turn,
  TurnBuilder,
  TurnOptions,
} from './builder.ts'
export type {
  Call,
  CallConditions,
  CallDetails,
  Calls,
  Criterion,
  Difference,
  Duration,
  Expectation,
  Judge,
  Latency,
  Matcher,
  Operators,
  Pattern,
  Reply,
  ReplyConditions,
  Requirement,
  TextMatcher,
  Time,
} from './expectation.ts'
export { BrokenSuite, planSuite, readSuite } from './plan-suite.ts'
export type { SessionConditions, Settings, SnapshotSettings } from './settings.ts'
export type { SimulatedUser, UserAnswer } from './simulated-user.ts'
export { type CodeSuite, conversation, suite } from './suite.ts'
