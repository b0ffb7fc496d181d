import { count } from '../../../base/text/wording.ts'
import type { Card } from '../report-document.ts'

export type Decision = 'approved' | 'rejected'

/** Decisions by the key of a card; an undecided one has none. */
export type Decisions = Readonly<Record<string, Decision>>

export interface DecisionStore {
  read(): Decisions
  /** Stores a decision; repeating it withdraws it. */
  decide(key: string, decision: Decision): void
  clear(): void
  /** Why decisions are lost when the tab is closed; null if the browser stores them. */
  forgets(): string | null
}

/** In the browser under a name unique to this report, or in memory if it is out of space or forbids storage. */
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
  const saveDecisions = (next: Decisions): void => {
    decisions = next
    attempt(() => storage().setItem(name, JSON.stringify(next)))
  }
  return {
    read: () => decisions,
    decide(key, decision) {
      const { [key]: before, ...others } = decisions
      saveDecisions(before === decision ? others : { ...others, [key]: decision })
    },
    clear: () => saveDecisions({}),
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

/** `tableread review --serve` writes them. `changed` is called when one is written, or with why it was not. */
export function createServedDecisions(
  cards: readonly Card[],
  path: string,
  changed: (failed: string | null) => void,
): DecisionStore {
  const decisions = new Map(
    cards.flatMap(({ key, review }): [string, Decision][] =>
      review === undefined || review.decision === 'undecided' ? [] : [[key, review.decision]],
    ),
  )
  return {
    read: () => Object.fromEntries(decisions),
    decide(key, decision) {
      const review = cards.find((card) => card.key === key)?.review
      if (review === undefined) return changed('there is nothing to decide about here')
      const why = prompt(`Why is it ${decision}?`)?.trim() ?? ''
      if (why === '') return changed('a decision needs a reason')
      const alike = cards.filter((card) => card.review?.group === review.group && !decisions.has(card.key))
      const isForAll = alike.length > 1 && !decisions.has(key) && confirm(askForAll(alike))
      const decided = isForAll ? alike.map((card) => card.key) : [key]
      void send(path, { id: isForAll ? review.group : review.id, decision, why }).then((failed) => {
        if (failed === null) for (const each of decided) decisions.set(each, decision)
        changed(failed)
      })
    },
    clear: () => undefined,
    forgets: () => null,
  }
}

/** At most this many names are in a question. */
const mostNamed = 10

function askForAll(alike: readonly Card[]): string {
  const names = alike.slice(0, mostNamed).map(({ name }) => `- ${name}`)
  const restCount = alike.length - names.length
  const list = [...names, ...(restCount > 0 ? [`and ${restCount} more`] : [])].join('\n')
  return `${count(alike.length, 'conversation')} differ alike:\n${list}\n\nDecide about all of them? Cancel decides about this one alone.`
}

async function send(path: string, decision: object): Promise<string | null> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(decision) }
  return fetch(path, init).then(
    async (answer) => (answer.ok ? null : await answer.text()),
    () => 'tableread review --serve no longer answers',
  )
}
