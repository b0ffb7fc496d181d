import { AgentError } from '../../workspace/agent-function.ts'

/** What somebody's code threw, in words; it can cross between threads. */
export interface Thrown {
  /** Whether it is an `AgentError`, whose words stand for themselves. */
  own: boolean
  /** With its name and the place in somebody's own code. */
  said: string
  /** Its words alone, as an output of a tool has them. */
  words: string
}

/** What code in a thread of its own threw, in the words that it had there. */
export class CodeThrew extends Error {
  constructor(readonly thrown: Thrown) {
    super(thrown.words)
  }
}

/** Puts into words what was thrown: most throw errors, some an object, and a few what cannot even be shown. */
export function sayThrown(error: unknown): Thrown {
  try {
    if (error instanceof CodeThrew) return error.thrown
    if (error instanceof AgentError) return { own: true, said: String(error.message), words: String(error.message) }
    if (error instanceof Error) {
      const said = `${error.name}: ${error.message}${placeIn(error.stack)}`
      return { own: false, said, words: error.message === '' ? `failed with ${String(error)}` : String(error.message) }
    }
    const shown = typeof error === 'object' ? JSON.stringify(error) : String(error)
    return { own: false, said: shown, words: `failed with ${shown}` }
  } catch {
    return { own: false, said: 'what it threw cannot be shown', words: 'failed with what cannot be shown' }
  }
}

/** The first line of a stack that is somebody's own code, in brackets; nothing where there is none. */
export function placeIn(stack: unknown): string {
  const line = String(stack ?? '')
    .split('\n')
    .find((each) => /^\s+at /.test(each) && !/node:|node_modules/.test(each))
  const place = /\(?((?:file:\/\/)?\/[^()]+:\d+:\d+)\)?$/.exec(line ?? '')?.[1]
  return place === undefined ? '' : ` (${place.replace(/^file:\/\//, '').replace(/^.* (?=\/)/, '')})`
}
