import type { AgentTurn } from '../../workspace/agent-function.ts'

/** What a turn has that costs something, and that few agents look at. */
type Costly = Pick<AgentTurn, 'history' | 'signal'>

/** How each of them is had. */
type Makers<K extends keyof Costly> = { [Key in K]: () => Costly[Key] }

const makers = Symbol('what is made when somebody asks')

interface Making {
  [makers]: { [Key in keyof Costly]?: () => Costly[Key] }
}

/** One descriptor for all turns: with getters of its own each turn would get a hidden class of its own, in the memory that V8 seldom cleans. */
const descriptors = {
  history: {
    enumerable: true,
    get(this: Making): unknown {
      return this[makers].history?.()
    },
  },
  signal: {
    enumerable: true,
    get(this: Making): unknown {
      return this[makers].signal?.()
    },
  },
}

/** Gives a turn members that are made when an agent looks at them. They are its own: a copy by `{ ...turn }` has them. */
export function whenAsked<T extends object, K extends keyof Costly>(turn: T, made: Makers<K>): T & Pick<Costly, K> {
  Object.defineProperty(turn, makers, { value: made })
  for (const name of ['history', 'signal'] as const)
    if (name in made) Object.defineProperty(turn, name, descriptors[name])
  return turn as T & Pick<Costly, K>
}
