import { cutText } from '../../base/privacy/cut.ts'
import { nameWords } from '../../base/text/name-words.ts'
import type { Manner, SimulatedUser } from '../../suite/language/script/simulated-user.ts'
import { askingSentences, lackedQuestion, subjectsIn } from './asked.ts'

type Facts = SimulatedUser['knows']

/** Facts as the agenda states them: `Order: 1042.`, or only the values. */
export function describeFacts(facts: Facts, manners: readonly Manner[]): string {
  const valuesOf = ({ value }: Facts[number]): string => value.map((each) => each.value).join(', ')
  if (manners.includes('terse')) return facts.map(valuesOf).join(', ')
  return facts.map((fact) => `${capital(nameWords(fact.name).join(' '))}: ${valuesOf(fact)}.`).join(' ')
}

/** The facts named in sentences of a reply that ask for something, in the card's words or similar ones. */
export function factsAskedIn(reply: string, facts: Facts): Facts {
  const sentences = askingSentences(reply)
  const asking = sentences.map((sentence) => nameWords(sentence))
  const matches = facts.filter(({ name }) => {
    const words = nameWords(name)
    return words.length > 0 && asking.some((sentence) => words.every((word) => sentence.includes(word)))
  })
  if (matches.length > 0) return matches
  const subjects = sentences.map((sentence) => subjectsIn(sentence).map(conceptOf)).filter(({ length }) => length > 0)
  return facts.filter((fact) => subjects.some((each) => isAbout(each, fact, facts)))
}

/** The only fact that something could be looked up by; null where there is none, or more than one. */
export function onlyNumber(facts: Facts): Facts[number] | null {
  const [number, ...others] = facts.filter(
    (fact) => hasDigits(fact) && !nameWords(fact.name).some((word) => unlike.test(word)),
  )
  return others.length > 0 ? null : (number ?? null)
}

/** The facts that a question repeats for confirmation, and whether it has them right. */
export function echoedIn(reply: string, facts: Facts): { facts: Facts; isRight: boolean } | null {
  const asking = askingSentences(reply)
  for (const sentence of asking) {
    const right = facts.filter((fact) => fact.value.some(({ value }) => echoes(sentence, fact, nameWords(value))))
    if (right.length > 0) return { facts: right, isRight: true }
  }
  for (const sentence of asking)
    for (const number of nameWords(sentence).filter((word) => /\d/.test(word))) {
      const wrong = facts.filter((fact) => isAlike(number, fact) && echoes(sentence, fact, [number]))
      const [fact] = wrong
      if (fact !== undefined && wrong.length === 1) return { facts: wrong, isRight: false }
    }
  return null
}

/** Whether a sentence contains these words in a row and otherwise only asks to confirm the fact. */
function echoes(sentence: string, { name }: Facts[number], value: readonly string[]): boolean {
  const words = nameWords(sentence)
  const at = words.findIndex(
    (_, index) => value.length > 0 && value.every((word, place) => words[index + place] === word),
  )
  if (at < 0) return false
  const own = nameWords(name).map(conceptOf)
  return words
    .toSpliced(at, value.length)
    .every((word) => echoing.has(word) || own.includes(conceptOf(word)) || conceptOf(word) === 'number')
}

/** Whether a number could be a misheard version of the fact: as long as its value, but different. */
function isAlike(number: string, { value }: Facts[number]): boolean {
  return (
    value.length === 1 &&
    value.every((each) => each.value.length === number.length && /^[\p{L}\p{N}]+$/u.test(each.value))
  )
}

/** Whether a question is about one fact: everything it names is part of the fact's name, or its number. */
function isAbout(subjects: readonly string[], fact: Facts[number], facts: Facts): boolean {
  const own = nameWords(fact.name).map(conceptOf)
  const isNumber = (subject: string): boolean => subject === 'number' && hasDigits(fact)
  if (!subjects.every((subject) => own.includes(subject) || isNumber(subject))) return false
  if (subjects.every((subject) => subject === 'number')) return onlyNumber(facts) === fact
  return subjects.some((subject) => subject !== 'number' && own.includes(subject))
}

const hasDigits = ({ value }: Facts[number]): boolean => value.some((each) => /\d/.test(each.value))

/** Names of facts that nothing is looked up by. */
const unlike =
  /^(?:e?mail|phone|mobile|telephone|zip|post(?:al|code)?|date|day|birth\w*|time|address|street|city|price|amount|total|size|quantity|count|age)$/

/** Synonyms that agents use; each line maps to its first word. */
const near: ReadonlyMap<string, string> = new Map(
  [
    'order orders purchase purchases bestellung auftrag kauf pedido compra commande achat',
    'booking bookings reservation buchung reservierung reserva réservation',
    'ticket case vorgang',
    'account konto cuenta compte',
    'customer client member kunde kundin kunden cliente',
    'email mail emails',
    'phone telephone mobile cell telefon handy teléfono téléphone',
    'zip postal postcode postleitzahl plz',
    'number numbers no nr num id ids identifier identification reference ref code nummer kennung referenz número referencia numéro référence',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ')
    return [first, ...others].map((word): [string, string] => [word, first])
  }),
)

const conceptOf = (word: string): string => near.get(word) ?? word

const echoing: ReadonlySet<string> = new Set(
  [
    'is it its really so correct right you said say saying did do mean meant that s t this and was were the your yes ok okay true sure certain are',
    'confirm just to be would then isn wasn aren given gave me have has i understand understood got get heard here as read with for of a can could please',
    'ist das es die der wirklich also richtig korrekt stimmt sie haben gesagt ja lautet ihre deine und c est bien vous avez dit le la votre oui vrai',
    'son su el lo correcto cierto verdad dijo usted sí y',
  ].flatMap((line) => line.split(' ')),
)

/** The last question of a reply in its own words; null where there is none, except to close the talk. */
export function questionIn(reply: string): string | null {
  const last = lackedQuestion(reply)
  return last === null ? null : firstWords(last)
}

/** A text on one line, cut if it is long. */
export function firstWords(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), 160)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
