import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import { askingSentences, offersHelp } from '../../../engine/user/asked.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import { answer } from './telling-marks.ts'

/** Demands without a question mark, which only the beginning of a sentence shows. */
const demands =
  /(?:^|[.!:,\n]\s*)(?:(?:please|just|then)\s+)?(?:reply|respond|answer|confirm|enter|type|say|choose|select|pick|send|give|tell|provide|specify|press|state)(?!\p{L})/iu

/** The turns, from 0, whose replies ask for something or show buttons in any run; not those that offer help. */
export function listAskingTurns(runs: readonly ConversationResult[]): Set<number> {
  const asking = runs.flatMap(({ turns }) => turns.filter(({ entries }) => asks(entries)).map(({ index }) => index))
  return new Set(asking)
}

function asks(entries: ConversationResult['turns'][number]['entries']): boolean {
  const { replyText, assistant } = viewTurn(entries)
  if (assistant.some(({ items }) => items.some(({ type }) => type === 'button'))) return true
  return askingSentences(replyText).some((sentence) => !offersHelp(sentence)) || demands.test(replyText)
}

/** How a message begins that agrees, declines or chooses, in English, German, French and Spanish. */
const begins = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${answer.source}|(?:${[
    "do it|go ahead|go on|proceed|please do|confirm\\p{L}*|(?:i|we) (?:confirm|agree|accept|choose)|(?:i|we)['’]ll (?:take|go with)",
    "exactly|agreed|fine|great|perfect|sounds good|absolutely|of course|that one|this one|the (?:\\p{L}+ )?one|both|neither|none|let['’]s",
    'genau|gerne?|klar|richtig|stimmt|einverstanden|bestätig\\p{L}*|mach\\p{L}*|bitte|natürlich|keine?',
    "d['’]accord|bien sûr|exactement|vas-y|allez-y|je confirme|aucune?|claro|vale|adelante|confirmo|de acuerdo|correcto|hazlo",
  ].join('|')})(?![\\p{L}\\p{N}]))`,
  'iu',
)

/** Words that refer to something said before: a sentence with one of them cannot come first. */
export const pointing: RegExp =
  /^(?:and|but|or|so|then|also|because|that|this|these|those|it|its|it's|he|she|they|there|thanks|thank|instead|otherwise|please|yes|no|first|second|finally|after|if)(?![\p{L}])|(?<![\p{L}])(?:it|them|that|those|one|instead|him|her)(?![\p{L}])/iu

interface Known {
  /** Whether the reply before it asks for something; null where there is no recording of one. */
  hasQuestion: boolean | null
  /** The code of its language; null where it cannot be told. */
  language: string | null
  /** Whether it names facts or values of its own. */
  isAboutSomething: boolean
}

/** Whether a message may answer the reply before it; where not known, any may that is no question in full. */
export function mayAnswer(text: string, { hasQuestion, language, isAboutSomething }: Known): boolean {
  const isQuestion = /[?？؟]\s*$/u.test(text)
  const isShort = (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < 4
  if (begins.test(text) || (isShort && !isQuestion)) return true
  if (hasQuestion !== null) return hasQuestion
  return isShort || !isQuestion || !(language === 'en' ? !pointing.test(text) : isAboutSomething)
}
