/** An agent that says back what it hears, and keeps account of every turn in every session. */
export interface EchoAgent {
  url: string
  delayMs: number
  /** Requests a minute that it takes, evenly; null for all. */
  rate: number | null
  /** How many of them may come at once; null for what comes in half a second, or three. */
  burst: number | null
  /** What was said in each session, in order. */
  sessions: Map<string, string[]>
  /** The first words of every session that was begun: what runs twice is there twice. */
  begun: string[]
  turns: number
  /** All requests, and those that were refused. */
  heard: number
  refused: number
  /** Called at every turn that comes in, before it is answered, with the number of turns so far. */
  onTurn: (turns: number) => void
  close(): void
}

/** Starts it on a free loopback port; `nameSession` names a session by its first words and its number. */
export declare function startEchoAgent(options?: {
  delayMs?: number
  nameSession?: (message: string, number: number) => string
}): Promise<EchoAgent>
