import { writeSorted } from '../../base/json/walk-json.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { apologises } from '../../engine/transcript/apology.ts'
import { createGround } from '../../engine/transcript/ground.ts'
import { maskEntry, maskText } from '../../engine/transcript/mask-volatile.ts'
import { isRefusal } from '../../engine/transcript/refusal.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import { findWord, leavesOf, outputOf } from '../../engine/transcript/values-in-text.ts'
import type { VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { findCrash } from '../../engine/verdict/find-crash.ts'
import type { DifferenceLevel } from '../model/review-shape.ts'
import { describeFailing, nameFailing } from './failing.ts'
import { listReplyFacts } from './reply-facts.ts'

/** Something that a run shows, which a review may approve: by a key that names its kind and place, and a value. */
export interface Trait {
  level: DifferenceLevel
  /** From 0; null for the whole conversation. */
  turn: number | null
  value: string
  tool?: string
  name?: string
  /** What it says of a run. */
  text: string
  /** Something else says it better to a person. */
  quiet?: true
  /** What it is without its value, where the key has it. */
  kind?: string
  /** The tools that it is about: one that no run of the other side shows there is a new call. */
  tools?: readonly string[]
}

/** Words that turn a sentence into its opposite, in the same languages. */
const denials =
  /(?<!\p{L})(?:not|cannot|never|no|without|nicht|nein|kein\p{L}*|nie|ohne|non|pas|jamais|sans|nunca|sin)(?!\p{L})|n['’]t(?!\p{L})/giu
const placeholder = /\$\{|\{\{|<%|%[A-Z_]{3,}%|\[[A-Z_]{3,}\]/
const link = /https?:\/\/[^\s"'<>)\]]+/g

/** With this many sentences and fewer, an answer is shorter than one with more: each twice the one before. */
const lengths = [2, 3, 5, 9, 17]
/** At most this many values of a conversation are looked for in its replies. */
const mostValues = 80

/** What a run shows besides features, whatever the words: what replies give, deny, ask and link to, and what fails. */
export function listTraits(run: ConversationResult, facts: VolatileFacts): Map<string, Trait> {
  const traits = new Map<string, Trait>()
  const ground = createGround()
  const valueByPath = new Map<string, string>()
  for (const turn of run.turns) {
    // Nobody means a crash: there is nothing in it to approve.
    if (turn.turnMs === null || findCrash({ turns: [turn] }) !== null) continue
    const { index, entries, outcomes, failure } = turn
    const view = viewTurn(entries)
    const masked = viewTurn(entries.map((entry) => maskEntry(entry, facts)))
    const add = (key: string, value: string, text: string, more: Partial<Trait> = {}): void => {
      traits.set(`${index} ${key}`, { level: 'reply', turn: index, value, text, ...more })
    }
    const entriesOfUser = view.user.map(({ index: at }) => entries[at])
    for (const { path, value } of leavesOf(
      entriesOfUser.map((entry) => (entry?.type === 'message' ? entry.metadata : null)),
    ))
      valueByPath.set(`metadata ${path.slice(1).join('.')}`, String(value))
    for (const call of view.calls)
      for (const { path, value } of leavesOf(outputOf(call)))
        valueByPath.set(`${call.name} ${path.join('.')}`, String(value))
    ground.hear({ name: `turn ${index + 1}`, entries })
    const invented = ground.ungrounded().map(({ fact }) => maskText(fact.text, facts))
    add(
      'states',
      [...new Set(invented)].sort().join(', '),
      invented.length === 0
        ? 'the reply states nothing that nobody said before'
        : `the reply states ${quoted(invented)}, which nothing said before supports`,
    )
    for (const [path, value] of [...valueByPath].slice(0, mostValues)) {
      if (value.trim().length < 3 || value.length > 60) continue
      const isSaid = findWord(view.replyText, value) >= 0
      const [source = '', ...members] = path.split(' ')
      const what =
        source === 'metadata'
          ? `${members.join(' ')} of the metadata`
          : `${members.join(' ') || 'the output'} of ${source}`
      add(`says ${path}`, isSaid ? 'yes' : 'no', `the reply ${isSaid ? 'gives' : 'leaves out'} ${what}`)
    }
    addWording(view, masked, add)
    if (masked.thinking.length > 0)
      add('thoughts', String(masked.thinking.length), `${masked.thinking.length} thoughts`, { level: 'other entries' })
    if (failure !== null) add('failure', failure.kind, `the turn is ${failure.kind}`, { level: 'expectations' })
    for (const outcome of outcomes) addFailing(outcome, index, facts, traits)
  }
  for (const outcome of run.outcomes) addFailing(outcome, null, facts, traits)
  const late = viewTurn(run.afterTurns.map((entry) => maskEntry(entry, facts))).calls
  const tools = late.map(({ name }) => name).sort()
  const value = tools.join(', ')
  const text = `calls ${value === '' ? 'nothing' : value} after the last turn`
  traits.set('late calls', { level: 'calls', turn: null, value, text, tools })
  return traits
}

type Add = (key: string, value: string, text: string, more?: Partial<Trait>) => void

/** What a reply does whatever its words are. */
function addWording({ replyText }: TurnView, masked: TurnView, add: Add): void {
  const count = (replyText.match(denials) ?? []).length
  add(
    'denies',
    String(Math.min(count, 4)),
    count === 0 ? 'the reply denies nothing' : `the reply says "not", "no" or the like ${times(count)}`,
  )
  const flag = (key: string, does: boolean, yes: string, no: string): void =>
    add(key, does ? 'yes' : 'no', `the reply ${does ? yes : no}`)
  flag('refuses', isRefusal(replyText), 'declines', 'declines nothing')
  flag('apologises', apologises.test(replyText), 'apologises', 'does not apologise')
  flag('asks', replyText.includes('?'), 'asks something', 'asks nothing')
  flag('placeholder', placeholder.test(replyText), 'shows a placeholder that is not filled in', 'shows no placeholder')
  const numbers = [...new Set(masked.replyText.match(/\d+(?:[.,:]\d+)*/g) ?? [])].sort()
  const which = numbers.length === 0 ? 'the reply has no number' : `the numbers in the reply are ${numbers.join(', ')}`
  add('numbers', numbers.join(' '), which)
  for (const { kind, value, text } of listReplyFacts(masked.replyText))
    add(`${kind} ${value}`, 'yes', `the reply says "${text.trim()}"`, { kind })
  const links = [...new Set(masked.replyText.match(link) ?? [])].sort()
  add('links', links.join(' '), links.length === 0 ? 'the reply has no link' : `the reply links to ${quoted(links)}`, {
    level: 'items',
  })
  const items = masked.assistant.flatMap((message) => message.items.filter(({ type }) => type !== 'text'))
  add('shown items', writeSorted(items), 'a button, a picture or a file is another one', {
    level: 'items',
    quiet: true,
  })
  const sentences = splitSentences(replyText).length
  for (const length of lengths)
    if (sentences < length) add(`fewer than ${length}`, 'yes', `the reply has fewer than ${length} sentences`)
}

function addFailing(outcome: Outcome, turn: number | null, facts: VolatileFacts, traits: Map<string, Trait>): void {
  if (outcome.verdict !== 'failed') return
  const key = `${turn ?? 'end'} fails ${maskText(nameFailing(outcome), facts)}`
  const level = outcome.kind === 'law' ? 'laws' : 'expectations'
  traits.set(key, { level, turn, value: 'failed', text: describeFailing(outcome) })
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ')
