import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { checkShape } from '../api/shape.ts'
import { componentSchemas } from './component-schemas.ts'
import { type ComponentName, componentShapes } from './component-shapes.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ components: { schemas: componentSchemas() } }, 'openapi')
const accepts = (name: string, value: unknown): boolean =>
  ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value)

const timestamp = '2026-03-02T09:30:00Z'
const call = { type: 'function_call', name: 'find', call_id: '1', arguments: {}, phase: null, timestamp }
const button = { type: 'button', text: 'Yes', payload: 'yes' }
const customer = { customer_number: '15550100' }

const samples: [ComponentName, unknown, boolean][] = [
  ['ChatRequest', { agentName: 'a', doReturnResponse: true, agentVersion: '2', metadata: { a: 1 } }, true],
  ['ChatRequest', { doReturnResponse: 'true' }, false],
  ['ChatRequest', { agent_name: 'a' }, false],
  ['ChatRequest', { whatsappOptions: { messageType: 'shout' } }, false],
  ['ChatRequest', { metadata: ['a'] }, false],
  ['CallRequest', { phoneNumber: '1', agentName: 'a', callPriority: 100, options: { speed: '1.0' } }, true],
  ['CallRequest', { phoneNumber: '1', agentName: 'a', callPriority: 101 }, false],
  ['CallRequest', { phoneNumber: '1', agentName: 'a', options: { speed: 1 } }, false],
  ['CallRequest', { phoneNumber: '1' }, false],
  ['WorkflowCallRequest', { ...customer, start_working_hour: '09:30', call_on_date: '2026-03-02' }, true],
  ['WorkflowCallRequest', { ...customer, start_working_hour: '9:30' }, false],
  ['WorkflowDeleteRequest', customer, true],
  ['WorkflowDeleteRequest', {}, false],
  ['NodeTriggerRequest', { ...customer, workflow_id: 'w', retries_after_in_hrs: 0.5 }, true],
  ['NodeTriggerRequest', { ...customer, workflow_id: 'w', retry_after_in_hrs: 1 }, false],
  ['AgentVersion', 0, true],
  ['AgentVersion', -1, false],
  ['AgentVersion', 'DEFAULT', false],
  ['TranscriptEntry', { ...call, extra: 1 }, true],
  ['TranscriptEntry', { ...call, arguments: '{}' }, false],
  ['TranscriptEntry', { ...call, timestamp: undefined }, false],
  ['ContentItem', button, true],
  ['ContentItem', { ...button, payload: null }, false],
  ['CallAnswer', { callId: '' }, false],
  ['Envelope', { responseCode: 200, message: 'm', data: [], extra: 1 }, true],
  ['Envelope', { responseCode: '200', message: 'm' }, false],
]

describe('the schemas agree with the shapes', () => {
  it.each(samples)('%s %j: %s', (name, value, fits) => {
    expect([checkShape<unknown>(componentShapes[name], value).ok, accepts(name, value)]).toEqual([fits, fits])
  })
})
