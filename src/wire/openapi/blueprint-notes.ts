import type { Note } from './annotate.ts'

/** What the document says about blueprints (Agent blueprint). */
export const blueprintNotes: Record<string, Note> = {
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
    members: {},
  },
  WorkflowMapping: { description: 'Which agent a workflow runs.', members: {} },
}
