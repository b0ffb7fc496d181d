import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { draftOf, type RequestDraft } from '../world/contract-request.ts'
import { flowsOf, linesOf, talkers, type World } from '../world/world.ts'
import { versionOf } from './chat-requests.ts'
import {
  customerNumber,
  details,
  hour,
  instant,
  pickMembers,
  plainText,
  writeInstant,
  zone,
} from './interesting-values.ts'

const options: fc.Arbitrary<JsonObject> = pickMembers(
  {},
  {
    dtmfEnabled: fc.constantFrom('True', 'False'),
    allowedOverallInterruptions: fc.constantFrom('True', 'False'),
    speed: fc.constantFrom('1.0', '0.8'),
    communicationMethod: fc.constant('two_way'),
    initialMessage: plainText,
    additionalContext: plainText,
  },
)
const retries = fc.nat(3)
const retryHours = fc.constantFrom(0.5, 1, 2, 24)
const start = hour.filter((text) => text < '12:00')
const end = hour.filter((text) => text > '12:00')
const priority = fc.integer({ min: 1, max: 100 })
const date = fc.constantFrom('2030-12-31', '2028-02-29')

/** Valid call triggers, on either host; null if no call can be placed. */
export function callRequests(world: World): fc.Arbitrary<RequestDraft> | null {
  const { own, reach } = world.subject
  const [agents, lines] = [talkers(world), linesOf(own)]
  if (agents.length === 0 || lines.length === 0 || reach !== 'everything') return null
  return fc
    .tuple(fc.constantFrom(...agents), fc.constantFrom<RequestDraft['host'][]>('base', 'workflow'))
    .chain(([agent, host]) =>
      pickMembers(
        { phoneNumber: customerNumber, agentName: fc.constant(agent.name) },
        {
          agentVersion: versionOf(agent, false),
          metadata: details,
          communicationChannel: fc.constantFrom(...lines.map(({ name }) => name)),
          options,
          noOfRetries: retries,
          retryAfterHours: retryHours,
          startWorkingHour: start,
          endWorkingHour: end,
          timezone: zone,
          callPriority: priority,
          callOnDate: date,
          scheduleTime: instant.map(writeInstant),
        },
      ).map((body) => ({ ...draftOf('call.trigger', body), host })),
    )
}

/** The members that the workflow call and the node trigger share. */
function workflowMembers(world: World): Record<string, fc.Arbitrary<JsonValue>> {
  const names = talkers(world).map(({ name }) => name)
  const numbers = linesOf(world.subject.own).flatMap((each) => each.numbers)
  return {
    customer_details: details,
    ...(names.length === 0 ? {} : { use_case: fc.constantFrom(...names) }),
    ...(numbers.length === 0 ? {} : { bot_number: fc.constantFrom(...numbers) }),
    schedule_time: instant.map(writeInstant),
    no_of_retries: retries,
    start_working_hour: start,
    end_working_hour: end,
    timezone: zone,
  }
}

/** Valid workflow calls; null if the workspace has no workflow. */
export function workflowRequests(world: World): fc.Arbitrary<RequestDraft> | null {
  return ofWorkflow(world, (workflowId) =>
    pickMembers(
      { customer_number: customerNumber },
      {
        ...workflowMembers(world),
        agent_version: fc.constant('default'),
        options,
        retry_after_in_hrs: retryHours,
        call_priority: priority,
        call_on_date: date,
      },
    ).map((body) => draftOf('workflow.call', body, workflowId)),
  )
}

/** Valid requests to remove a queued call; null if the workspace has no workflow. */
export function deleteRequests(world: World): fc.Arbitrary<RequestDraft> | null {
  return ofWorkflow(world, (workflowId) =>
    pickMembers({ customer_number: customerNumber }, {}).map((body) => draftOf('workflow.delete', body, workflowId)),
  )
}

/** Valid triggers of the workflow node; null if the workspace has no workflow. */
export function nodeRequests(world: World): fc.Arbitrary<RequestDraft> | null {
  return ofWorkflow(world, (workflowId) =>
    pickMembers(
      { workflow_id: fc.constant(workflowId), customer_number: customerNumber },
      { ...workflowMembers(world), retries_after_in_hrs: retryHours },
    ).map((body) => draftOf('node.trigger', body)),
  )
}

function ofWorkflow(
  world: World,
  make: (workflowId: string) => fc.Arbitrary<RequestDraft>,
): fc.Arbitrary<RequestDraft> | null {
  const flows = flowsOf(world)
  return flows.length === 0 || world.subject.reach !== 'everything' ? null : fc.constantFrom(...flows).chain(make)
}
