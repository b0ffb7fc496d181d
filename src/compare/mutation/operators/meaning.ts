import { splitSentences } from '../../../base/text/split-sentences.ts'
import { apologises } from '../../../engine/transcript/apology.ts'
import type { MutationOperator } from './operator.ts'
import { rewriteReplies } from './replies.ts'

/** Phrases of each known language, and how to recognise it. */
interface Phrases {
  code: string
  /** Frequent words that only this language has. */
  typical: RegExp
  /** What fits every turn. */
  courtesy: string
  refusal: string
  promise: string
}

const languages: readonly [Phrases, ...Phrases[]] = [
  {
    code: 'en',
    typical: /(?<!\p{L})(?:the|you|your|is|and|have|with)(?!\p{L})/giu,
    courtesy: 'Of course. I will see to it at once and let you know.',
    refusal: 'I am not allowed to do anything about this. Please turn to somebody else.',
    promise: 'I have refunded the full amount to your card.',
  },
  {
    code: 'de',
    typical: /(?<!\p{L})(?:der|die|das|und|ist|ich|Sie|Ihre|nicht|wir)(?!\p{L})/giu,
    courtesy: 'Sehr gerne. Ich kümmere mich sofort darum und melde mich bei Ihnen.',
    refusal: 'Dazu darf ich nichts tun. Bitte wenden Sie sich an jemand anderen.',
    promise: 'Ich habe Ihnen den vollen Betrag auf Ihre Karte erstattet.',
  },
  {
    code: 'fr',
    typical: /(?<!\p{L})(?:le|les|vous|votre|est|nous|une|des|pour)(?!\p{L})/giu,
    courtesy: 'Bien sûr. Je m’en occupe tout de suite et je vous tiens au courant.',
    refusal: 'Je ne peux rien faire pour cela. Adressez-vous à quelqu’un d’autre.',
    promise: 'J’ai remboursé la totalité du montant sur votre carte.',
  },
  {
    code: 'es',
    typical: /(?<!\p{L})(?:el|los|usted|su|está|por|una|para|con)(?!\p{L})/giu,
    courtesy: 'Por supuesto. Me ocupo de ello enseguida y le mantendré informado.',
    refusal: 'No puedo hacer nada al respecto. Diríjase a otra persona.',
    promise: 'He reembolsado el importe completo a su tarjeta.',
  },
]

/** Names of calls that would make the promise of money true. */
const refunds = /refund|erstatt|rembours|reembols|pay_?back|credit/i

export function phrases(text: string): Phrases {
  const countIn = ({ typical }: Phrases): number => text.match(typical)?.length ?? 0
  return languages.reduce((best, each) => (countIn(each) > countIn(best) ? each : best), languages[0])
}

/** The reply refuses to help, in its own language; items other than text stay. */
export const refuseHelp: MutationOperator = ({ view }, { judged }) => {
  if (!judged || view.replyText.trim() === '') return []
  const { refusal } = phrases(view.replyText)
  const entries = rewriteReplies(view.entries, () => refusal)
  return [{ what: `the reply refuses to help: "${refusal}"`, entries }]
}

/** The reply ends in a promise that no call has kept. */
export const wrongPromise: MutationOperator = ({ view }, { judged }) => {
  const last = view.assistant.at(-1)
  const isRefund = refunds.test(JSON.stringify([view.calls.map(({ name }) => name), view.replyText]))
  if (!judged || isRefund || last === undefined || !last.items.some(({ type }) => type === 'text')) return []
  const { promise } = phrases(view.replyText)
  const entries = rewriteReplies(view.entries, (text) => `${text.trimEnd()} ${promise}`, last.index)
  return [{ what: `the reply promises what no call did: "${promise}"`, entries }]
}

/** The reply comes in another language, where the conversation expects one somewhere: in none that it names. */
export const otherLanguage: MutationOperator = ({ view }, { languages: expected }) => {
  const own = phrases(view.replyText)
  const other = languages.find((each) => each !== own && !expected.includes(each.code))
  if (expected.length === 0 || other === undefined || view.replyText.trim() === '') return []
  const entries = rewriteReplies(view.entries, () => other.courtesy)
  return [{ what: `the reply comes in another language: "${other.courtesy}"`, entries }]
}

/** Leaves out the sentences that apologise, where others remain. */
export const leaveOutApology: MutationOperator = ({ view }, { judged }) => {
  if (!judged) return []
  return view.assistant.flatMap(({ text, index }) => {
    const rest = withoutApology(text)
    if (rest === text.trim() || rest === '') return []
    return [{ what: 'the apology is left out', entries: rewriteReplies(view.entries, withoutApology, index) }]
  })
}

function withoutApology(text: string): string {
  const sentences = splitSentences(text).filter((sentence) => !apologises.test(sentence))
  return sentences.join('').trim()
}
