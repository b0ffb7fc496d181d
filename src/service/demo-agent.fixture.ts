import type { Agent, AgentRule, AgentStep, ScriptedBehaviour, VersionedAgent } from './workspace/agent.ts'
import { defaultConfig } from './workspace/build-agent.ts'
import type { Channel, Workspace } from './workspace/workspace.ts'

const say = (text: string): AgentStep => ({ kind: 'say', text, as: 'assistant' })
const rule = (id: string, says: RegExp, steps: AgentStep[], set: Record<string, string> = {}): AgentRule => ({
  id,
  says,
  state: {},
  do: steps,
  set,
})

/** A scripted behaviour with one tool, a function before the first message and one after the last. */
function behaviour(greeting: string): ScriptedBehaviour {
  const call = (name: string): AgentStep => ({ kind: 'call', name, arguments: { order_id: '{order}' }, phase: null })
  const tool = (name: string, output: string) => ({
    name,
    description: '',
    parameters: {},
    timeMs: 120,
    cases: [{ with: {}, output, isError: false }],
  })
  return {
    kind: 'scripted',
    tools: [tool('lookup_order', '{"status":"shipped"}'), tool('load_customer', '{}'), tool('log_outcome', 'ok')],
    before: [{ kind: 'call', name: 'load_customer', arguments: {}, phase: null }],
    after: [{ kind: 'call', name: 'log_outcome', arguments: {}, phase: null }],
    rules: [
      rule('track', /order (?<order>\d+)/i, [call('lookup_order'), say('Order {order} was looked up, ${name}.')], {
        order: '{order}',
      }),
      rule('bye', /bye/i, [say('Bye.'), { kind: 'end' }]),
      rule('context', /context/i, [say('context: {context}')]),
    ],
    otherwise: [say(greeting)],
    onSilence: [say('Are you still there?')],
    analysis: {},
    delayMs: 0,
  }
}

function version(label: string, number: number, greeting: string): VersionedAgent {
  const config = defaultConfig()
  config.agentInstructions.initialMessage.messageContent = 'Welcome, ${name}.'
  config.functionSettings = { preCall: ['load_customer'], duringCall: ['lookup_order'], postCall: ['log_outcome'] }
  return { label, number, description: greeting, config, behaviour: behaviour(greeting) }
}

function agent(name: string, draft: boolean): Agent {
  const versions = new Map(
    [0, 1, 2].map((number) => [number, version(String(number), number, `I am version ${number}.`)]),
  )
  return {
    name,
    agentId: `id-${name}`,
    versions,
    published: 2,
    draft: draft ? version('draft', 3, 'I am the draft.') : null,
  }
}

const channel = (name: string, type: Channel['type'], rest: Partial<Channel> = {}): Channel => ({
  name,
  type,
  enabled: true,
  numbers: [],
  email: null,
  agent: 'desk',
  version: null,
  templates: null,
  ...rest,
})

/** Two workspaces with agents of the same name, for the rules about isolation. */
export function twoWorkspaces(): [Workspace, Workspace] {
  const workspace = (name: string): Workspace => ({
    name,
    keys: [`key-${name}`],
    channels: [
      channel('wa', 'waChat', { numbers: ['15550101', '15550102'] }),
      channel('sip', 'outboundSipTrunk', { numbers: ['15550103'] }),
      channel('off', 'waChat', { enabled: false }),
    ],
    agents: [agent('desk', true), agent('plain', false), ...(name === 'b' ? [agent('only-b', false)] : [])],
    workflows: [{ workflowId: `wf-${name}`, agent: 'desk', number: null }],
    lines: 1,
    outboundNumber: '15550103',
    customers: [],
    idleMs: 1_800_000,
  })
  return [workspace('a'), workspace('b')]
}
