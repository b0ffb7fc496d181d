import type { Rule } from '../world/rule.ts'

/** The rules about workflow calls and the node trigger. */
// biome-ignore format: a line a rule
export const workflowsRules: readonly Rule[] = [
  { id: 'WFC-01', operation: 'workflow.call', level: 'must', source: '4. Trigger workflow call', text: 'Valid workflow call answers data null', expected: 'accepted', allows: ['accepted'] },
  { id: 'WFC-02', operation: 'workflow.call', level: 'may', source: '4. Trigger workflow call; Errors > Others', text: 'customer_number missing', expected: '4xx', allows: ['4xx'] },
  { id: 'WFC-03', operation: 'workflow.call', level: 'may', source: '4. Trigger workflow call', text: 'Unknown workflowId', expected: '4xx', allows: ['4xx'] },
  { id: 'WFC-04', operation: 'workflow.call', level: 'must', source: '4. Trigger workflow call', text: 'use_case, bot_number and agent_version default to the workflow\'s', expected: 'agent is the mapped one; number is the workflow\'s; version is default' },
  { id: 'WFC-05', operation: 'workflow.call', level: 'may', source: '4. Trigger workflow call', text: 'snake_case members mean the same as the camelCase ones of the call trigger', expected: 'property: equal schedules, windows, retries, priority and expiry give equal queue timelines' },
  { id: 'WFC-06', operation: 'workflow.call', level: 'unspecified', source: '4. Trigger workflow call', text: 'camelCase members on the workflow call and the other way round', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
  { id: 'WFC-07', operation: 'workflow.call', level: 'unspecified', source: '4. Trigger workflow call', text: 'Unknown use_case', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
  { id: 'WFC-08', operation: 'workflow.call', level: 'unspecified', source: '4. Trigger workflow call', text: 'How to find the session of a workflow call', expected: 'Control endpoint /__local/queue lists it.' },
  { id: 'DEL-01', operation: 'workflow.delete', level: 'must', source: '5. Delete call request', text: 'Deleting a queued request', expected: 'the call is never placed afterwards' },
  { id: 'DEL-02', operation: 'workflow.delete', level: 'may', source: '5. Delete call request', text: 'Deleting when nothing is queued', expected: 'accepted or 404', allows: ['accepted', '404'] },
  { id: 'DEL-03', operation: 'workflow.delete', level: 'may', source: '5. Delete call request', text: 'customer_number missing or no body', expected: '4xx', allows: ['4xx'] },
  { id: 'DEL-04', operation: 'workflow.delete', level: 'must', source: '5. Delete call request', text: 'Only that customer and that workflow are touched', expected: 'others\' requests stay; the same customer in another workflow stays' },
  { id: 'DEL-05', operation: 'workflow.delete', level: 'unspecified', source: '5. Delete call request', text: 'Several queued requests of one customer', expected: 'All of that workflow go.' },
  { id: 'DEL-06', operation: 'workflow.delete', level: 'may', source: '5. Delete call request; Endpoints (preamble)', text: 'Plus and no-plus forms address the same request', expected: 'Match after dropping the plus.' },
  { id: 'DEL-07', operation: 'workflow.delete', level: 'unspecified', source: '5. Delete call request', text: 'A call already placed, or waiting for a retry', expected: 'Placed calls untouched; waiting retries removed.' },
  { id: 'DEL-08', operation: 'workflow.delete', level: 'may', source: '5. Delete call request', text: 'Direct calls of endpoint 3', expected: 'Untouched.' },
  { id: 'DEL-09', operation: 'workflow.delete', level: 'must', source: '5. Delete call request', text: 'The client sends a JSON body with DELETE', expected: 'body and content-type are on the wire' },
  { id: 'NOD-01', operation: 'node.trigger', level: 'must', source: '7. Workflow trigger (Call API node)', text: 'Valid trigger', expected: 'accepted', allows: ['accepted'] },
  { id: 'NOD-02', operation: 'node.trigger', level: 'must', source: 'Errors > Others', text: 'Invalid parameters', expected: '400', allows: ['400'] },
  { id: 'NOD-03', operation: 'node.trigger', level: 'must', source: 'Errors > Others', text: 'Unknown workflow', expected: '404', allows: ['404'] },
  { id: 'NOD-04', operation: 'node.trigger', level: 'may', source: '7. Workflow trigger (Call API node)', text: 'customer_number absent', expected: '400 or accepted', allows: ['400', 'accepted'] },
  { id: 'NOD-05', operation: 'node.trigger', level: 'must', source: '7. Workflow trigger (Call API node); Limits', text: 'Retry default is 0', expected: 'one attempt' },
  { id: 'NOD-06', operation: 'node.trigger', level: 'must', source: '7. Workflow trigger (Call API node)', text: 'Retry interval is spelled retries_after_in_hrs here, retry_after_in_hrs on endpoint 4', expected: 'client types keep the two spellings apart' },
  { id: 'NOD-07', operation: 'node.trigger', level: 'must', source: '7. Workflow trigger (Call API node)', text: 'Window and zone as for calls', expected: 'before start rescheduled, after end next day, Asia/Kolkata' },
  { id: 'NOD-08', operation: 'node.trigger', level: 'unspecified', source: '7. Workflow trigger (Call API node)', text: 'Names of the options, priority and date members', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
  { id: 'NOD-09', operation: 'node.trigger', level: 'must', source: '7. Workflow trigger (Call API node)', text: 'Path has no /api segment', expected: '404 or 405', allows: ['404', '405'] },
]
