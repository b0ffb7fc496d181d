import { describe, expect, it } from 'vitest'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { echo, fakeClient, type Script } from '../../engine/verdict/fake-client.fixture.ts'
import { planSuite } from '../../suite/builder/plan-suite.ts'
import { conversation, suite } from '../../suite/builder/suite.ts'
import { matchers } from './matchers.ts'

expect.extend(matchers)

const desk = suite('Echo', { agent: 'desk' }, [
  conversation('repeats what it hears')
    .user('shipped')
    .expect({ reply: { contains: 'shipped' } }),
  conversation('knows a day')
    .user('when?')
    .expect({ reply: { contains: 'Friday' } }),
])

async function perform(index: number, play: Script = echo): Promise<ConversationResult> {
  const plan = planSuite(desk)[index]
  if (plan === undefined) throw new RangeError(`no conversation ${index}`)
  return performConversation(plan, { client: fakeClient(play).client, reconcile: false })
}

describe('toHavePassed', () => {
  it('holds for a conversation that passed', async () => {
    const passed = await perform(0)
    expect(passed).toHavePassed()
    expect(() => expect(passed).not.toHavePassed()).toThrow('"repeats what it hears" passed, and it must not')
  })

  it('shows each failure at its line of the code', async () => {
    const failed = await perform(1)
    expect(failed).not.toHavePassed()
    expect(() => expect(failed).toHavePassed()).toThrow(
      `src/app/vitest/to-have-passed.test.ts:17:6: the reply is not as expected
    16 |     .user('when?')
    17 |     .expect({ reply: { contains: 'Friday' } }),
       |      ^^^^^^
    expected  something that contains "Friday"
    actual    "You said when?"`,
    )
  })

  it('holds neither way for a conversation that nobody judged', async () => {
    const errored = await perform(1, () => ({ kind: 'timed out', limitMs: 300 }))
    expect(() => expect(errored).toHavePassed()).toThrow('300 ms')
    expect(() => expect(errored).not.toHavePassed()).toThrow('300 ms')
  })

  it('refuses what is no result', () => {
    // @ts-expect-error
    expect(() => expect('passed').toHavePassed()).toThrow('give it what performConversation gave')
  })
})
