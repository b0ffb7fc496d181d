import { expect, expectTypeOf, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { play, turnOf } from '../agents/model/model-turn.fixture.ts'
import type { AgentFunction } from './agent-function.ts'

interface Wanted {
  order: string
}
interface Order {
  status: 'shipped' | 'lost'
}

/** An agent as its author types it: TypeScript takes no interface for JSON, since others may add members to it. */
const desk: AgentFunction = async function* ({ call, message }) {
  const wanted: Wanted = { order: message ?? '' }
  const { value, output } = await call<Order>('find', wanted)
  expectTypeOf(value).toEqualTypeOf<Order>()
  expectTypeOf((await call('find')).value).toEqualTypeOf<JsonValue>()
  yield { call: 'note', with: wanted, output: value }
  yield output
}

it('lets an agent pass interfaces of its own to its tools, and read what they give as one', async () => {
  const { parts } = await play(
    desk,
    turnOf({ message: '1042' }, (name, given) => JSON.stringify([name, given])),
  )
  const given = '["find",{"order":"1042"}]'
  expect(parts).toEqual([{ call: 'note', with: { order: '1042' }, output: given }, given])
})
