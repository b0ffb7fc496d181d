/** The longest text that a template may produce, in characters: as long as a request may be. */
export const mostText: number = 1024 * 1024

/** An agent would say or remember more than could be sent. */
export class TooLarge extends Error {
  override name = 'TooLarge'

  constructor() {
    super(`a text of the agent would have more than ${mostText} characters`)
  }
}

/** Runs work that fills templates, and returns `otherwise` if one of them became too large. */
export function unlessTooLarge<T>(work: () => T, otherwise: (problem: TooLarge) => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooLarge) return otherwise(error)
    throw error
  }
}
