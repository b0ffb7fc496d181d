import { isJsonObject, type JsonObject } from '../../src/base/json/json.ts'
import { around, refusal } from './around.ts'
import { answersWith, has, refuses, shows } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

const envelope = (rule: string, what: string, change: (body: JsonObject, status: number) => void): Mutant =>
  mutant(
    rule,
    'field',
    what,
    answersWith((answer) => {
      change(answer.body, answer.status)
      return answer
    }),
  )
const listing = (
  rule: string,
  what: string,
  list: 'agents' | 'workflowList',
  change: (each: JsonObject) => void,
): Mutant =>
  mutant(
    rule,
    'field',
    what,
    shows('blueprints.get', (data) => {
      for (const each of Array.isArray(data[list]) ? data[list] : []) if (isJsonObject(each)) change(each)
      return data
    }),
  )
const versionOf = (agent: JsonObject): JsonObject => (isJsonObject(agent.version) ? agent.version : {})

/** Envelopes and data in another form, and valid requests that are refused. */
export const answerMutants: readonly Mutant[] = [
  envelope('ENV-01', 'responseCode is text', (body) => {
    body.responseCode = String(body.responseCode)
  }),
  envelope('ENV-01', 'message is missing', (body) => void delete body.message),
  envelope('ENV-01', 'data is missing', (body) => void delete body.data),
  envelope('ENV-01', 'refusals have data false', (body, status) => {
    if (status !== 200) body.data = false
  }),
  envelope('ENV-02', 'responseCode is always 200', (body) => {
    body.responseCode = 200
  }),
  envelope('ENV-02', '404 comes with responseCode 400', (body, status) => {
    if (status === 404) body.responseCode = 400
  }),
  mutant(
    'ENV-20',
    'code',
    'a fault has a code of its own',
    around(async (call, next) =>
      call.operation === 'chat.trigger' && /[^\x20-\x7e]/.test(call.text ?? '') ? refusal(500, 'boom') : next(call),
    ),
  ),
  mutant(
    'ENV-20',
    'code',
    'an odd id is a fault',
    around(async (call, next) =>
      call.operation === 'session.get' && !call.path.includes('-') ? refusal(502, 'badGateway') : next(call),
    ),
  ),
  mutant(
    'DSP-20',
    'field',
    'a dispatch answers with a transcript',
    shows('chat.trigger', (data, { body }) => (body.doReturnResponse === true ? data : { ...data, transcript: [] })),
  ),
  mutant(
    'DSP-20',
    'field',
    'a dispatch answers with no id',
    shows('chat.trigger', (data, { body }) => (body.doReturnResponse === true ? data : {})),
  ),
  mutant(
    'WFC-01',
    'field',
    'a workflow call answers with an id',
    shows('workflow.call', () => ({ callId: 'c' })),
  ),
  mutant(
    'CHA-01',
    'field',
    'an inline reply has no id',
    shows('chat.trigger', ({ sessionId: _, ...data }) => data),
  ),
  listing('BLU-04', 'agentId is a number', 'agents', (each) => {
    each.agentId = 7
  }),
  listing('BLU-04', 'config is missing', 'agents', (each) => void delete each.config),
  listing('BLU-04', 'a version has no name', 'agents', (each) => void delete versionOf(each).name),
  listing('BLU-04', 'a version number is text', 'agents', (each) => {
    versionOf(each).number = '2'
  }),
  listing('BLU-04', 'a version number is below zero', 'agents', (each) => {
    versionOf(each).number = -1
  }),
  listing('BLU-10', 'workflowId is missing', 'workflowList', (each) => void delete each.workflowId),
  listing('BLU-10', 'agentId is null', 'workflowList', (each) => {
    each.agentId = null
  }),
  mutant(
    'BLU-01',
    'too strict',
    'the listing is not found',
    refuses('blueprints.get', '404 notFound', () => true),
  ),
  mutant(
    'SES-01',
    'too strict',
    'ended sessions are gone',
    around(async (call, next) => {
      const answer = await next(call)
      const data = answer.body.data
      return call.operation === 'session.get' && isJsonObject(data) && data.status === 'completed'
        ? refusal(404, 'sessionNotFound')
        : answer
    }),
  ),
  mutant(
    'CHA-01',
    'too strict',
    'a message of one letter is refused',
    refuses('chat.trigger', '422 validationError', ({ message }) => String(message).length === 1),
  ),
  mutant(
    'CHA-23',
    'too strict',
    'a version as text is refused',
    refuses(
      'chat.trigger',
      '422 validationError',
      ({ agentVersion }) => /^\d/.test(String(agentVersion)) && typeof agentVersion === 'string',
    ),
  ),
  mutant(
    'CHA-23',
    'too strict',
    'the draft is refused',
    refuses('chat.trigger', '404 versionNotFound', ({ agentVersion }) => agentVersion === 'draft'),
  ),
  mutant(
    'CHA-23',
    'too strict',
    'version 0 counts as none',
    refuses('chat.trigger', '404 versionNotFound', ({ agentVersion }) => agentVersion === 0),
  ),
  mutant(
    'CHA-38',
    'too strict',
    'a number beside the flag is refused',
    refuses(
      'chat.trigger',
      '400 incompatibleOptions',
      (body) => body.doReturnResponse === true && 'customerNumber' in body,
    ),
  ),
  mutant(
    'CHA-38',
    'too strict',
    'an email beside the flag is refused',
    refuses(
      'chat.trigger',
      '400 incompatibleOptions',
      (body) => body.doReturnResponse === true && 'customerEmail' in body,
    ),
  ),
  mutant(
    'DSP-20',
    'too strict',
    'attachments are refused',
    refuses('chat.trigger', '422 validationError', has('attachments')),
  ),
  mutant(
    'DSP-31',
    'too strict',
    'web chat insists on options of WhatsApp',
    refuses(
      'chat.trigger',
      '400 templateNotSupported',
      ({ communicationChannel, whatsappOptions }) =>
        /web/.test(String(communicationChannel)) && isJsonObject(whatsappOptions) && 'messageType' in whatsappOptions,
    ),
  ),
  mutant(
    'CAL-01',
    'too strict',
    'a number with a plus is refused',
    refuses('call.trigger', '400 badNumber', ({ phoneNumber }) => String(phoneNumber).startsWith('+')),
  ),
  mutant(
    'CAL-01',
    'too strict',
    'priority 100 is refused',
    refuses('call.trigger', '400 badPriority', ({ callPriority }) => callPriority === 100),
  ),
  mutant(
    'CAL-13',
    'too strict',
    'True is refused',
    refuses('call.trigger', '400 badOptions', ({ options }) => JSON.stringify(options ?? {}).includes('"True"')),
  ),
  mutant(
    'WFC-01',
    'too strict',
    'details are refused',
    refuses('workflow.call', '400 badDetails', has('customer_details')),
  ),
  mutant(
    'NOD-01',
    'too strict',
    'a schedule of the node is refused',
    refuses('node.trigger', '400 badTime', has('schedule_time')),
  ),
  mutant(
    'NOD-01',
    'too strict',
    'the node is not found',
    refuses('node.trigger', '404 notFound', () => true),
  ),
]
