import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import type { ToolCaller, ToolFunction } from '../../src/service/workspace/agent-function.ts'

type Payments = Record<string, { source: string; last_four?: string; brand?: string }>
export interface Customer extends JsonObject {
  user_id: string
  payment_methods: Payments
}
export interface Item extends JsonObject {
  name: string
  product_id: string
  item_id: string
  options: Record<string, string>
}
export interface Order extends JsonObject {
  order_id: string
  user_id: string
  status: string
  items: Item[]
  payment_history: { payment_method_id: string }[]
}
export interface Product extends JsonObject {
  name: string
  variants: Record<string, { item_id: string; options: Record<string, string>; available: boolean; price: number }>
}
export interface Reservation extends JsonObject {
  reservation_id: string
  user_id: string
  origin: string
  destination: string
  cabin: string
  passengers: { first_name: string; last_name: string; dob: string }[]
  flights: { flight_number: string; date: string }[]
}

/** The records of both companies, by id. */
interface Records {
  customers: Record<string, Customer>
  orders: Record<string, Order>
  products: Record<string, Product>
  reservations: Record<string, Reservation>
}

/** What a talk works on: its own copy of all records, and a log of what was done to them. */
interface Books extends Records {
  /** The customers whose records were read. */
  read: Set<string>
  /** The writes, each with the customer's last message before it. */
  writes: { tool: string; said: string }[]
  changed: Set<string>
  said: string
}

const records = readFileSync(resolve(import.meta.dirname, 'records.json'), 'utf8')
const talks = new Map<string, Books>()

function booksOf({ sessionId }: Pick<ToolCaller, 'sessionId'>): Books {
  let books = talks.get(sessionId)
  if (books === undefined) {
    const fresh = JSON.parse(records) as Records
    books = { ...fresh, read: new Set(), writes: [], changed: new Set(), said: '' }
    talks.set(sessionId, books)
  }
  return books
}

/**
 * The desk records each message of the customer here, whatever its agent makes of it: consent is judged by
 * the customer's words.
 */
export function note(sessionId: string, message: string): void {
  booksOf({ sessionId }).said = message
}

/**
 * What the tools left behind, for `state:`: the customers read, the writes with the words that led to them,
 * and the changed records.
 */
export const stateOfBooks: ToolFunction = (_given, caller) => {
  const { read, writes, changed, customers, orders, reservations } = booksOf(caller)
  const only = (all: Record<string, JsonValue>): JsonObject =>
    Object.fromEntries(Object.entries(all).filter(([id]) => changed.has(id)))
  return {
    read: [...read],
    writes,
    customers: only(customers),
    orders: only(orders),
    reservations: only(reservations),
  }
}

function found<T extends { user_id?: string }>(
  all: Record<string, T>,
  id: JsonValue | undefined,
  what: string,
  books: Books,
): T {
  const record = all[String(id)]
  if (record === undefined) throw new Error(`${what} not found`)
  if (record.user_id !== undefined) books.read.add(record.user_id)
  return record
}

const reads = (read: (given: JsonObject, books: Books) => JsonValue): ToolFunction => {
  return (args, caller) => structuredClone(read(args, booksOf(caller)))
}

/** A tool that changes one record; `change` returns it. */
function writes(
  tool: string,
  change: (given: JsonObject, books: Books) => [id: string, record: JsonObject],
): ToolFunction {
  return (args, caller) => {
    const books = booksOf(caller)
    const [id, record] = change(args, books)
    books.changed.add(id)
    books.writes.push({ tool, said: books.said })
    return structuredClone(record)
  }
}

const customerNamed = (books: Books, fits: (customer: Customer) => boolean): string => {
  const one = Object.values(books.customers).find(fits)
  if (one === undefined) throw new Error('user not found')
  return one.user_id
}

export const findByEmail: ToolFunction = reads(({ email }, books) =>
  customerNamed(books, (each) => each.email === String(email).toLowerCase()),
)
export const findByNameAndZip: ToolFunction = reads(({ first_name, last_name, zip }, books) =>
  customerNamed(books, ({ name, address }) => {
    const [own, home] = [name as JsonObject, address as JsonObject]
    return own.first_name === first_name && own.last_name === last_name && home.zip === zip
  }),
)
export const getCustomer: ToolFunction = reads(({ user_id }, books) => found(books.customers, user_id, 'user', books))
export const getOrder: ToolFunction = reads(({ order_id }, books) => found(books.orders, order_id, 'order', books))
export const getProduct: ToolFunction = reads(({ product_id }, books) => {
  return found(books.products as Record<string, Product & { user_id?: string }>, product_id, 'product', books)
})
export const getReservation: ToolFunction = reads(({ reservation_id }, books) =>
  found(books.reservations, reservation_id, 'reservation', books),
)

function changeOrder(
  tool: string,
  status: string,
  change: (order: Order, given: JsonObject) => Partial<Order>,
): ToolFunction {
  return writes(tool, (args, books) => {
    const order = found(books.orders, args.order_id, 'order', books)
    if (order.status !== status) throw new Error(`order is ${order.status}, not ${status}`)
    for (const id of (args.item_ids ?? []) as string[])
      if (!order.items.some(({ item_id }) => item_id === id)) throw new Error(`item ${id} not found`)
    return [order.order_id, Object.assign(order, change(order, args))]
  })
}

export const cancelOrder: ToolFunction = changeOrder('cancel_pending_order', 'pending', (_order, { reason }) => ({
  status: 'cancelled',
  cancel_reason: reason as string,
}))
export const returnItems: ToolFunction = changeOrder('return_delivered_order_items', 'delivered', (_order, args) => ({
  status: 'return requested',
  return_items: args.item_ids as string[],
  return_payment_method_id: args.payment_method_id as string,
}))
export const exchangeItems: ToolFunction = changeOrder(
  'exchange_delivered_order_items',
  'delivered',
  (_order, args) => ({
    status: 'exchange requested',
    exchange_items: args.item_ids as string[],
    exchange_new_items: args.new_item_ids as string[],
    exchange_payment_method_id: args.payment_method_id as string,
  }),
)
export const modifyItems: ToolFunction = changeOrder('modify_pending_order_items', 'pending', ({ items }, args) => {
  const [old, fresh] = [args.item_ids as string[], args.new_item_ids as string[]]
  return {
    status: 'pending (item modified)',
    items: items.map((item) => ({ ...item, item_id: fresh[old.indexOf(item.item_id)] ?? item.item_id })),
  }
})
export const modifyAddress: ToolFunction = changeOrder(
  'modify_pending_order_address',
  'pending',
  (_order, { order_id: _, ...address }) => ({ address }),
)
export const modifyPayment: ToolFunction = changeOrder(
  'modify_pending_order_payment',
  'pending',
  ({ payment_history }, { payment_method_id }) => ({
    payment_history: [...payment_history, { payment_method_id: payment_method_id as string }],
  }),
)
export const modifyHome: ToolFunction = writes('modify_user_address', ({ user_id, ...address }, books) => {
  const customer = found(books.customers, user_id, 'user', books)
  return [customer.user_id, Object.assign(customer, { address })]
})

function changeReservation(
  tool: string,
  change: (reservation: Reservation, given: JsonObject) => Partial<Reservation>,
): ToolFunction {
  return writes(tool, (args, books) => {
    const reservation = found(books.reservations, args.reservation_id, 'reservation', books)
    return [reservation.reservation_id, Object.assign(reservation, change(reservation, args))]
  })
}

export const cancelReservation: ToolFunction = changeReservation('cancel_reservation', () => ({ status: 'cancelled' }))
export const updateBags: ToolFunction = changeReservation('update_reservation_baggages', (_own, args) => ({
  total_baggages: args.total_baggages as number,
  nonfree_baggages: args.nonfree_baggages as number,
}))
export const updatePassengers: ToolFunction = changeReservation('update_reservation_passengers', (_own, args) => ({
  passengers: args.passengers as Reservation['passengers'],
}))
export const updateFlights: ToolFunction = changeReservation('update_reservation_flights', (_own, args) => ({
  cabin: args.cabin as string,
  flights: args.flights as Reservation['flights'],
}))
export const sendCertificate: ToolFunction = writes('send_certificate', ({ user_id, amount }, books) => {
  const customer = found(books.customers, user_id, 'user', books)
  const id = `certificate_of_${customer.user_id}`
  customer.payment_methods[id] = { source: 'certificate', amount } as Payments[string]
  return [customer.user_id, customer]
})
