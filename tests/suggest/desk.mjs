/**
 * Five desks whose code nobody who writes suites has seen, each with faults that somebody might make in it. The version
 * selects the fault: 1 has none, the others are counted from 2 in the order of `faults`. A desk understands wishes by
 * words, asks for what is missing, and asks before it changes something where it `confirms`.
 */

const yes = /^(?:yes|ja|ok|please do|sure)/i

/** An agent of a desk with its faults. */
const agentOf = (sound, faults) =>
  async function* ({ call, message, state, variables, version }) {
    const fault = Object.values(faults)[Number(version) - 2]
    const desk = fault === undefined ? sound : fault(sound)
    if (message === null) return yield desk.greets(variables)
    if (state.pending !== undefined) {
      const { wish, values } = JSON.parse(state.pending)
      delete state.pending
      if (yes.test(message)) return yield* perform(desk, desk.wishes[wish], values, call)
      return yield desk.leaves
    }
    if (desk.person?.test(message)) {
      yield { handOff: desk.colleague }
      return yield desk.introduces
    }
    const open = state.open === undefined ? null : JSON.parse(state.open)
    const name = Object.keys(desk.wishes).find((each) => desk.wishes[each].when.test(message)) ?? open?.wish
    if (name === undefined) return yield desk.lost
    delete state.open
    const wish = desk.wishes[name]
    const values = open?.wish === name ? open.values : {}
    for (const [key, { find }] of Object.entries(wish.takes ?? {})) {
      const found = find.exec(message)
      if (found !== null) values[key] = found[1] ?? found[0]
    }
    const missing = Object.keys(wish.takes ?? {}).find((key) => values[key] === undefined)
    if (missing !== undefined) {
      state.open = JSON.stringify({ wish: name, values })
      return yield wish.takes[missing].asks
    }
    if (wish.confirms !== undefined) {
      state.pending = JSON.stringify({ wish: name, values })
      return yield wish.confirms(values)
    }
    yield* perform(desk, wish, values, call)
  }

async function* perform(desk, { tool, fails, says, first, after, shape = (each) => each }, values, call) {
  if (first !== undefined) await call(first, shape(values))
  const done = tool === null ? { isError: false, value: {} } : await call(tool, shape(values))
  yield done.isError ? fails(values) : says(values, done.value)
  if (after !== undefined) await call(after, shape(values))
}

/** A desk with one wish changed. */
const changing = (name, change) => (desk) => ({
  ...desk,
  wishes: { ...desk.wishes, [name]: { ...desk.wishes[name], ...change(desk.wishes[name]) } },
})

const order = { find: /\b\d{4}\b/, asks: 'What is your order number?' }
const shop = {
  greets: ({ customer_name: name }) => `Hello ${name}, how can I help?`,
  lost: 'I can help with orders and refunds. What is it about?',
  leaves: 'Then nothing changes.',
  person: /person|human|colleague/i,
  colleague: 'shop-colleague',
  introduces: 'Hello, Mira here. How can I help?',
  wishes: {
    cancel: {
      ...{ when: /cancel/i, tool: 'cancel_order', takes: { order_id: order } },
      confirms: ({ order_id: id }) => `Shall I really cancel order ${id}?`,
      says: ({ order_id: id }, { refund }) => `Order ${id} is cancelled, you get ${refund} euros back.`,
      fails: ({ order_id: id }) => `Order ${id} cannot be cancelled any more.`,
    },
    refund: {
      ...{ when: /refund/i, tool: 'get_refund_status', takes: { order_id: order } },
      says: (_, { state, paid_on: day }) => `Your refund was ${state} on ${day}.`,
      fails: () => 'I see no refund for that order.',
    },
    track: {
      ...{ when: /find|where|look|track|status/i, tool: 'find_order', takes: { order_id: order } },
      says: ({ order_id: id }, { carrier, eta, status }) => `Order ${id} is ${status} with ${carrier} and arrives on ${eta}.`,
      fails: ({ order_id: id }) => `I find no order ${id}. Could you check the number?`,
    },
  },
}
export const shopFaults = {
  'does not look the order up': changing('track', () => ({ tool: null, says: () => 'Your order is on its way.' })),
  'says that an unknown order is shipped': changing('track', () => ({ fails: ({ order_id: id }) => `Order ${id} is shipped.` })),
  'cancels twice': changing('cancel', () => ({ first: 'cancel_order' })),
  'cancels when asked where an order is': changing('track', () => ({ after: 'cancel_order' })),
  'makes up the day of arrival': changing('track', () => ({ says: () => 'It is shipped and arrives on 24 December.' })),
  'cancels another order': changing('cancel', () => ({ shape: () => ({ order_id: '1042' }) })),
  'cancels without asking': changing('cancel', () => ({ confirms: undefined })),
  'does not hand over': (desk) => ({ ...desk, person: undefined }),
  'says the placeholder': (desk) => ({ ...desk, lost: 'Sorry ${customer_name}, what is it about?' }),
  'looks up refunds as orders': changing('refund', () => ({ tool: 'find_order' })),
}

const account = { find: /\bAC-\d+\b/i, asks: 'Which account is it?' }
const bank = {
  greets: () => 'Welcome to the bank.',
  lost: 'I can tell balances, list payments and block cards. Which is it?',
  leaves: 'All right, nothing was done.',
  wishes: {
    block: {
      ...{ when: /block/i, tool: 'block_card', takes: { card_number: { find: /\b\d{16}\b/, asks: 'What is the card number?' } } },
      confirms: () => 'Are you sure that you want to block it?',
      says: (_, { case: number }) => `The card is blocked. Your case is ${number}.`,
      fails: () => 'I do not know this card.',
    },
    payments: {
      ...{ when: /payment|transaction/i, tool: 'list_payments', takes: { account_id: account } },
      says: (_, { payments }) => payments.map(({ amount, to }) => `${amount} euros to ${to}`).join('; '),
      fails: () => 'There is no such account.',
    },
    balance: {
      ...{ when: /balance|account/i, tool: 'get_balance', takes: { account_id: account } },
      says: ({ account_id: id }, { balance }) => `The balance of ${id} is ${balance} euros.`,
      fails: () => 'There is no such account.',
    },
  },
}
export const bankFaults = {
  'tells a rounded balance': changing('balance', () => ({ says: () => 'You have about 1200 euros.' })),
  'tells a balance of its own': changing('balance', () => ({ tool: null, says: () => 'You have 900 euros.' })),
  'blocks a card with the balance': changing('balance', () => ({ after: 'block_card' })),
  'does not block, and says so': changing('block', () => ({ tool: null, says: () => 'The card is blocked.' })),
  'blocks twice': changing('block', () => ({ first: 'block_card' })),
  'gives a case number of its own': changing('block', () => ({ says: () => 'The card is blocked. Your case is C-999.' })),
  'lists one payment': changing('payments', () => ({ says: (_, { payments: [{ amount, to }] }) => `${amount} euros to ${to}` })),
  'takes an account of its own': changing('balance', () => ({ takes: {}, shape: () => ({ account_id: 'AC-1' }) })),
  'says that unknown accounts are empty': changing('balance', () => ({ fails: ({ account_id: id }) => `The balance of ${id} is 0 euros.` })),
}

const clinic = {
  greets: () => 'Clinic desk, good day.',
  lost: 'I can find, book and cancel appointments. What would you like?',
  leaves: 'Then I leave it as it is.',
  wishes: {
    cancel: {
      ...{ when: /cancel/i, tool: 'cancel_appointment', takes: { appointment_id: { find: /\bP\d{3}\b/, asks: 'Which appointment?' } } },
      says: ({ appointment_id: id }) => `Appointment ${id} is cancelled.`,
      fails: ({ appointment_id: id }) => `There is no appointment ${id}.`,
    },
    book: {
      when: /\bbook/i,
      tool: 'book_appointment',
      takes: {
        doctor: { find: /\b(Lind|Okafor)\b/i, asks: 'With which doctor?' },
        date: { find: /\b\d{4}-\d\d-\d\d\b/, asks: 'On which day?' },
      },
      confirms: ({ date, doctor }) => `Would you like me to book ${doctor} on ${date}?`,
      says: (_, { appointment, at }) => `It is booked: ${appointment} at ${at}.`,
      fails: () => 'That day is full.',
    },
    slots: {
      when: /free|slot|times/i,
      tool: 'find_slots',
      takes: { date: { find: /\b\d{4}-\d\d-\d\d\b/, asks: 'For which day?' } },
      says: (_, { slots }) => `Free are ${slots.join(' and ')}.`,
      fails: () => 'Nothing is free that day.',
    },
  },
}
export const clinicFaults = {
  'offers a time that is not free': changing('slots', () => ({ says: () => 'Free is 17:45.' })),
  'offers times on full days': changing('slots', () => ({ fails: () => 'Free are 09:30 and 14:15.' })),
  'books when asked for times': changing('slots', () => ({ after: 'book_appointment' })),
  'books another day': changing('book', () => ({ shape: (each) => ({ ...each, date: '2030-01-01' }) })),
  'books the other doctor': changing('book', () => ({ shape: (each) => ({ ...each, doctor: 'Okafor' }) })),
  'says another time than was booked': changing('book', () => ({ says: (_, { appointment }) => `It is booked: ${appointment} at 08:05.` })),
  'cancels without the number': changing('cancel', () => ({ takes: {}, shape: () => ({ appointment_id: 'P101' }) })),
  'says cancelled without doing it': changing('cancel', () => ({ tool: null })),
  'is rude': (desk) => ({ ...desk, lost: 'I did not get that. Read the page again.' }),
}

const hotel = {
  greets: () => 'Hotel desk.',
  lost: 'I can search rooms, book them and add breakfast.',
  leaves: 'As you like.',
  person: /person|human|manager|reception/i,
  colleague: 'reception',
  introduces: 'Reception, good evening.',
  wishes: {
    breakfast: {
      ...{ when: /breakfast/i, tool: 'add_breakfast', takes: { booking_number: { find: /\bB-\d+\b/, asks: 'What is the booking number?' } } },
      says: (_, { price }) => `Breakfast is added for ${price} euros a night.`,
      fails: () => 'I do not find this booking.',
    },
    book: {
      when: /\bbook\b/i,
      tool: 'book_room',
      takes: {
        room: { find: /\b(single|double|suite)\b/i, asks: 'A single, a double or a suite?' },
        nights: { find: /nights?:? (\d+)|(\d+) nights?/i, asks: 'For how many nights?' },
      },
      shape: ({ nights, room }) => ({ room: String(room).toLowerCase(), nights: Number(nights) }),
      confirms: ({ nights, room }) => `A ${room} for ${nights} nights. Shall I go ahead?`,
      says: (_, { booking_number: number, total }) => `Booked: ${number}, ${total} euros in total.`,
      fails: () => 'We are full.',
    },
    search: {
      ...{ when: /search|rooms|room/i, tool: 'search_rooms', takes: { city: { find: /\b(?:Oslo|Bergen|[A-Z]\d+)\b/, asks: 'In which city?' } } },
      says: (_, { rooms }) => rooms.map(({ kind, price }) => `${kind}: ${price} euros`).join(', '),
      fails: ({ city }) => `We have no hotel in ${city}.`,
    },
  },
}
export const hotelFaults = {
  'says a price without looking': changing('search', () => ({ tool: null, says: () => 'A double is 111 euros.' })),
  'leaves out the price': changing('search', () => ({ says: () => 'We have rooms.' })),
  'says the total of one night': changing('book', () => ({ says: (_, { booking_number: number, total }) => `Booked: ${number}, ${total / 2} euros in total.` })),
  'books one night more': changing('book', () => ({ shape: ({ nights, room }) => ({ room: room.toLowerCase(), nights: Number(nights) + 1 }) })),
  'books twice': changing('book', () => ({ first: 'book_room' })),
  'adds breakfast to each booking': changing('book', () => ({ after: 'add_breakfast' })),
  'adds no breakfast': changing('breakfast', () => ({ tool: null, says: () => 'Breakfast is added.' })),
  'keeps guests from the reception': (desk) => ({ ...desk, person: undefined }),
  'forgets to confirm': changing('book', () => ({ confirms: undefined })),
}

const medium = { find: /\bM\d{3}\b/, asks: 'Welche Nummer hat das Buch?' }
const library = {
  greets: () => 'Guten Tag, hier ist die Bibliothek.',
  lost: 'Ich kann Bücher suchen, reservieren und verlängern. Was darf es sein?',
  leaves: 'Gut, dann bleibt es so.',
  wishes: {
    extend: {
      ...{ when: /verlänger/i, tool: 'extend_loan', takes: { buch_nummer: medium } },
      confirms: ({ buch_nummer: id }) => `Soll ich ${id} wirklich verlängern?`,
      says: (_, { until }) => `Verlängert bis ${until}.`,
      fails: () => 'Das ist nicht möglich.',
    },
    reserve: {
      ...{ when: /reservier/i, tool: 'reserve_book', takes: { buch_nummer: medium } },
      says: (_, { place }) => `Reserviert, Sie sind auf Platz ${place}.`,
      fails: () => 'Dieses Buch kenne ich nicht.',
    },
    search: {
      ...{ when: /such|find/i, tool: 'find_book', takes: { buch_nummer: medium } },
      says: ({ buch_nummer: id }, { shelf, title }) => `${id} ist "${title}" und steht in Regal ${shelf}.`,
      fails: ({ buch_nummer: id }) => `Ein Buch ${id} haben wir nicht.`,
    },
  },
}
export const libraryFaults = {
  'nennt ein anderes Regal': changing('search', () => ({ says: ({ buch_nummer: id }) => `${id} steht in Regal 99.` })),
  'sucht nicht': changing('search', () => ({ tool: null, says: () => 'Es ist ausgeliehen.' })),
  'kennt jedes Buch': changing('search', () => ({ fails: ({ buch_nummer: id }) => `${id} steht in Regal 12.` })),
  'verlängert zweimal': changing('extend', () => ({ first: 'extend_loan' })),
  'verlängert ein anderes Buch': changing('extend', () => ({ shape: () => ({ buch_nummer: 'M999' }) })),
  'nennt einen anderen Tag': changing('extend', () => ({ says: () => 'Verlängert bis 2031-01-01.' })),
  'reserviert beim Suchen': changing('search', () => ({ after: 'reserve_book' })),
  'reserviert nicht': changing('reserve', () => ({ tool: null, says: () => 'Reserviert.' })),
  'duzt': (desk) => ({ ...desk, leaves: 'Ok, dann lass es.' }),
}

export const shopDesk = agentOf(shop, shopFaults)
export const bankDesk = agentOf(bank, bankFaults)
export const clinicDesk = agentOf(clinic, clinicFaults)
export const hotelDesk = agentOf(hotel, hotelFaults)
export const libraryDesk = agentOf(library, libraryFaults)
