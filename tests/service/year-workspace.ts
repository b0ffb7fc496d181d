import { readWorkspace } from '../../src/service/workspace/load-workspace.ts'
import type { Workspace } from '../../src/service/workspace/workspace.ts'

/** A workspace with every channel that can carry a message or a call, and more lines than are ever busy at once. */
export function oneWorkspace(): Workspace {
  const source = {
    workspace: 'year',
    keys: ['key'],
    lines: 50,
    channels: [
      {
        name: 'wa',
        type: 'waChat',
        numbers: ['15550101', '15550102'],
        agent: 'desk',
        templates: { welcome: 'Hi {{name}}' },
      },
      { name: 'email', type: 'email', email: 'desk@example.com', agent: 'desk' },
      { name: 'web', type: 'webChat', agent: 'desk' },
      { name: 'sip', type: 'outboundSipTrunk', numbers: ['15550103', '15550104'], agent: 'desk' },
    ],
    workflows: [{ id: 'wf', agent: 'desk', number: '15550103' }],
    agents: [
      {
        agent: 'desk',
        id: 'id-desk',
        published: 0,
        versions: { '0': { 'initial message': 'Hello.', rules: [], otherwise: [{ say: 'I heard {message}.' }] } },
      },
    ],
  }
  const read = readWorkspace(source, 'workspace.yaml')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.workspace
}
