import type { Rule } from '../world/rule.ts'
import { blueprintsRules } from './blueprints-rules.ts'
import { callTimesRules } from './call-times-rules.ts'
import { callsRules } from './calls-rules.ts'
import { dispatchRules } from './dispatch-rules.ts'
import { envelopeRules } from './envelope-rules.ts'
import { inlineRules } from './inline-rules.ts'
import { keysRules } from './keys-rules.ts'
import { memberTypeRules } from './member-type-rules.ts'
import { scheduleRules } from './schedule-rules.ts'
import { sessionsRules } from './sessions-rules.ts'
import { transcriptsRules } from './transcripts-rules.ts'
import { workflowsRules } from './workflows-rules.ts'

/** Every rule of the interface, in the order of the catalogue. */
export const allRules: readonly Rule[] = [
  ...envelopeRules,
  ...keysRules,
  ...sessionsRules,
  ...transcriptsRules,
  ...inlineRules,
  ...memberTypeRules,
  ...dispatchRules,
  ...scheduleRules,
  ...callsRules,
  ...callTimesRules,
  ...workflowsRules,
  ...blueprintsRules,
]
