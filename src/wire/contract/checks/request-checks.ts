import { agentChecks } from './agent-checks.ts'
import { blueprintChecks } from './blueprint-checks.ts'
import { callChecks } from './call-checks.ts'
import { callTimeChecks } from './call-time-checks.ts'
import { dispatchChecks } from './dispatch-checks.ts'
import { envelopeChecks } from './envelope-checks.ts'
import { inlineChannelChecks } from './inline-channel-checks.ts'
import { inlineChecks } from './inline-checks.ts'
import { isolationChecks } from './isolation-checks.ts'
import { keyChecks } from './key-checks.ts'
import { openDispatchChecks } from './open-dispatch-checks.ts'
import type { RequestChecks } from './request-check.ts'
import { routeChecks } from './route-checks.ts'
import { scheduleChecks } from './schedule-checks.ts'
import { typeChecks } from './type-checks.ts'
import { workflowChecks } from './workflow-checks.ts'

/** How every rule about one request is tried, by its id. */
export const requestChecks: RequestChecks = {
  ...envelopeChecks,
  ...routeChecks,
  ...keyChecks,
  ...isolationChecks,
  ...inlineChecks,
  ...inlineChannelChecks,
  ...agentChecks,
  ...typeChecks,
  ...dispatchChecks,
  ...openDispatchChecks,
  ...scheduleChecks,
  ...callChecks,
  ...callTimeChecks,
  ...workflowChecks,
  ...blueprintChecks,
}
