import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import type { Workspace } from '../../src/service/workspace/workspace.ts'

const call = (name: string, args: object = {}) => ({ call: name, with: args })

/** The first version of the agent: every kind of entry and item, functions of every phase, a handoff, its end. */
const firstVersion = {
  description: 'The first version.',
  'initial message': 'Hello ${first_name}, I am Alpha. ${unknown}',
  'first speaker': 'agent',
  prompt: 'You talk with ${first_name}.',
  variables: { first_name: 'How to address the customer' },
  functions: { pre: ['load_customer'], during: ['look_up', 'fail'], post: ['log_outcome'] },
  'hands off to': ['beta'],
  tools: {
    load_customer: { output: { tier: 'gold' }, time: '40 ms' },
    look_up: { output: { status: 'shipped' }, time: '120 ms', parameters: { type: 'object' } },
    fail: { error: 'upstream timeout', time: '900 ms' },
    log_outcome: { output: 'logged', time: '15 ms' },
  },
  blueprint: {
    analyticsConfig: {
      enabled: true,
      queries: [{ name: 'outcome', description: 'How it ended', type: 'text', options: ['shipped', 'lost'] }],
    },
    pipelineSettings: { maxDuration: 600, silenceTime: 10, silenceTurns: 2 },
  },
  rules: [
    { id: 'tools', when: 'use your tools', do: [call('look_up', { order: '7' }), call('fail'), { say: 'shipped' }] },
    {
      id: 'everything',
      when: 'show everything',
      do: [
        { think: 'I think.' },
        { say: 'Here.' },
        { image: 'map.png', caption: 'A map' },
        { image: 'plain.png' },
        { video: 'tour.mp4' },
        { audio: 'voice.mp3' },
        { file: 'invoice.pdf' },
        { button: 'Track', payload: 'track' },
        { summarise: 'A summary.' },
        { background: 'From behind.' },
      ],
    },
    { id: 'context', when: 'which context', do: [{ say: 'context: {context}' }] },
    { id: 'variables', when: 'which variables', do: [{ say: '${a} ${b} ${missing} ${first_name}' }] },
    { id: 'remember', when: 'remember this', do: [{ say: 'I keep it.' }], set: { kept: 'yes' } },
    { id: 'kept', when: { says: 'do you remember', state: { kept: 'yes' } }, do: [{ say: 'I do.' }] },
    { id: 'other', when: 'another agent', do: [{ say: 'One moment.' }, { 'hand off': 'beta' }] },
    { id: 'bye', when: 'goodbye', do: [{ say: 'Bye.' }, { end: true }] },
  ],
  otherwise: [{ say: 'I am version 0.' }],
}

const alpha = {
  agent: 'alpha',
  id: 'agent-alpha',
  published: 2,
  versions: {
    0: firstVersion,
    1: { 'based on': 0, otherwise: [{ say: 'I am version 1.' }] },
    2: { 'based on': 1, description: 'The published one.', otherwise: [{ say: 'I am version 2.' }] },
    3: { 'based on': 2, otherwise: [{ say: 'I am version 3.' }] },
  },
  draft: { 'based on': 3, otherwise: [{ say: 'I am the draft.' }] },
}

const beta = {
  agent: 'beta',
  id: 'agent-beta',
  published: 1,
  versions: { 1: { 'initial message': 'Beta here.', otherwise: [{ say: 'I am beta.' }] } },
}

const plain = (agent: string) => ({
  agent,
  id: `agent-${agent}`,
  published: 1,
  versions: { 1: { 'initial message': 'Hi.', otherwise: [{ say: `I am ${agent}.` }] } },
})

const channels = [
  {
    name: 'Shop WhatsApp',
    type: 'waChat',
    numbers: ['+15550111', '15550112'],
    agent: 'alpha',
    templates: { order_sent: 'Dear {{name}}, it is on its way, {{other}}.' },
  },
  { name: 'Plain WhatsApp', type: 'waChat', numbers: ['15550113'], agent: 'alpha' },
  { name: 'Numberless WhatsApp', type: 'waChat', agent: 'alpha' },
  { name: 'Disabled WhatsApp', type: 'waChat', numbers: ['15550114'], agent: 'alpha', enabled: false },
  { name: 'Pinned WhatsApp', type: 'waChat', numbers: ['15550115'], agent: 'alpha', version: '1' },
  { name: 'Agentless WhatsApp', type: 'waChat', numbers: ['15550116'] },
  { name: 'Shop web', type: 'webChat', agent: 'alpha' },
  { name: 'Shop email', type: 'email', email: 'shop@example.com', agent: 'alpha' },
  { name: 'Addressless email', type: 'email', agent: 'alpha' },
  { name: 'Shop lines', type: 'outboundSipTrunk', numbers: ['15550121', '15550122'] },
  { name: 'Hotline', type: 'inboundSipTrunk', numbers: ['15550123'], agent: 'alpha' },
  { name: 'Shop SMS', type: 'sms', numbers: ['15550124'], agent: 'alpha' },
  { name: 'Shop voice', type: 'waVoice', numbers: ['15550125'], agent: 'alpha' },
]

/** Workspace a with everything that the catalogue needs, and b with the same names but its own data. */
export function conformanceWorkspaces(): [Workspace, Workspace] {
  workspaces ??= readBoth()
  return structuredClone(workspaces) // a service may change its copy
}

/** Read only once, because the tests open thousands of worlds with them. */
let workspaces: [Workspace, Workspace] | undefined

function readBoth(): [Workspace, Workspace] {
  const common = { channels, lines: 1, 'outbound number': '15550121', idle: '1800 s' }
  const a = { ...common, workspace: 'a', keys: ['key-of-workspace-a'], agents: [alpha, beta, plain('no-draft')] }
  const b = {
    ...common,
    workspace: 'b',
    keys: ['key-of-workspace-b'],
    agents: [{ ...alpha, id: 'agent-alpha-b' }, plain('only-b')],
  }
  const workflows = (name: string) => [
    { id: `wf-${name}`, agent: 'alpha', number: '15550122' },
    { id: `wf-${name}-2`, agent: 'alpha' },
  ]
  return [
    read({ ...a, workflows: workflows('a') }),
    read({ ...b, workflows: workflows('b'), channels: [...channels, { ...channels[0], name: 'Only in B' }] }),
  ]
}

function read(source: object): Workspace {
  const loaded = readWorkspace(source, 'conformance')
  if (loaded.ok) return loaded.workspace
  throw new Error(loaded.problems.map(({ message, hint }) => `${message}: ${hint}`).join('\n'))
}
