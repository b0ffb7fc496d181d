import type { Scenarios } from '../world/scenario.ts'
import { callScenarios } from './call-scenarios.ts'
import { conversationModel } from './conversation-model.ts'
import { isolationScenarios } from './isolation-scenarios.ts'
import { messageScenarios } from './message-scenarios.ts'
import { outcomeScenarios } from './outcome-scenarios.ts'
import { queueScenarios } from './queue-scenarios.ts'
import { scheduleScenarios } from './schedule-scenarios.ts'
import { sharperScenarios } from './sharper-scenarios.ts'
import { sharperTimeScenarios } from './sharper-time-scenarios.ts'
import { turnScenarios } from './turn-scenarios.ts'
import { variableScenarios } from './variable-scenarios.ts'
import { versionScenarios } from './version-scenarios.ts'
import { workflowScenarios } from './workflow-scenarios.ts'

/** Every rule about several exchanges, by its id. */
export const allScenarios: Scenarios = {
  ...messageScenarios,
  ...scheduleScenarios,
  ...callScenarios,
  ...queueScenarios,
  ...workflowScenarios,
  ...turnScenarios,
  ...variableScenarios,
  ...isolationScenarios,
  ...versionScenarios,
  ...outcomeScenarios,
  ...conversationModel,
  ...sharperScenarios,
  ...sharperTimeScenarios,
}
