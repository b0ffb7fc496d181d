import type { AgentFunction, AgentTurn } from '../../src/service/workspace/agent-function.ts'
import { createDesk, type Planned, type Step, type Talk, type Trade } from './desk.ts'
import type { Customer, Item, Order, Product } from './store.ts'

const ask = (about: string, question: string): Step => ({ about, ask: question })
const has = (words: string, part: string): boolean => words.toLowerCase().includes(part.toLowerCase())

/** The wishes, with the words that reveal them; the first match counts. */
const wishes: [wish: string, words: RegExp][] = [
  ['home', /\b(?:default|home|profile) address\b|\bmoved\b/i],
  ['address', /\baddress\b|\bdeliver(?:ed)? (?:it )?to\b/i],
  ['payment', /\bpay(?:ment)?\b.*\binstead\b|\bpayment method\b/i],
  ['cancel', /\bcancel/i],
  ['return', /\b(?:return|money back|refund|send back)/i],
  ['exchange', /\b(?:exchange|swap|switch|change|modify|replace)/i],
]

const identify: Trade['identify'] = async ({ call }, { words, last }) => {
  const email = /[\w.]+@[\w.]+\w/.exec(last)?.[0]
  const id = /\b[a-z]+_[a-z]+_\d{4}\b/.exec(last)?.[0]
  const [, first_name = '', last_name = ''] = /\b([A-Z][a-z]+) ([A-Z][a-z]+)\b(?=[^A-Z]*\d{5})/.exec(words) ?? []
  const zip = /\b\d{5}\b/.exec(last)?.[0]
  const lookup =
    email !== undefined
      ? await call('find_user_id_by_email', { email })
      : id !== undefined
        ? await call('get_user_details', { user_id: id })
        : zip !== undefined && first_name !== ''
          ? await call('find_user_id_by_name_zip', { first_name, last_name, zip })
          : null
  if (lookup === null || lookup.isError) return null
  return id ?? String(lookup.value ?? lookup.output)
}

async function next(turn: AgentTurn, talk: Talk): Promise<Step> {
  const { told, last, asked, customer: user_id = '' } = talk
  const wish = talk.wish ?? wishes.find(([, words]) => words.test(talk.words))?.[0]
  if (wish === undefined) return ask('wish', 'What can I do for you: cancel, return, exchange, or change an order?')
  talk.wish = wish
  const customer = (await turn.call('get_user_details', { user_id })).value as Customer
  if (wish === 'home') {
    const address = addressIn(asked === 'address' ? last : '')
    if (address === null) return ask('address', 'What is the new address, with street, city, state and zip code?')
    return {
      tool: 'modify_user_address',
      with: { user_id, ...address },
      says: `I will set your address to ${told.address ?? last}.`,
    }
  }
  const order = await orderOf(turn, talk, customer)
  if (order === null)
    return ask('order', 'What is your order number? If you do not have it at hand, tell me what was in the order.')
  const { order_id } = order
  if (wish === 'address') {
    const address = addressIn(asked === 'address' ? last : '')
    if (address === null) return ask('address', 'What is the new address, with street, city, state and zip code?')
    return {
      tool: 'modify_pending_order_address',
      with: { order_id, ...address },
      says: `I will send ${order_id} to ${last}.`,
    }
  }
  if (wish === 'cancel') {
    const reason = /no longer need|not need|by mistake/i.exec(last)?.[0]
    if (asked !== 'reason' || reason === undefined)
      return ask('reason', 'Why is that: is it no longer needed, or was it ordered by mistake?')
    const why = /mistake/i.test(reason) ? 'ordered by mistake' : 'no longer needed'
    return {
      tool: 'cancel_pending_order',
      with: { order_id, reason: why },
      says: `I will cancel order ${order_id} (${why}).`,
    }
  }
  if (wish !== 'payment' && told.items === undefined) {
    const mentions = itemsIn(talk.words, order)
    if (mentions.length > 0) told.items = mentions.map(({ item_id }) => item_id).join()
  }
  const items = order.items.filter(({ item_id }) => told.items?.includes(item_id))
  if (wish !== 'payment' && items.length === 0)
    return ask('items', `Which items of order ${order_id}: ${order.items.map(({ name }) => name).join(', ')}?`)
  const fresh: string[] = []
  if (wish === 'exchange')
    for (const item of items) {
      const about = `instead of ${item.item_id}`
      if (asked === about && told[about] === undefined) {
        const choice = await choose(turn, item, last)
        if (choice !== null) told[about] = choice
      }
      const own = told[about]
      if (own === undefined) return ask(about, `What should the new ${item.name.toLowerCase()} be like?`)
      fresh.push(own)
    }
  const methods = Object.entries(customer.payment_methods)
  if (asked === 'payment' || methods.length === 1) {
    const method = methods.length === 1 ? methods[0]?.[0] : methodIn(last, methods, order)
    if (method !== undefined) told.payment = method
  }
  const { payment } = told
  if (payment === undefined)
    return ask(
      'payment',
      `Which payment method do you choose: ${methods.map(([, { source, last_four }]) => `${source.replace('_', ' ')}${last_four === undefined ? '' : ` ending in ${last_four}`}`).join(', ')}?`,
    )
  return plan(wish, order, items, fresh, payment)
}

function plan(wish: string, order: Order, items: Item[], fresh: string[], payment_method_id: string): Planned {
  const { order_id, status } = order
  const names = items.map(({ name }) => name).join(', ')
  const item_ids = items.map(({ item_id }) => item_id)
  if (wish === 'payment')
    return {
      tool: 'modify_pending_order_payment',
      with: { order_id, payment_method_id },
      says: `I will charge ${order_id} to ${payment_method_id}.`,
    }
  if (wish === 'return')
    return {
      tool: 'return_delivered_order_items',
      with: { order_id, item_ids, payment_method_id },
      says: `I will return ${names} of ${order_id} to ${payment_method_id}.`,
    }
  const tool = status === 'delivered' ? 'exchange_delivered_order_items' : 'modify_pending_order_items'
  return {
    tool,
    with: { order_id, item_ids, new_item_ids: fresh, payment_method_id },
    says: `I will exchange ${names} of ${order_id}.`,
  }
}

/** The order that the customer means: by its number, or by its contents. */
async function orderOf({ call }: AgentTurn, { words, wish, told }: Talk, customer: Customer): Promise<Order | null> {
  const orderId = told.order ?? /W\d{7}\b/.exec(words)?.[0]
  if (orderId !== undefined) {
    const { value, isError } = await call('get_order_details', { order_id: `#${orderId}` })
    const order = isError ? null : (value as Order)
    if (order !== null && order.user_id === customer.user_id) return order
  }
  const pattern = wish === 'return' ? /delivered/ : wish === 'exchange' ? /delivered|pending/ : /pending/
  const fitting: Order[] = []
  for (const order_id of customer.orders as string[]) {
    const { value, isError } = await call('get_order_details', { order_id })
    if (isError || !pattern.test((value as Order).status)) continue
    if ((value as Order).items.some(({ name }) => has(words, name))) fitting.push(value as Order)
  }
  const [one] = fitting
  if (fitting.length !== 1 || one === undefined) return null
  told.order = one.order_id.slice(1)
  return one
}

function itemsIn(words: string, { items }: Order): Item[] {
  const [, keepWords = ''] = /\b(?:but|except)(?: for)?\b([^.\n]*)/i.exec(words) ?? []
  if (/\b(?:everything|all)\b/i.test(words)) return items.filter(({ name }) => !has(keepWords, name))
  const mentions = items.filter(({ name }) => has(words, name))
  // Of several items with the same name, keep those with an option that the customer mentioned.
  return mentions.filter((item) => {
    const alike = mentions.filter(({ name }) => name === item.name)
    const matches = alike.filter(({ options }) => Object.values(options).some((each) => has(words, each)))
    return matches.length === 0 || matches.includes(item)
  })
}

/** The variant with most of the mentioned options; among equals the one most like the old item, then the cheapest. */
async function choose({ call }: AgentTurn, item: Item, words: string): Promise<string | null> {
  if (/\bsame (?:one|item)\b/i.test(words)) return item.item_id
  const { value } = await call('get_product_details', { product_id: item.product_id })
  const variants = Object.values((value as Product).variants).filter(({ available }) => available)
  const countMentions = (options: Record<string, string>): number =>
    Object.values(options).filter((each) =>
      new RegExp(`(?<![\\w-])${each.replace(/\W/g, '\\$&')}(?![\\w-])`, 'i').test(words),
    ).length
  const alike = (options: Record<string, string>): number =>
    Object.entries(options).filter(([name, each]) => item.options[name] === each).length
  const isCheap = /\bcheapest\b/i.test(words)
  const most = Math.max(0, ...variants.map(({ options }) => countMentions(options)))
  if (most === 0 && !isCheap) return null
  const [best] = variants
    .filter(({ options }) => countMentions(options) === most)
    .toSorted((one, other) => (isCheap ? 0 : alike(other.options) - alike(one.options)) || one.price - other.price)
  return best?.item_id ?? null
}

function methodIn(
  words: string,
  methods: [string, Customer['payment_methods'][string]][],
  { payment_history }: Order,
): string | undefined {
  if (/\boriginal\b/i.test(words)) return payment_history[0]?.payment_method_id
  const candidates = methods.filter(
    ([, { source, brand }]) => has(words, source.replace('_', ' ')) || (brand !== undefined && has(words, brand)),
  )
  const exact = candidates.find(
    ([, { last_four, brand }]) =>
      (last_four !== undefined && words.includes(last_four)) || (brand !== undefined && has(words, brand)),
  )
  return (exact ?? candidates[0])?.[0]
}

/** `517 Lakeview Drive, Suite 183, Seattle, WA, USA, 98195`, in the form that the tools take. */
function addressIn(words: string) {
  const match = /(\d+ [\w ]+), (Suite \d+), ([\w ]+), ([A-Z]{2}), (\w+), (\d{5})/.exec(words)
  if (match === null) return null
  const [, address1 = '', address2 = '', city = '', state = '', country = '', zip = ''] = match
  return { address1, address2, city, state, country, zip }
}

const trade: Trade = {
  identify,
  who: 'May I have your email address, your customer id, or your full name with your zip code?',
  next,
  async misdirect({ call }, planned, customer) {
    const { orders } = (await call('get_user_details', { user_id: customer })).value as Customer
    if (planned.with.order_id === undefined)
      return { ...planned, with: { ...planned.with, user_id: trade.stranger(customer) } }
    const other = (orders as string[]).find((each) => each !== planned.with.order_id) ?? '#W0000000'
    return { ...planned, with: { ...planned.with, order_id: other } }
  },
  stranger: (customer) => (customer === 'sofia_li_9219' ? 'mei_davis_8935' : 'sofia_li_9219'),
}

export default createDesk(trade) satisfies AgentFunction
export const writesNothing: AgentFunction = createDesk(trade, 'writes nothing')
export const takesAnotherOrder: AgentFunction = createDesk(trade, 'takes another order')
export const neverAsks: AgentFunction = createDesk(trade, 'never asks')
export const readsAStranger: AgentFunction = createDesk(trade, 'reads a stranger')
export const goesRound: AgentFunction = createDesk(trade, 'goes round')
