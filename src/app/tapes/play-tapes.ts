import type { RunListener } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { RunSettled } from '../config/settings.ts'
import { complain } from '../edge/print.ts'
import type { GivenFlags } from '../flags/shared-flags.ts'
import type { TapeMode, Tapes } from './tapes.ts'

/** The flags of every verb that can run through tapes. */
export interface TapeFlags<Mode extends TapeMode = TapeMode> extends GivenFlags<'offline' | 'askJudges'> {
  tape?: Mode
}

export interface TapedPlans extends Pick<Tapes, 'problems' | 'settings' | 'replays'> {
  plans: readonly Plan[]
  /** Replaces the configured service. */
  target: Tapes['target'] | undefined
  /** Called as conversations end. */
  listeners: readonly RunListener[]
  /** Reports on the tapes; see `tapeExitCode`. @throws UsageError when a tape could not be written */
  conclude<Code extends number>(code: Code, conversations: readonly Judged[]): Code | 4
}

type Judged = Pick<ConversationResult, 'id' | 'verdict'>

/** The tapes of a run, for every verb that has `--tape`. @throws UsageError as `openTapes` does */
export async function throughTapes(
  plans: readonly Plan[],
  settings: RunSettled,
  { tape, offline, askJudges }: TapeFlags,
): Promise<TapedPlans> {
  if (tape === undefined)
    return {
      ...{ plans, target: undefined, problems: [], settings: {}, listeners: [], replays: false },
      conclude: (code) => code,
    }
  const { openTapes } = await import('./tapes.ts')
  const tapes = await openTapes(plans, settings, tape, {
    ...(offline === undefined ? {} : { offline }),
    ...(askJudges === undefined ? {} : { askJudges }),
  })
  return {
    ...tapes,
    listeners: [tapes.listen],
    conclude(code, conversations) {
      for (const note of tapes.notes()) complain(`${note}\n`)
      return tapeExitCode(code, { conversations }, tapes.notComparable)
    },
  }
}

/** Its own, or 4 if tapes are the only reason why something could not be judged. */
export function tapeExitCode<Code extends number>(
  code: Code,
  { conversations }: { conversations: readonly Judged[] },
  notComparable: ReadonlySet<string>,
): Code | 4 {
  if (code !== 3) return code
  const unjudged = conversations.filter(({ verdict }) => ['errored', 'not reached', 'unsafe'].includes(verdict))
  return unjudged.every(({ id }) => notComparable.has(id)) ? 4 : code
}
