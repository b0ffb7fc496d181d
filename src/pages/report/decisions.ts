/** The reader's decision about a conversation. */
export type Decision = 'approved' | 'rejected'

/** Decisions by the key of a card; an undecided one has none. */
export type Decisions = Readonly<Record<string, Decision>>

/** Where decisions are kept. */
export interface DecisionStore {
  read(): Decisions
  /** Stores a decision; repeating it withdraws it. */
  decide(key: string, decision: Decision): void
  clear(): void
  /** Why decisions are lost when the tab is closed; null if the browser stores them. */
  forgets(): string | null
}

/**
 * Stores decisions in the browser under a name unique to this report, or in memory if the browser is out of
 * space or forbids storage.
 */
export function createDecisions(name: string, storage: () => Pick<Storage, 'getItem' | 'setItem'>): DecisionStore {
  let why: string | null = null
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch (error) {
      why = error instanceof Error ? error.message : String(error)
      return null
    }
  }
  let decisions = attempt(() => parse(storage().getItem(name))) ?? {}
  const put = (next: Decisions): void => {
    decisions = next
    attempt(() => storage().setItem(name, JSON.stringify(next)))
  }
  return {
    read: () => decisions,
    decide(key, decision) {
      const { [key]: before, ...others } = decisions
      put(before === decision ? others : { ...others, [key]: decision })
    },
    clear: () => put({}),
    forgets: () => why,
  }
}

function parse(text: string | null): Decisions {
  const value: unknown = JSON.parse(text ?? '{}')
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Decision] =>
      /^(approved|rejected)$/.test(String(entry[1])),
    ),
  )
}
