const names: Readonly<Record<string, string>> = {
  en: 'english|englisch|anglais|inglés',
  de: 'german|deutsch|allemand|alemán',
  fr: 'french|französisch|français|francés',
  es: 'spanish|spanisch|espagnol|español',
  it: 'italian|italienisch|italien|italiano',
  nl: 'dutch|niederländisch|néerlandais|neerlandés',
  pt: 'portuguese|portugiesisch|portugais|portugués',
  pl: 'polish|polnisch|polonais|polaco',
  tr: 'turkish|türkisch|turc|turco',
}
const anyName = Object.values(names).join('|')

const speaking =
  'answer\\p{L}*|repl(?:y|ies|ying)|respon[ds]\\p{L}*|write|speak|talk|communicate|converse|antwort\\p{L}*|schreib(?:e|en|st|t)?|sprich|sprechen|sprichst|kommuniziere\\p{L}*|répon\\p{L}+|écri(?:s|vez|re)|parle[rz]?|contest[ae]\\p{L}*|escrib[ae]\\p{L}*|habl[ae]\\p{L}*'

const theirs = [
  "in (?:the |an?y? )?(?:same|\\p{L}+['’]s?|their|his|her|his or her|own|whatever|whichever) (?:own )?language",
  "(?:match|mirror|follow|use|speak|keep to|switch to) (?:the )?(?:same|\\p{L}+['’]s?|their|his or her) (?:own )?language",
  '(?:in|match|mirror|follow|use|speak|keep to|switch to) the language (?:of|that|in which|which|they|he|she|the|used|spoken)',
  'in (?:der|derselben|seiner|ihrer|deren|dessen) (?:gleichen |selben |jeweiligen )?sprache',
  'dans (?:la|sa|leur) (?:même )?langue',
  'en (?:el|su|la) (?:mismo |misma )?(?:idioma|lengua)',
].join('|')

const whole = (alternatives: string): RegExp => new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'iu')
const ofCustomer = whole(theirs)
const toSpeak = whole(`${speaking}|always|immer|toujours|siempre|match|mirror|follow|keep to|switch to|use`)
const languagePattern = whole(
  `(?:${speaking})(?!\\p{L})[^.!?]{0,60}?(?<!\\p{L})(?:in|auf|en)(?: \\p{L}+)? (?:${anyName})|(?:^|[,;:] ?|(?:you|du|tu|always|only|must|immer|nur) )(?:speak|sprich|sprichst|parle[rz]?|habl[ae]) (?:only |nur )?(?:${anyName})`,
)

/** What a rule says about the language of replies: its codes, or none for the language of whom the agent speaks with. */
export interface LanguageRule {
  codes: string[]
}

/** Reads a rule of a prompt that says in which language to answer (English, German, French, Spanish); null for any other. */
export function languageRule(sentence: string): LanguageRule | null {
  if (!languagePattern.test(sentence)) return ofCustomer.test(sentence) && toSpeak.test(sentence) ? { codes: [] } : null
  return { codes: Object.entries(names).flatMap(([code, all]) => (whole(all).test(sentence) ? [code] : [])) }
}
