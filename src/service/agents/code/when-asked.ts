import type { AgentTurn } from '../../workspace/agent-function.ts'

/** Members of a turn that are expensive to make, and that few agents read. */
type Costly = Pick<AgentTurn, 'history' | 'signal'>

const makers = Symbol('what is made when somebody asks')

interface Making {
  [makers]: { [Key in keyof Costly]?: () => Costly[Key] }
}

const askedFor = (name: keyof Costly) => ({
  enumerable: true,
  get(this: Making): unknown {
    return this[makers][name]?.()
  },
})

/** Shared by all turns: own getters would give each its own hidden class, which V8 rarely collects. */
const descriptors = { history: askedFor('history'), signal: askedFor('signal') }

/** Members that are made when an agent first reads them; own ones, so that `{ ...turn }` copies them. */
export function whenAsked<T extends object, K extends keyof Costly>(
  turn: T,
  costlyValues: { [Key in K]: () => Costly[Key] },
): T & Pick<Costly, K> {
  Object.defineProperty(turn, makers, { value: costlyValues })
  for (const name of ['history', 'signal'] as const)
    if (name in costlyValues) Object.defineProperty(turn, name, descriptors[name])
  return turn as T & Pick<Costly, K>
}
