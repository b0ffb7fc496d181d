import type { JsonObject } from '../../base/json.ts'
import type { Note } from './annotate.ts'

const timestamp: JsonObject = { description: 'When it happened.', format: 'date-time' }
const url = 'A signed link, which expires.'
const phase = 'Before the first message, while the conversation goes on, or after its last message.'

/** What the document says about transcripts (Transcript entry, Content item). */
export const transcriptNotes: Record<string, Note> = {
  TranscriptEntry: { description: 'One entry of a transcript, by its `type`.', members: {} },
  MessageEntry: {
    description: 'A message of the customer, the agent or a background agent.',
    members: {
      senderId: 'A phone number or an email address.',
      agentName: 'The agent that speaks; null for customers.',
      metadata: 'Extras of the channel, such as the subject of an email.',
      timestamp,
    },
  },
  FunctionCallEntry: {
    description: 'A tool call of the agent.',
    members: { name: 'The tool.', call_id: 'The id of this call.', phase, timestamp },
  },
  FunctionCallOutputEntry: {
    description: 'What a tool gave back.',
    members: {
      name: 'The tool.',
      call_id: 'The id of the call it answers.',
      output: 'A text, usually JSON.',
      executionTimeMs: 'How long the tool took, in milliseconds.',
      phase,
      timestamp,
    },
  },
  ThinkingEntry: { description: 'The reasoning of the agent.', members: { timestamp } },
  SummaryEntry: { description: 'A summary of the conversation so far.', members: { timestamp } },
  ContentItem: { description: 'One piece of a message, by its `type`.', members: {} },
  TextItem: { description: 'Text.', members: {} },
  ImageItem: { description: 'An image.', members: { url } },
  VideoItem: { description: 'A video.', members: { url } },
  AudioItem: { description: 'A sound.', members: { url } },
  FileItem: { description: 'A file of any other kind.', members: { url } },
  ButtonItem: { description: 'A quick reply to press.', members: { payload: 'What pressing it sends.' } },
}
