import { readWorkspace } from '../../service/workspace/load-workspace.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'

const look = (tool: string, args: object = {}): object => ({ call: tool, with: args })

/** The first version of the agent: every kind of entry and item, functions of every phase, a handoff, an end. */
const firstVersion = {
  description: 'The first version.',
  'initial message': 'Hello ${first_name}, this is the desk.',
  'first speaker': 'agent',
  prompt: 'You talk with ${first_name}.',
  variables: { first_name: 'How to address the customer' },
  functions: { pre: ['load_customer'], during: ['look_up', 'fail'], post: ['log_outcome'] },
  'hands off to': ['plain'],
  tools: {
    load_customer: { output: { tier: 'gold' }, time: '40 ms' },
    look_up: { output: { status: 'shipped' }, time: '120 ms', parameters: { type: 'object' } },
    fail: { error: 'upstream timeout', time: '900 ms' },
    log_outcome: { output: 'logged', time: '15 ms' },
  },
  before: [look('load_customer')],
  after: [look('log_outcome')],
  rules: [
    { id: 'tools', when: 'use your tools', do: [look('look_up', { order: '7' }), look('fail'), { say: 'shipped' }] },
    {
      id: 'everything',
      when: 'show everything',
      do: [
        { think: 'I think.' },
        { say: 'Here.' },
        { image: 'map.png', caption: 'A map' },
        { video: 'tour.mp4' },
        { audio: 'voice.mp3' },
        { file: 'invoice.pdf' },
        { button: 'Track', payload: 'track' },
        { summarise: 'A summary.' },
        { background: 'From behind.' },
      ],
    },
    { id: 'context', when: 'which context', do: [{ say: 'context: {context}' }] },
    { id: 'greet', when: 'greet me', do: [{ say: 'Hello ${first_name}.' }] },
    { id: 'remember', when: 'remember this', do: [{ say: 'I keep it.' }], set: { kept: 'yes' } },
    { id: 'kept', when: { says: 'do you remember', state: { kept: 'yes' } }, do: [{ say: 'I do.' }] },
    { id: 'bye', when: 'goodbye', do: [{ say: 'Bye.' }, { end: true }] },
  ],
  otherwise: [{ say: 'I am version 0.' }],
}

const plain = (agent: string): object => ({
  agent,
  id: `id-${agent}`,
  published: 1,
  versions: { 1: { 'initial message': 'Hi.', otherwise: [{ say: `I am ${agent}.` }] } },
})

const desk = {
  agent: 'desk',
  id: 'id-desk',
  published: 2,
  versions: {
    0: firstVersion,
    1: { 'based on': 0, otherwise: [{ say: 'I am version 1.' }] },
    2: { 'based on': 1, otherwise: [{ say: 'I am version 2.' }] },
  },
  draft: { 'based on': 2, otherwise: [{ say: 'I am the draft.' }] },
}

/** The messages that make each agent show everything it can do, by the agent's name. */
export const agentProbes: Readonly<Record<string, { messages: string[]; repeatsContext: string; ends: string }>> = {
  desk: {
    messages: ['use your tools', 'show everything', 'remember this', 'do you remember'],
    repeatsContext: 'which context',
    ends: 'goodbye',
  },
}

const templates = { order_sent: 'Dear {{name}}, it is on its way, {{other}}.', thanks: 'Thank you.' }
const channels = [
  { name: 'Shop WhatsApp', type: 'waChat', numbers: ['+15550111', '15550112'], agent: 'desk', templates },
  { name: 'Plain WhatsApp', type: 'waChat', numbers: ['15550113'], agent: 'desk' },
  { name: 'Pinned WhatsApp', type: 'waChat', numbers: ['15550115'], agent: 'desk', version: '1' },
  { name: 'Numberless WhatsApp', type: 'waChat', agent: 'desk' },
  { name: 'Disabled WhatsApp', type: 'waChat', numbers: ['15550114'], agent: 'desk', enabled: false },
  { name: 'Agentless WhatsApp', type: 'waChat', numbers: ['15550116'] },
  { name: 'Shop web', type: 'webChat', agent: 'desk' },
  { name: 'Disabled web', type: 'webChat', agent: 'desk', enabled: false },
  { name: 'Shop email', type: 'email', email: 'shop@example.com', agent: 'desk' },
  { name: 'Addressless email', type: 'email', agent: 'desk' },
  { name: 'Shop lines', type: 'outboundSipTrunk', numbers: ['15550121', '15550122'] },
  { name: 'Hotline', type: 'inboundSipTrunk', numbers: ['15550123'], agent: 'desk' },
  { name: 'Shop SMS', type: 'sms', numbers: ['15550124'], agent: 'desk' },
  { name: 'Shop voice', type: 'waVoice', numbers: ['15550125'], agent: 'desk' },
]

/** Two workspaces with the same names but different contents, which between them have everything the rules need. */
export function contractWorkspaces(): [Workspace, Workspace] {
  const common = { lines: 1, 'outbound number': '15550121', idle: '1800 s' }
  const workflows = (name: string): object[] => [
    { id: `wf-${name}`, agent: 'desk', number: '15550122' },
    { id: `wf-${name}-2`, agent: 'plain' },
  ]
  return [
    read({
      ...common,
      workspace: 'here',
      keys: ['contract-key-here'],
      channels,
      agents: [desk, plain('plain')],
      workflows: workflows('here'),
    }),
    read({
      ...common,
      workspace: 'there',
      keys: ['contract-key-there'],
      channels: [...channels, { ...channels[0], name: 'Only there' }],
      agents: [{ ...desk, id: 'id-desk-there' }, { ...plain('plain'), id: 'id-plain-there' }, plain('only-there')],
      workflows: workflows('there'),
    }),
  ]
}

function read(definition: object): Workspace {
  const loaded = readWorkspace(definition, 'the contract workspace')
  if (loaded.ok) return loaded.workspace
  throw new Error(loaded.problems.map(({ message, hint }) => `${message}: ${hint}`).join('\n'))
}
