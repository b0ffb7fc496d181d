import type { JsonValue } from '../../../base/json/json.ts'
import { maskValue } from '../../../engine/transcript/mask-volatile.ts'
import { leavesOf } from '../../../engine/transcript/values-in-text.ts'
import { startMasking } from '../../../engine/transcript/volatile-facts.ts'
import { type Conceal, scopeOf } from '../../../engine/verdict/conceal.ts'
import type { MutableTalk } from '../mutant/talk.ts'
import type { MaskTalks } from './suggest.ts'

type MaskValue = (value: JsonValue) => JsonValue

/** What reports mask in values from talks, and what is another value whenever an agent is asked. */
export function createMask(conceal: Conceal | undefined): MaskTalks {
  const masks = new Map<MutableTalk, MaskValue>()
  const maskOf = (talk: MutableTalk): MaskValue => {
    const talkMask = masks.get(talk) ?? maskOfTalk(talk, conceal)
    masks.set(talk, talkMask)
    return talkMask
  }
  return (value, talks) =>
    talks.reduce((rest, talk) => maskOf(talk)(rest), conceal === undefined ? value : conceal.rest(value))
}

/** Also masks a text that the talk holds, and nothing that reports show of it does: a piece of what they mask. */
function maskOfTalk({ plan, turns, session }: MutableTalk, conceal: Conceal | undefined): MaskValue {
  const entries = turns.flatMap(({ view }) => view.entries)
  const facts = startMasking(entries, [session?.sessionId ?? null])
  const scope = scopeOf({ file: plan.file, at: plan.conversation.at })
  const mask: MaskValue = (value) => {
    const steady = maskValue(value, facts)
    return conceal === undefined ? steady : conceal.rest(steady, scope)
  }
  const leaves = leavesOf(entries as unknown as JsonValue).map(({ value }) => String(value))
  const maskedTexts = leaves.map((text) => String(mask(text)))
  return (value) => {
    const isIn = (texts: readonly string[]): boolean => texts.some((text) => text.includes(value as string))
    return typeof value === 'string' && isIn(leaves) && !isIn(maskedTexts) ? '<a piece>' : mask(value)
  }
}
