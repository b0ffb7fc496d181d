import type { AgentFunction, AgentTurn } from '../../src/service/workspace/agent-function.ts'
import { createDesk, type Step, type Talk, type Trade } from './desk.ts'
import type { Customer, Reservation } from './store.ts'

const ask = (about: string, question: string): Step => ({ about, ask: question })

const wishes: [wish: string, words: RegExp][] = [
  ['certificate', /\b(?:delayed|delay|compensat\w+)\b/i],
  ['bags', /\b(?:bags?|baggage|luggage|suitcase)\b/i],
  ['cabin', /\b(?:upgrade|downgrade|business class|to economy)\b/i],
  ['passenger', /\bpassenger\b/i],
  ['cancel', /\bcancel/i],
]

const identify: Trade['identify'] = async ({ call }, { last }) => {
  const id = /\b[a-z]+_[a-z]+_\d{4}\b/.exec(last)?.[0]
  if (id === undefined) return null
  return (await call('get_user_details', { user_id: id })).isError ? null : id
}

async function next(turn: AgentTurn, talk: Talk): Promise<Step> {
  const { last, asked, told, customer: user_id = '' } = talk
  const wish = talk.wish ?? wishes.find(([, words]) => words.test(talk.words))?.[0]
  if (wish === undefined)
    return ask(
      'wish',
      'What can I do for you: cancel a trip, add bags, change a passenger or the cabin, or is it about a delay?',
    )
  talk.wish = wish
  const customer = (await turn.call('get_user_details', { user_id })).value as Customer
  const trip = await tripOf(turn, talk, customer)
  if (trip === null)
    return ask(
      'trip',
      'What is your reservation number? If you do not have it at hand, tell me from where to where it goes.',
    )
  const { reservation_id, passengers } = trip
  const route = `${reservation_id} from ${trip.origin} to ${trip.destination}`
  if (wish === 'cancel')
    return { tool: 'cancel_reservation', with: { reservation_id }, says: `I will cancel ${route}.` }
  if (wish === 'certificate') {
    const amount = 50 * passengers.length
    return {
      tool: 'send_certificate',
      with: { user_id, amount },
      says: `I will send you a certificate of $${amount} for ${route}.`,
    }
  }
  if (wish === 'passenger') {
    if (asked === 'passenger') Object.assign(told, { passenger: last })
    const renamed = told.passenger === undefined ? null : rename(passengers, told.passenger, customer)
    if (renamed === null) return ask('passenger', 'Which passenger should be changed, and to which name?')
    const names = renamed.map((each) => `${each.first_name} ${each.last_name}`).join(', ')
    const args = { reservation_id, passengers: renamed }
    return { tool: 'update_reservation_passengers', with: args, says: `I will have ${names} fly on ${route}.` }
  }
  if (asked === 'bags') told.bags = /\b(?:\d|one|two|three|four)\b/i.exec(last)?.[0] ?? told.bags ?? ''
  if (wish === 'bags' && (told.bags ?? '') === '') return ask('bags', 'How many checked bags should it be in all?')
  const cabin = /\b(business|economy)\b/i.exec(talk.words)?.[0].toLowerCase()
  if (wish === 'cabin' && cabin === undefined) return ask('cabin', 'Should it be business or economy?')
  if (asked === 'payment') told.payment = methodIn(last, customer) ?? told.payment ?? ''
  if ((told.payment ?? '') === '')
    return ask('payment', 'Which payment method do you choose: a gift card, or a credit card by its last digits?')
  const payment_id = told.payment as string
  if (wish === 'bags') {
    const total = Number(told.bags) || ['', 'one', 'two', 'three', 'four'].indexOf(String(told.bags).toLowerCase())
    const paid = Math.max(0, total - freeBags(trip, customer))
    const args = { reservation_id, total_baggages: total, nonfree_baggages: paid, payment_id }
    return {
      tool: 'update_reservation_baggages',
      with: args,
      says: `I will set ${route} to ${total} bags, ${paid} of them paid.`,
    }
  }
  const flights = trip.flights.map(({ flight_number, date }) => ({ flight_number, date }))
  const input = { reservation_id, cabin: cabin as string, flights, payment_id }
  return { tool: 'update_reservation_flights', with: input, says: `I will book ${route} in ${cabin}.` }
}

/** How many bags the policy lets a customer check in for free. */
function freeBags({ cabin, passengers }: Reservation, { membership }: Customer): number {
  const rank = ['regular', 'silver', 'gold'].indexOf(String(membership))
  return passengers.length * Math.max(0, rank + ['basic_economy', 'economy', 'business'].indexOf(cabin))
}

function rename(
  passengers: Reservation['passengers'],
  words: string,
  customer: Customer,
): Reservation['passengers'] | null {
  if (/\bmyself\b/i.test(words)) {
    const { first_name, last_name } = customer.name as { first_name: string; last_name: string }
    return [{ first_name, last_name, dob: customer.dob as string }]
  }
  const [, from = '', , first_name = '', last_name = ''] =
    /\b([A-Z][a-z]+) ([A-Z][a-z]+) to ([A-Z][a-z]+) ([A-Z][a-z]+)/.exec(words) ?? []
  if (!passengers.some((each) => each.first_name === from)) return null
  return passengers.map((each) => (each.first_name === from ? { ...each, first_name, last_name } : each))
}

function methodIn(words: string, { payment_methods }: Customer): string | undefined {
  const all = Object.entries(payment_methods)
  const byDigits = all.find(([id, { last_four }]) =>
    [last_four, id.slice(-4)].some((each) => each !== undefined && words.includes(each)),
  )
  const bySource = all.find(([, { source }]) => words.toLowerCase().includes(source.replace('_', ' ')))
  return (byDigits ?? bySource)?.[0]
}

/** The reservation that the customer means: by its number, or by its destination. */
async function tripOf({ call }: AgentTurn, { words, told }: Talk, customer: Customer): Promise<Reservation | null> {
  const codes = [...words.matchAll(/\b(?=\w*\d)[A-Z0-9]{6}\b|\b[A-Z]{6}\b/g)].map(([code]) => code)
  for (const reservation_id of [told.trip ?? '', ...codes]) {
    if (reservation_id === '') continue
    const { value, isError } = await call('get_reservation_details', { reservation_id })
    if (!isError && (value as Reservation).user_id === customer.user_id) return value as Reservation
  }
  const [, from, to] = /\b([A-Z]{3})\b[^A-Z]*\b([A-Z]{3})\b/.exec(words) ?? []
  for (const reservation_id of from === undefined ? [] : (customer.reservations as string[])) {
    const { value, isError } = await call('get_reservation_details', { reservation_id })
    if (isError || (value as Reservation).origin !== from || (value as Reservation).destination !== to) continue
    told.trip = reservation_id
    return value as Reservation
  }
  return null
}

const trade: Trade = {
  identify,
  who: 'May I have your user id?',
  next,
  async misdirect({ call }, planned, customer) {
    const { reservations } = (await call('get_user_details', { user_id: customer })).value as Customer
    if (planned.with.reservation_id === undefined)
      return { ...planned, with: { ...planned.with, user_id: trade.stranger(customer) } }
    const other = (reservations as string[]).find((each) => each !== planned.with.reservation_id) ?? 'XXXXXX'
    return { ...planned, with: { ...planned.with, reservation_id: other } }
  },
  stranger: (customer) => (customer === 'sofia_kim_7287' ? 'omar_rossi_1241' : 'sofia_kim_7287'),
}

export default createDesk(trade) satisfies AgentFunction
export const writesNothing: AgentFunction = createDesk(trade, 'writes nothing')
export const takesAnotherTrip: AgentFunction = createDesk(trade, 'takes another order')
export const neverAsks: AgentFunction = createDesk(trade, 'never asks')
export const readsAStranger: AgentFunction = createDesk(trade, 'reads a stranger')
export const goesRound: AgentFunction = createDesk(trade, 'goes round')
