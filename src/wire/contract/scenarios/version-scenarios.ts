import fc from 'fast-check'
import { type Need, type Scenarios, scenario } from '../world/scenario.ts'
import { expectEqual, firstOf } from './messages.ts'
import { saidIn, talkers, turn } from './turns.ts'

const needs: Need[] = ['control']

/** Versions while people talk (Versioning). */
export const versionScenarios: Scenarios = {
  'CHA-30': scenario({
    needs,
    draw: (world) => {
      const agents = talkers(world).filter(({ draft }) => draft)
      return agents.length === 0
        ? null
        : fc.record({ agent: fc.constantFrom(...agents), text: fc.constantFrom('A new draft.', 'Another one.') })
    },
    async hold(bench, { agent: { name, published }, text }) {
      const say = async (agentVersion: string | number): Promise<string> =>
        saidIn((await turn(bench, name, 'zzz', { agentVersion })).transcript)
      const { sessionId } = await turn(bench, name, 'zzz')
      const [before, numbered] = [await say('default'), await say(published ?? 0)]
      await bench.control.saveDraft(name, { 'based on': published ?? 0, otherwise: [{ say: text }] })
      const saved = firstOf(
        expectEqual('default after a draft was saved', before, await say('default')),
        expectEqual('the draft', text, lastLine(await say('draft'))),
      )
      if (saved !== null) return saved
      await bench.control.publish(name)
      const went = await turn(bench, name, 'zzz', { sessionId })
      return firstOf(
        expectEqual('default after publishing', text, lastLine(await say('default'))),
        expectEqual('the numbered version after publishing', numbered, await say(published ?? 0)),
        expectEqual('the session that was under way', sessionId, went.sessionId),
      )
    },
  }),
}

function lastLine(text: string): string {
  return text.split('\n').at(-1) ?? ''
}
