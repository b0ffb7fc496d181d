import { groupBy } from '../../base/group-by.ts'
import { onOneLine } from '../../base/text/wording.ts'
import { addressOf, sharedId } from '../../engine/verdict/conversation-result.ts'
import { mostTurnsOf } from '../../suite/language/script/conversation.ts'
import type { RunSettled } from '../config/settings.ts'
import { chooseUnasked } from './choose-plans.ts'
import type { SuitesRead } from './read-suites.ts'
import type { Selection } from './select.ts'

/** A conversation as the verb `list` and MCP list it; nothing of it ran. */
interface ListedConversation {
  /** `file:line`, by which every verb knows it. */
  at: string
  suite: string
  name: string
  agent: string
  versions: string[]
  tags: string[]
  /** The most turns that it takes. */
  turns: number
  skipped: boolean
}

/** The conversations asked for, in the order of the files, each once. @throws UsageError as `choosePlans` does */
export function listConversations(read: SuitesRead, settings: RunSettled, selection: Selection): ListedConversation[] {
  return groupBy(chooseUnasked(read, settings, selection), sharedId).map((plans) => {
    const [plan] = plans
    const { suite, agent, tags, conversation } = plan
    return {
      at: addressOf(plan),
      suite,
      name: conversation.name.value,
      agent: agent.value,
      versions: plans.map(({ version }) => version),
      tags,
      turns: mostTurnsOf(conversation),
      skipped: conversation.skip !== undefined,
    }
  })
}

/** A listed conversation in a line: `suites/orders.yaml:12  Orders > tracks one  [order-desk, draft] #smoke`. */
export function formatListed({ at, suite, name, agent, versions, tags, skipped }: ListedConversation): string {
  const marks = [...(skipped ? ['skipped'] : []), ...tags.map((tag) => `#${tag}`)]
  return onOneLine([`${at}  ${suite} > ${name}  [${[agent, ...versions].join(', ')}]`, ...marks].join(' '))
}
