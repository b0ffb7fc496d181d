/** An agent that echoes what it hears, and records every turn in every session. */
export interface EchoAgent {
  url: string
  delayMs: number
  /** How many requests a minute it accepts, spread evenly; null for no limit. */
  rate: number | null
  /** How many of those may come at once; null for half a second's worth, but at least three. */
  burst: number | null
  /** The messages of each session, in order. */
  sessions: Map<string, string[]>
  /** The first message of every session begun; a conversation that ran twice is listed twice. */
  begun: string[]
  turns: number
  /** The number of all requests, and of those refused. */
  heard: number
  refused: number
  /** Called for every turn before it is answered, with the number of turns so far. */
  onTurn: (turns: number) => void
  close(): void
}

/** Starts it on a free loopback port; `nameSession` names a session by its first message and its number. */
export declare function startEchoAgent(options?: {
  delayMs?: number
  nameSession?: (message: string, number: number) => string
}): Promise<EchoAgent>
