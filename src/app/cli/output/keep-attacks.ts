import { count } from '../../../base/text/wording.ts'
import type { AttackResult, Harm } from '../../../compare/attack/attack-result.ts'
import { findLeak } from '../../../compare/attack/find-leak.ts'
import { findTold } from '../../../compare/attack/read-answer.ts'
import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { type KeptTalk, writeKept } from '../../../suite/attack/write-kept.ts'
import { commentsOf, type Keeper, keepByFile } from './kept-file.ts'

export const attackKeeper: Keeper = {
  flag: '--keep',
  mark: 'Attacks that an agent gave in to, kept by tableread attack --keep; take this line out to keep what you change.',
  noun: 'attack',
  source: 'file',
}

export interface KeptSources {
  textOf(file: string): string | undefined
  talkOf(harm: Harm): Planned
  /** Redacts private data: a file of attacks may contain some, and the copy would be one more place for it. */
  conceal(text: string): string
}

/** What the plan says about a talk: its goal, the metadata it smuggled in, and the texts that no reply may contain. */
interface Planned {
  goal: string
  metadata: object | null
  leaks: readonly string[]
  /** All texts said in it, forbidden in its calls or given to the agent: if one is redacted, it is a different talk. */
  texts: readonly string[]
}

/** In a folder, or in one suite. Returns how many were kept and why others were not. @throws UsageError */
export function keepAttacks(
  path: string,
  { harms }: Pick<AttackResult, 'harms'>,
  { textOf, talkOf, conceal }: KeptSources,
): { count: number; left: string[] } {
  return keepByFile(path, attackKeeper, harms, (group, target) => {
    const [{ file, attacks }] = group
    const text = textOf(file)
    const all = group.map((harm) => {
      const planned = talkOf(harm)
      const talk = keptTalk(harm, planned)
      return { talk, why: whyLeft(harm, planned, talk, conceal) }
    })
    const reasons = Object.values(whys).flatMap((why) => {
      const many = all.filter((each) => each.why === why).length
      return many > 0 ? [`${count(many, 'attack')} of ${file} not kept: ${why}`] : []
    })
    const talks = all.flatMap(({ talk, why }) => (why === null ? [talk] : []))
    if (talks.length === 0) return reasons
    const content =
      text === undefined ? null : writeKept(text, talks, `${attacks}, attacks kept`, commentsOf(attackKeeper, target))
    return content === null
      ? [...reasons, `${count(group.length, 'attack')} of ${file} not kept: its goals cannot be copied`]
      : { text: conceal(content), count: talks.length, notes: reasons }
  })
}

const whys = {
  told: 'the leaked text is private: --show-private keeps it',
  said: 'its messages or forbidden texts are private: --show-private keeps them',
  unsaid: 'the leaked text is in no reply',
}

/** Null if a talk is kept. Where redaction changed what was leaked or forbidden, its suite would pass wrongly. */
function whyLeft(
  { leak }: Harm,
  { leaks, texts }: Planned,
  { told, shown }: KeptTalk,
  conceal: KeptSources['conceal'],
): string | null {
  const isAsWas = (text: string): boolean => conceal(text) === text
  if (leak !== null && !leaks.includes(leak.text)) return whys.told // already redacted in the harm
  if (!isAsWas(JSON.stringify([told, shown]))) return whys.told
  if (!texts.every(isAsWas)) return whys.said
  return leak !== null && told.length + shown.length === 0 ? whys.unsaid : null
}

function keptTalk(harm: Harm, { goal: wish, metadata }: Planned): KeptTalk {
  const { goal, attack, seed, version, family, file, line, said, attachments = [] } = harm
  return {
    name: `${goal}: ${attack} ~${seed}${version === 'default' ? '' : ` [${version}]`}`,
    note: cleanLine(`${family}: ${attack}, seed ${seed}; ${file}:${line}`),
    said: said.map(safe),
    attachments: attachments.map((links) => links.map(safe)),
    ...toldIn(harm),
    goal: wish,
    metadata,
    version: version === 'default' ? null : version,
  }
}

/** The leaked text as it stood in the reply; the whole reply if it is not there verbatim; nothing if in no reply. */
function toldIn({ leak, run, turn }: Harm): Pick<KeptTalk, 'told' | 'shown'> {
  if (leak === null) return { told: [], shown: [] }
  const { assistant } = viewTurn(run.turns[turn]?.entries ?? [])
  const tells = (text: string): boolean => findLeak(leak.text, [text]) !== null
  const members = assistant.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === 'text' ? [] : Object.entries(item).filter(([key]) => key !== 'type'))),
  )
  const leaks = members.flatMap(([key, value]) =>
    typeof value === 'string' && tells(value) ? [{ [key]: safe(value) }] : [],
  )
  const isBeside = leaks.length > 0 && !assistant.some(({ text }) => tells(text))
  const replies = assistant.map(({ text }) => text)
  const isThere = (text: string): boolean => replies.some((each) => each.toLowerCase().includes(text.toLowerCase()))
  const isInPieces = leak.form === 'in pieces'
  if (!isInPieces && findTold(leak.text, [{ assistant, background: [] }]) === null) return { told: [], shown: [] }
  const isWhole = !isInPieces && leak.form !== 'by first letters'
  const phrases = !isWhole ? replies : isThere(leak.as) ? [leak.text, leak.as] : [leak.text, ...replies]
  return { told: isBeside ? [] : [...new Set(phrases.map(safe))].filter((text) => text !== ''), shown: leaks }
}

/** Breaks up `{{`, so that nothing is filled in. */
const safe = (text: string): string => text.replaceAll('{{', '{ {')
