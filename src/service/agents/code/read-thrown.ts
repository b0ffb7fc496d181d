import { listSome } from '../../../base/text/wording.ts'
import type { Layer } from '../../../wire/api/layer.ts'
import { isAgentError, layerOfError } from './layer-of-error.ts'

/** What user code threw, in words; it can cross between threads. */
export interface Thrown {
  /** Whether it is an `AgentError`, whose message needs no name or place. */
  own: boolean
  /** The message with its name and the place in the user's code. */
  description: string
  /** The message alone, as the output of a tool shows it. */
  words: string
  /** The layer that it names; the agent, whose code threw it, if it names none. */
  layer: Layer
}

/** Something thrown by code in the thread, with the message it had there. */
export class CodeThrew extends Error {
  constructor(readonly thrown: Thrown) {
    super(thrown.words)
  }
}

/** Describes what was thrown: an error, another object, even what cannot be converted to a string. */
export function readThrown(error: unknown): Thrown {
  try {
    if (error instanceof CodeThrew) return error.thrown
    const layer = layerOfError(error) ?? 'agent'
    if (isAgentError(error))
      return { own: true, description: String(error.message), words: String(error.message), layer }
    if (error instanceof Error) {
      const words = error.message === '' ? `failed with ${nameError(error)}` : String(error.message)
      return { own: false, description: `${nameError(error)}${placeIn(error.stack)}`, words, layer }
    }
    const text = typeof error === 'object' ? JSON.stringify(error) : String(error)
    return { own: false, description: text, words: `failed with ${text}`, layer }
  } catch {
    const description = 'what it threw cannot be shown'
    return { own: false, description: description, words: 'failed with what cannot be shown', layer: 'agent' }
  }
}

/** An error by its name, once, and its message; one of several errors names them, since its own message says little. */
function nameError(error: Error): string {
  const { name, message } = error
  const parts = error instanceof AggregateError ? error.errors.map((each) => readThrown(each).words) : []
  const text = [message, listSome(parts, 3)].filter((each) => each !== '').join(': ')
  return text.startsWith(`${name}: `) ? text : [name, text].filter((each) => each !== '').join(': ')
}

/** The first line of a stack that is in the user's own code, in brackets, from here if below; empty if there is none. */
export function placeIn(stack: unknown): string {
  const line = String(stack ?? '')
    .split('\n')
    .find((each) => /^\s+at /.test(each) && !/node:|node_modules/.test(each))
  const place = /\(?((?:file:\/\/)?\/[^()]+:\d+:\d+)\)?$/.exec(line ?? '')?.[1]
  if (place === undefined) return ''
  const [path, here] = [place.replace(/^file:\/\//, '').replace(/^.* (?=\/)/, ''), `${process.cwd()}/`]
  return ` (${path.startsWith(here) ? path.slice(here.length) : path})`
}
