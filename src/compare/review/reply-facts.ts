import { type Fact, fold } from '../../engine/transcript/facts/fact.ts'
import { findFacts } from '../../engine/transcript/facts/find-facts.ts'

/** What a reply says that a decision is about, by a value that is the same in every wording. */
export interface ReplyFact {
  kind: 'figure' | 'place' | 'stance'
  value: string
  text: string
}

const atLeast =
  /(?<!\p{L})(?:at least|no less than|minimum(?: of)?|more than|over|above|mindestens|wenigstens|mehr als|(?:u|ü)ber|au moins|plus de|al menos|por lo menos|m[aá]s de)\s\p{Sc}?[-−]?$/iu
const atMost =
  /(?<!\p{L})(?:at most|up to|no more than|maximum(?: of)?|less than|under|below|h[oö]chstens|maximal|bis zu|weniger als|unter|au plus|jusqu['’][aà]|moins de|como m[aá]ximo|hasta|menos de)\s\p{Sc}?[-−]?$/iu

/** Words of several languages, at the beginning of words or whole, with nothing of a word before and behind. */
const wordsOf = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
/** Where somebody answers with it: at the beginning of what is said, or after a colon. */
const saidFirst = String.raw`(?<=(?:^|[.!?:\n]\s{0,3}|["“„«(]))`

/** Words by which the same amount goes the other way, or a request ends otherwise; what they mean in every language. */
const stances: readonly (readonly [meaning: string, words: RegExp])[] = [
  ['a refund', wordsOf(String.raw`refund\w*|reimburs\w+|money back|\p{L}*erstatt\p{L}*|rembours\p{L}*|reembols\p{L}*`)],
  [
    'a credit',
    wordsOf(
      String.raw`credit(?:s|ed)?(?! card)|discount\w*|rebate\w*|vouchers?|gutgeschrieben|gutschrift\p{L}*|guthaben|rabatt\p{L}*|remise|crédit\p{L}*(?! card)|descuento\p{L}*|abon(?:o|ado|aremos)`,
    ),
  ],
  [
    'a charge',
    wordsOf(
      String.raw`fees?|(?:sur)?charge[ds]?|charging|billed|debit(?:s|ed)?(?! card)|penalt(?:y|ies)|deduct\w*|geb(?:ü|u)hr\p{L}*|zuschlag\p{L}*|abgebucht|belastet|strafe\p{L}*|frais|débit\p{L}*|pénalités?|cobr(?:o|a|ado|aremos)|(?:re)?cargos?|multas?`,
    ),
  ],
  [
    'a debt',
    wordsOf(
      String.raw`owe[ds]?|owing|debts?|indebted|liable|due(?! to)|overdue|outstanding|unpaid|arrears|payable|you(?:['’]ll| will)? pay|(?:must|have to|has to|need to|required to) pay|schulde\p{L}{0,2}|(?:ü|u)?(?:ber)?f(?:ä|a)llig\p{L}*|r(?:ü|u)ckst(?:a|ä)nd\p{L}*|offene\p{L}? (?:betrag|rechnung|posten)\p{L}*|(?:m(?:ü|u)ssen?|musst|muss)\s[^.!?]{0,60}\szahlen|debe[ns]?|deudas?|adeuda\p{L}*|pendientes? de pago|devez|doit|dois|dettes?|impayée?s?`,
    ),
  ],
  [
    'a yes',
    wordsOf(
      String.raw`approved|accepted|granted|eligible|entitled|included|${saidFirst}(?:yes|ja|oui|sí)|genehmigt|angenommen|inbegriffen|approuv\p{L}+|accept[ée]e?s?|inclus\p{L}*|aprobad[oa]s?|aceptad[oa]s?|incluid[oa]s?`,
    ),
  ],
  [
    'a refusal',
    wordsOf(
      `denied|declined|rejected|refused|ineligible|excluded|impossible|unavailable|unable|forbidden|prohibited|${saidFirst}(?:no|nein|non)|abgelehnt|verweigert|ausgeschlossen|unm(?:ö|o)glich|refus[ée]e?s?|rejet[ée]e?s?|exclue?s?|denegad[oa]s?|rechazad[oa]s?|excluid[oa]s?|imposible`,
    ),
  ],
]

const name = "\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+){0,2}"
/** Who or what place is meant, with the word that says in which part: `from Berlin`, `to Paris`, `for Anna`. */
const places = new RegExp(`(?<!\\p{L})(from|to|for|von|nach|f[uü]r|de|desde|hasta|à|para|pour)\\s(${name})`, 'gu')
const parts: Readonly<Record<string, string>> = {
  ...{ von: 'from', de: 'from', desde: 'from', nach: 'to', hasta: 'to', à: 'to' },
  ...{ für: 'for', para: 'for', pour: 'for' },
}

/** What a reply gives beside its words: figures with sign, unit and bound, codes, days, times, people; each once. */
export function listReplyFacts(reply: string): ReplyFact[] {
  const facts = [
    ...findFacts(reply).flatMap((fact) => figureOf(fact, reply) ?? []),
    ...[...reply.matchAll(places)].map(([text, part = '', who = '']): ReplyFact => {
      return { kind: 'place', value: `${parts[part] ?? part} ${fold(who)}`, text }
    }),
    ...stances.flatMap(([meaning, words]): ReplyFact[] => {
      const [text] = words.exec(reply) ?? []
      return text === undefined ? [] : [{ kind: 'stance', value: meaning, text }]
    }),
  ]
  return [...new Map(facts.map((each) => [`${each.kind} ${each.value}`, each])).values()]
}

function figureOf(fact: Fact, reply: string): ReplyFact | null {
  const value = figureValue(fact)
  if (value === null) return null
  const before = reply.slice(Math.max(0, fact.at - 24), fact.at)
  const least = atLeast.exec(before)
  const most = least === null ? atMost.exec(before) : null
  const [bound = ''] = least ?? most ?? []
  const sign = least === null ? (most === null ? '' : '≤ ') : '≥ '
  return { kind: 'figure', value: `${sign}${value}`, text: `${bound}${fact.detail?.words ?? fact.text}` }
}

function figureValue({ kind, text, forms, gives, values, detail }: Fact): string | null {
  const sign = detail?.isNegative === true ? '-' : ''
  const number = `${sign}${values.join('/')}`
  switch (kind) {
    case 'name':
    case 'link':
      return null
    case 'amount':
      return `${number} ${[...new Set(forms.map((form) => form.split(':')[0]))].filter((own) => own !== 'n').join('/')}`
    case 'percentage':
      return `${number} %`
    case 'number': {
      const ordinal = gives.find((form) => form.startsWith('ordinal:'))
      return ordinal ?? `${number}${detail?.unit === undefined ? '' : ` ${detail.unit.kind} ${detail.unit.size}`}`
    }
    case 'phone':
      return `${text.startsWith('+') ? '+' : ''}${text.replace(/\D/g, '')}`
    default:
      return forms[0] ?? null
  }
}
