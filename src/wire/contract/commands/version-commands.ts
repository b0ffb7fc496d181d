import fc from 'fast-check'
import { expectEqual } from '../scenarios/messages.ts'
import { saidIn, talkers, turn } from '../scenarios/turns.ts'
import type { World } from '../world/world.ts'
import { demandOf } from './broken-rule-error.ts'
import { demandTalks } from './demand-talks.ts'
import { command, type ServiceCommand } from './service-command.ts'

/** Drafts that are published while people talk (Versioning). */
export function versionCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const agents = talkers(world).filter(({ draft }) => draft)
  return agents.length === 0 ? [] : [fc.constantFrom(...agents).map(({ name, published }) => publish(name, published))]
}

/** What was said stays, a numbered version answers as before, and what answers by default is the new text. */
function publish(agent: string, numbered: number | null): ServiceCommand {
  return command({
    rule: 'CHA-23',
    says: () => `publish a new draft of ${agent}`,
    async run(model, bench) {
      const say = async (agentVersion: string): Promise<string> =>
        saidIn((await turn(bench, agent, 'zzz', { agentVersion })).transcript)
      const before = await say(String(numbered))
      model.published += 1
      const text = `Text ${model.published}.`
      await bench.control.saveDraft(agent, { 'based on': numbered ?? 0, otherwise: [{ say: text }] })
      await bench.control.publish(agent)
      await demandTalks('CHA-06', model, bench)
      demandOf('CHA-23', expectEqual(`reply of version ${numbered}`, before, await say(String(numbered))))
      const now = await say('default')
      demandOf('CHA-30', now.endsWith(text) ? null : `default says ${JSON.stringify(now)} after a draft was published`)
    },
  })
}
