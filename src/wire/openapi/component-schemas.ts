import { z } from 'zod'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { withoutMembers } from '../../base/json/walk-json.ts'
import { jsonObject } from '../api/member-shapes.ts'
import { componentShapes, pointerTo, referTo } from './component-shapes.ts'
import { annotate, callNotes, chatNotes, type SchemaNote, schedule, sessionNotes } from './notes.ts'

const customer = {
  description: 'The number of the customer; country code included, with or without `+`.',
  examples: ['+15550100'],
}

/** The notes on workflow calls (Trigger workflow call, Delete call request, Workflow trigger). */
const workflowNotes: Record<string, SchemaNote> = {
  WorkflowCallRequest: {
    description: 'A call to place by way of a workflow.',
    members: {
      customer_number: customer,
      customer_details: schedule.details,
      use_case: 'The agent to use. Default: the agent of the workflow.',
      agent_version: schedule.version,
      bot_number: 'The number to call from. Default: the bot number of the workflow.',
      schedule_time: schedule.at,
      options: 'What this one call does differently from the settings of the agent.',
      no_of_retries: schedule.retries,
      retry_after_in_hrs: schedule.retryHours,
      start_working_hour: schedule.start,
      end_working_hour: schedule.end,
      timezone: schedule.zone,
      call_priority: schedule.priority,
      call_on_date: schedule.date,
    },
  },
  WorkflowDeleteRequest: {
    description: 'Whose call requests to take out of the queue of a workflow.',
    members: { customer_number: customer },
  },
  NodeTriggerRequest: {
    description:
      'A workflow to start from a Call API node. Its options, priority and date are not shown by the interface.',
    members: {
      workflow_id: { description: 'The workflow to start.', examples: ['wf-delivery-reminder'] },
      bot_number: 'The number to call from; country code included.',
      use_case: 'The agent to use.',
      customer_number: customer,
      customer_details: schedule.details,
      schedule_time: schedule.at,
      no_of_retries: { ...schedule.retries, default: 0 },
      retries_after_in_hrs: `${schedule.retryHours} Spelled \`retries\` here, \`retry\` in the workflow call.`,
      start_working_hour: schedule.start,
      end_working_hour: schedule.end,
      timezone: schedule.zone,
    },
  },
}

const timestamp: JsonObject = { description: 'When it happened.', format: 'date-time' }
const url = 'A signed link, which expires.'
const phase = 'Before the first message, while the conversation goes on, or after its last message.'

/** The notes on transcripts (Transcript entry, Content item). */
const transcriptNotes: Record<string, SchemaNote> = {
  TranscriptEntry: { description: 'One entry of a transcript, by its `type`.' },
  MessageEntry: {
    description: 'A message of the customer, the agent or a background agent.',
    members: {
      senderId: 'A phone number or an email address.',
      agentName: 'The agent that speaks; null for customers.',
      metadata: 'Extras of the channel, such as the subject of an email.',
      timestamp,
    },
  },
  FunctionCallEntry: {
    description: 'A tool call of the agent.',
    members: { name: 'The tool.', call_id: 'The id of this call.', phase, timestamp },
  },
  FunctionCallOutputEntry: {
    description: 'What a tool gave back.',
    members: {
      name: 'The tool.',
      call_id: 'The id of the call it answers.',
      output: 'A text, usually JSON.',
      executionTimeMs: 'How long the tool took, in milliseconds.',
      phase,
      timestamp,
    },
  },
  ThinkingEntry: { description: 'The reasoning of the agent.', members: { timestamp } },
  SummaryEntry: { description: 'A summary of the conversation so far.', members: { timestamp } },
  ContentItem: { description: 'One piece of a message, by its `type`.' },
  TextItem: { description: 'Text.' },
  ImageItem: { description: 'An image.', members: { url } },
  VideoItem: { description: 'A video.', members: { url } },
  AudioItem: { description: 'A sound.', members: { url } },
  FileItem: { description: 'A file of any other kind.', members: { url } },
  ButtonItem: { description: 'A quick reply to press.', members: { payload: 'What pressing it sends.' } },
}

/** The bounds that zod writes for every integer; they say nothing about the service. */
const integerBounds: readonly JsonValue[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** Drops what tells the reader nothing: `$schema`, `$id`, the bounds of every integer, and empty extras. */
function tidySchema(schema: JsonObject): JsonObject {
  return withoutMembers(schema, isNoise) as JsonObject
}

function isNoise(key: string, value: JsonValue): boolean {
  if (key === '$schema' || key === '$id') return true
  if (key === 'minimum' || key === 'maximum') return integerBounds.includes(value)
  return key === 'additionalProperties' && isJsonObject(value) && Object.keys(value).length === 0
}

/** The notes on blueprints (Agent blueprint). */
const blueprintNotes: Record<string, SchemaNote> = {
  BlueprintListing: {
    description: 'The agents of the workspace and the workflows mapped to them.',
    members: { agents: 'Every agent, at its default version.', workflowList: 'Every workflow.' },
  },
  Blueprint: {
    description: 'One agent.',
    members: { agentId: 'Its id.', config: 'How it is set up.', version: 'The version that this is.' },
  },
  BlueprintConfig: {
    description: 'How an agent is set up. The interface does not show which texts its enumerations allow.',
  },
  WorkflowMapping: { description: 'Which agent a workflow runs.' },
}

export const notes: Record<string, SchemaNote> = {
  ...sessionNotes,
  ...transcriptNotes,
  ...chatNotes,
  ...callNotes,
  ...workflowNotes,
  ...blueprintNotes,
}

/** The two unions by `type`, with the suffix for the names of their kinds. */
const unions: Record<string, string> = { TranscriptEntry: 'Entry', ContentItem: 'Item' }

/** The named schemas of the document, generated from the shapes that the client checks its traffic with. */
export function componentSchemas(): JsonObject {
  const schemas: Record<string, JsonObject> = {}
  for (const [name, schema] of Object.entries(generate())) {
    const suffix = unions[name]
    const lifted = suffix === undefined ? { union: schema, kinds: {} } : liftKinds(schema, suffix)
    Object.assign(schemas, { [name]: lifted.union }, lifted.kinds)
  }
  addParticipant(schemas)
  for (const [name, note] of Object.entries(notes)) schemas[name] = annotate(name, schemas[name] ?? {}, note)
  return schemas
}

/** Uses `io: 'input'` for answers too, since the shapes' input is what is sent. */
function generate(): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(componentShapes)) registry.add(shape, { id })
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: pointerTo,
    unrepresentable: ({ zodSchema }: { zodSchema: z.core.$ZodType }) =>
      zodSchema === jsonObject ? { type: 'object', additionalProperties: true } : 'throw',
  })
  const plain: Record<string, JsonObject> = JSON.parse(JSON.stringify(schemas))
  return Object.fromEntries(Object.entries(plain).map(([name, schema]) => [name, tidySchema(schema)]))
}

/** Adds the customer under the printed key, which the shape does not name, as deployments differ (SES-11). */
function addParticipant({ Session: session }: Record<string, JsonObject>): void {
  if (isJsonObject(session?.properties)) session.properties['the service'] = referTo('Participant')
}

/** Names every kind of a union for generated clients; `unknown` is left out, since no service sends it. */
function liftKinds(
  { oneOf, ...rest }: JsonObject,
  suffix: string,
): { union: JsonObject; kinds: Record<string, JsonObject> } {
  const kinds: Record<string, JsonObject> = {}
  const mapping: Record<string, string> = {}
  for (const arm of Array.isArray(oneOf) ? oneOf : []) {
    const type = typeOf(arm)
    if (!isJsonObject(arm) || typeof type !== 'string' || type === 'unknown') continue
    const name = `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${suffix}`
    kinds[name] = arm
    mapping[type] = pointerTo(name)
  }
  const union = { ...rest, oneOf: Object.keys(kinds).map(referTo), discriminator: { propertyName: 'type', mapping } }
  return { union, kinds }
}

function typeOf(arm: JsonValue): JsonValue | undefined {
  const properties = isJsonObject(arm) ? arm.properties : undefined
  const type = isJsonObject(properties) ? properties.type : undefined
  return isJsonObject(type) ? type.const : undefined
}
