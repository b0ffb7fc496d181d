import type { Client } from '../client/client.ts'
import type { Answer } from '../client/failure.ts'

/** One operation of a client, and what it gave. */
export interface Heard {
  operation: string
  given: readonly unknown[]
  answer: Answer<unknown>
}

type Operation = (...given: unknown[]) => Promise<Answer<unknown>>

/** The same client, every operation of which is noted in `heard` once it is answered, in that order. */
export function hearClient(client: Client, heard: Heard[]): Client {
  return mapOperations(client, (operation, perform) => async (...given) => {
    const answer = await perform(...given)
    heard.push({ operation, given, answer })
    return answer
  })
}

/** A client each operation of which is made of that of another one: whatever operations there are. */
export function mapOperations(client: Client, map: (name: string, perform: Operation) => Operation): Client {
  const operations = Object.entries(client) as [string, Operation][]
  return Object.fromEntries(operations.map(([name, perform]) => [name, map(name, perform)])) as unknown as Client
}
