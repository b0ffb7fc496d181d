import { count, listSome } from '../../base/text/wording.ts'
import type { GateFacts, GateRule } from './gate-policy.ts'

export const oneSide = 'one side'

/** Verdicts that say something of the agent, or that the script asks for. */
const settled: readonly string[] = ['passed', 'failed', 'expected fail', 'skipped']

/** That conversations with one side pass by themselves, since there is nothing that they could be worse than. */
export function oneSideRule(all: GateFacts['alone'] = []): GateRule[] {
  if (all.length === 0) return []
  const failed = all.filter(({ alone }) => alone === 'failed')
  const lost = all.filter(({ alone = 'passed' }) => !settled.includes(alone))
  const verdict = failed.length > 0 ? 'broken' : lost.length > 0 ? 'not judged' : 'held'
  const wrong = (failed.length > 0 ? failed : lost).map(({ name, alone }) => `"${name}" (${alone})`)
  const seen = `${count(all.length, 'conversation')} without another side, ${wrong.length === 0 ? 'none failed' : `of which ${listSome(wrong, 3)}`}`
  return [{ name: oneSide, verdict, wanted: 'all pass', seen }]
}
