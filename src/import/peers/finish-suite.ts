import { parseScript } from '../../suite/language/parse.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { DraftConversation, DraftSuite } from './draft/draft.ts'
import type { Note, Refused } from './draft/note.ts'
import type { Peer } from './draft/peer.ts'
import { writeSuite } from './write-suite.ts'

/** One file as a suite. */
export interface ImportedSuite {
  /** The peer's file, as messages show it. */
  file: string
  peer: Peer
  text: string
  conversations: number
  skipped: number
  notes: Note[]
  /** Other files that are part of it. */
  uses: string[]
}

/** A suite written, or null; and what of it had to be left out. */
interface Finished {
  suite: ImportedSuite | null
  refused: Refused[]
}

/** Writes a suite and reads it again; conversations that would make it one that cannot be read are left out. */
export function finishSuite(draft: DraftSuite, peer: Peer, agent: string | null): Finished {
  const { file } = draft
  const refused: Refused[] = []
  const text = writeSuite(draft, agent)
  const problem = problemOf(text, file)
  if (problem === null) return { suite: describe(draft, peer, text), refused }
  const refuseAll = ({ message }: Problem): Finished => {
    const origin = { file, line: 1, column: 1 }
    const all = { origin, message: `its suite could not be read: ${message}`, hint: 'split the file' }
    return { suite: null, refused: [...refused, all] }
  }
  if (problem.code === 'too-large' || problem.code === 'alias-bomb') return refuseAll(problem)
  const conversations = draft.conversations.filter((each) => {
    const own = problemOf(writeSuite({ ...draft, conversations: [each] }, agent), file)
    if (own !== null) {
      const hint = 'write it by hand, and report it to Tableread'
      refused.push({ origin: each.origin, message: `its suite could not be read: ${own.message}`, hint })
    }
    return own === null
  })
  if (conversations.length === 0) return { suite: null, refused }
  const rest = { ...draft, conversations }
  const shorter = writeSuite(rest, agent)
  const left = problemOf(shorter, file)
  return left === null ? { suite: describe(rest, peer, shorter), refused } : refuseAll(left)
}

function problemOf(text: string, file: string): Problem | null {
  const parsed = parseScript(text, file)
  return parsed.ok ? null : (parsed.problems[0] ?? null)
}

function describe({ file, notes, conversations, uses }: DraftSuite, peer: Peer, text: string): ImportedSuite {
  const skipped = conversations.filter(({ skip }) => skip !== null).length
  const all = [...notes, ...conversations.flatMap(notesOf)]
  return { file, peer, text, conversations: conversations.length, skipped, notes: all, uses }
}

function notesOf({ notes, turns }: DraftConversation): Note[] {
  return [...notes, ...turns.flatMap((turn) => turn.notes)]
}
