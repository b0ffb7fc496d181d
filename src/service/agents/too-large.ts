/** The longest text that a template may come to, in characters: as much as a request may be long. */
export const mostText: number = 1024 * 1024

/** What an agent would say or remember is larger than anything that could be sent. */
export class TooLarge extends Error {
  override name = 'TooLarge'

  constructor() {
    super(`a text of the agent would have more than ${mostText} characters`)
  }
}

/** Does work that fills templates; gives `otherwise` where one of them became too large. */
export function unlessTooLarge<T>(work: () => T, otherwise: (problem: TooLarge) => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooLarge) return otherwise(error)
    throw error
  }
}
