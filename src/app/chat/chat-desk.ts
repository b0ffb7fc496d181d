import type { JsonObject } from '../../base/json.ts'
import type { Paint } from '../../report/text/paint.ts'
import type { Client } from '../../wire/client/client.ts'
import type { ChatTalk } from './chat-talk.ts'
import type { MetadataRead } from './read-metadata.ts'

/** Where a talk is seen: a terminal, or a pipe. */
export interface ChatScreen {
  paint: Paint
  /** Columns of the terminal now; null when it is none. */
  columns(): number | null
  /** Lines that are clean already. */
  write(lines: readonly string[]): void
  /** False for a pipe: what was entered is shown again, and the first message that nothing answers ends the talk. */
  interactive: boolean
  /** Runs something that can be cancelled, which its signal tells; the screen shows that it is under way. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** What became of `/save`: the lines to show, good news first. */
export type SaveAnswer =
  | { ok: true; place: string; name: string; command: string; failing: string[]; relaxed: string[] }
  | { ok: false; message: string; hint: string }

/** Everything that a chat works with; only what is here reaches the network or files. */
export interface ChatDesk {
  screen: ChatScreen
  client: Client
  /** How long to wait for an answer, in milliseconds. */
  timeLimitMs: number
  /** False when the user is to begin, whatever the agent would do. */
  agentMayOpen: boolean
  /** Names of agents that the service lists, for did-you-mean. */
  agents: readonly string[]
  /** Takes what is private out of a text or a transcript before it is shown; left out: nothing. */
  conceal?: <T>(value: T) => T
  /** Keeps a talk in a suite file; null for the usual one. */
  save(talk: ChatTalk, file: string | null, name: string | null): Promise<SaveAnswer>
  readMetadata(written: string, earlier: JsonObject): MetadataRead
}
