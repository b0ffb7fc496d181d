import { unique } from '../../base/group-by.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'
import { isConditionalOrder } from './conditional-order.ts'
import { languageRule } from './language-rule.ts'

/** Words by which a prompt commands or forbids: English, German, French and Spanish. */
const commands = [
  "never|always|must|mustn['’]t|do not|don['’]t|may not|under no circumstances|only (?:after|if|when|once)|may only",
  '(?:needs?|requires?) (?:an? )?(?:\\p{L}+ )?(?:confirmation|approval|consent|permission)',
  'nie|niemals|immer|stets|muss|musst|müssen|darf|darfst|dürfen|keinesfalls|auf keinen fall|unbedingt|nur (?:wenn|nach|falls)',
  "jamais|toujours|doi[st]|devons|devez|doivent|faut|interdite?s?|^ne|^n['’]\\p{L}+",
  'nunca|jamás|siempre|debe[ns]?|debéis|tienen? que|tienes que|hay que|prohibid[oa]s?',
].join('|')
const commanding = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${commands})(?![\\p{L}\\p{N}_])`, 'iu')

/** The longest sentence that is taken for one rule: longer ones are paragraphs without marks. */
const longest = 600

/** The sentences that say what must always or never be, which language, or what to do in a case; each once. */
export function listRules(prompts: readonly string[]): string[] {
  return unique(prompts.flatMap(sentencesOf).filter(isRule))
}

/** The other sentences of prompts: whether an agent keeps to them, only a judge can tell. Headings are none. */
export function listOthers(prompts: readonly string[]): string[] {
  const texts = prompts.map((prompt) => prompt.replace(/^[ \t]*(?:#+ .*|[-=*_]{3,}[ \t]*)$/gmu, ''))
  return unique(texts.flatMap(sentencesOf).filter((each) => /\p{L}/u.test(each) && !isRule(each)))
}

export const sentencesOf = (text: string): string[] => splitSentences(unwrap(text)).map(tidy)

const isRule = (each: string): boolean =>
  each.length <= longest && (commanding.test(each) || isConditionalOrder(each) || languageRule(each) !== null)

/** A prompt whose sentences do not end where a line was broken: it goes on with a small letter. */
const unwrap = (prompt: string): string => prompt.replace(/(?<=[\p{L}\p{N},;])[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu, ' ')

function tidy(sentence: string): string {
  return sentence
    .replace(/\s+/g, ' ')
    .replace(/^\s*(?:[-*•#>]+|\d+[.)])\s+/, '')
    .trim()
}

/** What a rule forbids so plainly that it needs no judge: texts in quotes, and tools without any condition. */
export interface PlainBan {
  texts: string[]
  tools: string[]
}

const forbidding =
  /(?<![\p{L}\p{N}_])(?:never|do not|don['’]t|must not|mustn['’]t|nie|niemals|nicht|jamais|nunca|jamás)(?![\p{L}\p{N}_])/iu
const speaking =
  /(?<!\p{L})(?:say|write|use the words?|mention|sagen?|sage|schreiben?|erwähnen?|dis|dites|dire|écri[st]|écrire|digas?|decir|escribas?)(?!\p{L})/iu
export const conditional =
  /(?<!\p{L})(?:unless|without|until|before|if|when|except|only|ohne|bevor|bis|wenn|außer|nur|sans|avant|sauf|si|sin|antes|salvo)(?!\p{L})/iu

/** Reads such a ban from a rule. Whatever depends on a condition is left to people. */
export function plainBan(rule: string, tools: readonly string[]): PlainBan {
  if (!forbidding.test(rule) || conditional.test(rule)) return { texts: [], tools: [] }
  const quoted = speaking.test(rule) ? [...rule.matchAll(/["“„«]([^"“”„«»]{3,80})["”“»]/g)] : []
  return {
    texts: quoted.map(([, text = '']) => text.trim()),
    tools: tools.filter((name) => name.includes('_') && rule.includes(name)),
  }
}
