/** What came of asking the service: a body, word that there is no such thing, or what is wrong, as a sentence without its stop. */
export type Answer<Body> = { kind: 'read'; body: Body } | { kind: 'absent' } | { kind: 'lost'; why: string }

const patience = 5000

/** Gets JSON from the service; after five seconds without an answer it counts as lost. */
export async function readJson<Body>(path: string): Promise<Answer<Body>> {
  try {
    const response = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(patience) })
    if (response.status === 404) return { kind: 'absent' }
    if (!response.ok) return { kind: 'lost', why: `The local service answered ${response.status} to ${path}` }
    return { kind: 'read', body: (await response.json()) as Body }
  } catch (error) {
    return { kind: 'lost', why: describe(error) }
  }
}

function describe(error: unknown): string {
  if (error instanceof SyntaxError) return 'The local service answered with something else than JSON'
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The local service has not answered within ${patience / 1000} seconds`
  return 'The local service does not answer'
}
