import type { Thought } from '../agents/thinking/think.ts'
import type { ServiceContext, Work } from '../context/context.ts'

/** Thrown where an agent has to think before the work can go on, and caught by `carryOut` alone. */
class Unthought {
  constructor(readonly question: Question) {}
}

/** How often the agents of one piece of work may think: more means that something about it never comes to rest. */
const mostThoughts = 20

/** What an agent would have to think about: `key` names the turn that the thought is for. */
export interface Question {
  key: string
  think: () => Promise<Thought>
}

/**
 * Does a piece of work in one transaction. Where an agent has to think, which takes time that no transaction may, everything
 * is taken back, the agent thinks, and the work begins again from the records as they are by then, now with the thought at
 * hand. So a thought never ends in a half-stored turn, and one that came too late for its session is not used: its key
 * names another turn. Without such agents this is one transaction and gives its result at once. `foreseen` is what the work will
 * ask first, where that is plain before it begins: then nothing has to be taken back.
 */
export function carryOut<T>(context: ServiceContext, work: () => T, foreseen: Question | null = null): T | Promise<T> {
  if (context.work !== null) return work()
  const own: Work = { thoughts: new Map(), usage: [], ids: [], drawn: 0, afterwards: [] }
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
  const answer = async ({ key, think }: Question): Promise<T> => {
    const thought = await think()
    context.closing.throwIfAborted()
    own.thoughts.set(key, thought)
    return attempt()
  }
  return foreseen === null ? attempt() : answer(foreseen)
}

/** The thought on a question; where it is not there yet, the work is given up until it is. Call it within `carryOut`. */
export function takeThought({ work }: ServiceContext, question: Question): Thought {
  const thought = work?.thoughts.get(question.key)
  if (thought === undefined) throw new Unthought(question)
  return thought
}
