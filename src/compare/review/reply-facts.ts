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

/** Words by which the same amount goes the other way, or a request ends otherwise; what they mean in every language. */
const stances: readonly (readonly [meaning: string, words: RegExp])[] = [
  ['a refund', /\b(?:refund\w*|reimburs\w+|money back|\p{L}*erstatt\p{L}*|rembours\p{L}*|reembols\p{L}*)/iu],
  ['a charge', /\b(?:fees?|(?:sur)?charge[ds]?|charging|billed|geb(?:ü|u)hr\p{L}*|frais|cobr(?:o|a|ado|aremos))\b/iu],
  ['a debt', /\b(?:owe[ds]?|owing|schulde[nt]?|debe[ns]?|devez|doit|dois)\b/iu],
  [
    'a yes',
    /\b(?:approved|accepted|granted|genehmigt|angenommen|approuv\p{L}+|accept[ée]e?s?|aprobad[oa]s?|aceptad[oa]s?)\b/iu,
  ],
  [
    'a refusal',
    /\b(?:denied|declined|rejected|refused|abgelehnt|verweigert|refus[ée]e?s?|rejet[ée]e?s?|denegad[oa]s?|rechazad[oa]s?)(?!\p{L})/iu,
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
