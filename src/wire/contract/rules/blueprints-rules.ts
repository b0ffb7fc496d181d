import type { Rule } from '../world/rule.ts'

/** The rules about blueprints, placeholders and events. */
// biome-ignore format: a line a rule
export const blueprintsRules: readonly Rule[] = [
  { id: 'BLU-01', operation: 'blueprints.get', level: 'must', source: '6. Retrieve agent blueprints', text: 'Listing', expected: 'accepted', allows: ['accepted'] },
  { id: 'BLU-02', operation: 'blueprints.get', level: 'may', source: 'Errors > Others', text: 'Server fault body has a message and data null', expected: 'with or without errorCode' },
  { id: 'BLU-04', operation: 'blueprints.get', level: 'must', source: 'Agent blueprint (element of data.agents)', text: 'agentId, config, version', expected: 'agentId string; version.name and version.description strings; version.number number >= 0' },
  { id: 'BLU-05', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'llmService, sttService, ttsService member types', expected: 'temperature, speed, stability, similarityBoost, pitch, volume are numbers; smartFormat, numerals are booleans; keywords is null or a list; the rest strings' },
  { id: 'BLU-06', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'agentInstructions', expected: 'initialMessage has three strings; systemContext is an array of {system: string}; nodes have id, type, data, position{x,y}; edges is an array' },
  { id: 'BLU-07', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'callSettings, pipelineSettings, turnManagement', expected: 'booleans, strings and numbers as listed; agentBackchannel is an object with an array fillerWords' },
  { id: 'BLU-08', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'analyticsConfig', expected: 'instructions is string or null; queries items have name, description, type strings and options array' },
  { id: 'BLU-09', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'functionSettings, agentsList, dynamicVariablesConfig', expected: 'three arrays of strings; agentsList items: transferTo string, useBaseSettings boolean, agentVersion string; variables: name and description strings' },
  { id: 'BLU-10', operation: 'blueprints.get', level: 'must', source: 'Agent blueprint (element of data.agents)', text: 'workflowList items', expected: 'workflowId and agentId are strings' },
  { id: 'BLU-11', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'Each mapped agentId is a listed agent', expected: 'workflowList[].agentId in agents[].agentId' },
  { id: 'BLU-12', operation: 'blueprints.get', level: 'may', source: 'Agent blueprint (element of data.agents)', text: 'agentIds are unique', expected: 'unique; repeated with different version.number' },
  { id: 'BLU-13', operation: 'blueprints.get', level: 'unspecified', source: 'Agent blueprint (element of data.agents)', text: 'Link between agentId and the agentName of the triggers', expected: 'harness asks the user for agentName and never guesses it from blueprints' },
  { id: 'BLU-14', operation: 'blueprints.get', level: 'unspecified', source: 'Versioning', text: 'Letter case of agentVersion in agentsList', expected: 'Emitted as DEFAULT; requests need lower case.' },
  { id: 'BLU-15', operation: 'blueprints.get', level: 'unspecified', source: 'Agent blueprint (element of data.agents)', text: 'Enumerations of providers, message types, speakers, comm method', expected: 'Free strings.' },
  { id: 'BLU-16', operation: 'blueprints.get', level: 'unspecified', source: 'Agent blueprint (element of data.agents)', text: 'Paging and order of the list', expected: 'Whole list by agentId.' },
  { id: 'SUB-01', operation: 'chat.trigger, call.trigger, workflow.call', level: 'must', source: 'Metadata variables', text: 'Placeholders in prompts and initial messages take the supplied value', expected: 'given an agent whose initial message holds ${first_name}: its opening text has the value and not the placeholder' },
  { id: 'SUB-02', operation: 'chat.trigger, call.trigger, workflow.call', level: 'may', source: 'Metadata variables', text: 'Placeholder without a value', expected: 'left as is; empty text' },
  { id: 'SUB-03', operation: 'chat.trigger, call.trigger, workflow.call', level: 'unspecified', source: 'Metadata variables', text: 'Values that are not strings', expected: 'Numbers and booleans as text, objects as JSON, null as empty.' },
  { id: 'SUB-04', operation: 'chat.trigger, call.trigger, workflow.call', level: 'may', source: 'Metadata variables', text: 'A value holding a placeholder is not expanded again', expected: 'Single pass; $ patterns in values are literal.' },
  { id: 'SUB-05', operation: 'chat.trigger, call.trigger, workflow.call', level: 'unspecified', source: 'Metadata variables', text: 'Placeholders inside say text or an email body', expected: 'Not replaced.' },
  { id: 'SUB-06', operation: 'chat.trigger, call.trigger, workflow.call', level: 'unspecified', source: 'Metadata variables', text: 'Spelling of names: case, blanks, dots, prototype names', expected: 'Exact own-key match on [A-Za-z0-9_]+; own keys only (no prototype look-up).' },
  { id: 'SUB-07', operation: 'chat.trigger, call.trigger, workflow.call', level: 'unspecified', source: 'Metadata variables', text: 'Variables on a continued session', expected: 'Merged, newest wins.' },
  { id: 'SUB-08', operation: 'chat.trigger, call.trigger, workflow.call', level: 'unspecified', source: 'Metadata variables; Agent blueprint', text: 'Names outside dynamicVariablesConfig', expected: 'Accepted.' },
  { id: 'EVT-01', operation: '*', level: 'unspecified', source: 'Events', text: 'Webhooks and callbacks', expected: 'None; state is learnt by polling the session.' },
]
