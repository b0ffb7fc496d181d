import type { Note } from './annotate.ts'
import { blueprintNotes } from './blueprint-notes.ts'
import { callNotes } from './call-notes.ts'
import { chatNotes } from './chat-notes.ts'
import { sessionNotes } from './session-notes.ts'
import { transcriptNotes } from './transcript-notes.ts'
import { workflowNotes } from './workflow-notes.ts'

/** The notes on every named schema of the document. */
export const notes: Record<string, Note> = {
  ...sessionNotes,
  ...transcriptNotes,
  ...chatNotes,
  ...callNotes,
  ...workflowNotes,
  ...blueprintNotes,
}
