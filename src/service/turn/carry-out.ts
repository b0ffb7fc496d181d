import type { Thought } from '../agents/thinking/think.ts'
import type { PendingWork, ServiceContext } from '../context/context.ts'

/** Thrown when an agent has to think before the work can go on; only `carryOut` catches it. */
class Unthought {
  constructor(readonly question: ThoughtQuestion) {}
}

/** How often agents may think in one piece of work; more means that the work never settles. */
const mostThoughts = 20

/** What an agent has to think about: `key` names the turn that the thought is for. */
export interface ThoughtQuestion {
  key: string
  think: () => Promise<Thought>
}

/**
 * Does work in one transaction, rolled back while an agent thinks and begun anew from the records as they are then.
 * A thought so leaves no half-stored turn; one too late goes unused, as its key names another turn.
 * `foreseen`, the first question if known, is thought about before, which saves the rollback.
 */
export function carryOut<T>(
  context: ServiceContext,
  work: () => T,
  foreseen: ThoughtQuestion | null = null,
): T | Promise<T> {
  if (context.work !== null) return work()
  const own: PendingWork = { thoughts: new Map(), usage: [], ids: [], drawn: 0, afterwards: [] }
  const attempt = (): T | Promise<T> => {
    context.work = own
    own.drawn = 0
    own.usage = []
    own.afterwards = []
    let done: T
    try {
      done = context.store.transact(work)
    } catch (error) {
      if (!(error instanceof Unthought)) throw error
      if (own.thoughts.size === mostThoughts)
        throw new Error(`${mostThoughts} thoughts did not settle ${error.question.key}`)
      return answer(error.question)
    } finally {
      context.work = null
    }
    for (const each of own.afterwards) each()
    return done
  }
  const answer = async ({ key, think }: ThoughtQuestion): Promise<T> => {
    const thought = await think()
    context.closing.throwIfAborted()
    own.thoughts.set(key, thought)
    return attempt()
  }
  return foreseen === null ? attempt() : answer(foreseen)
}

/** The thought on a question; without one, the work is rolled back until there is. Call within `carryOut`. */
export function demandThought({ work }: ServiceContext, question: ThoughtQuestion): Thought {
  const thought = work?.thoughts.get(question.key)
  if (thought === undefined) throw new Unthought(question)
  return thought
}
