import type { Rule } from '../world/rule.ts'

/** The rules about the types of chat members. */
// biome-ignore format: a line a rule
export const memberTypeRules: readonly Rule[] = [
  { id: 'TYP-01', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'doReturnResponse of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-02', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'agentName of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-03', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'agentVersion of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-04', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'message of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-05', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'sessionId of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-06', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'customerNumber of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-07', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'customerEmail of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-08', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'communicationChannel of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-09', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'agentNumber of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-10', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'metadata of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-11', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'attachments of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-12', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'whatsappOptions of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-13', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'whatsappOptions.* of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-14', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'emailOptions and emailOptions.* of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-15', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'scheduleTime of the wrong type', expected: '422 validationError or 400 incompatibleOptions', allows: ['422 validationError', '400 incompatibleOptions'] },
  { id: 'TYP-16', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'startWorkingHour / endWorkingHour of the wrong type', expected: '422 validationError or 400 incompatibleOptions', allows: ['422 validationError', '400 incompatibleOptions'] },
  { id: 'TYP-17', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'timezone of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-18', operation: 'chat.trigger', level: 'must', source: 'Errors > Chat trigger', text: 'chatOptions of the wrong type', expected: '422 validationError', allows: ['422 validationError'] },
  { id: 'TYP-19', operation: 'chat.trigger', level: 'may', source: 'Errors > Chat trigger', text: 'Coercible values ("true", "2", 1 for booleans)', expected: '422 validationError', allows: ['422 validationError'] },
]
