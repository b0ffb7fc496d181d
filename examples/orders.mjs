// What all examples have in common: the orders of a shop.
const orders = { 1042: { status: 'shipped' }, 2001: { status: 'packing' } }

/**
 * @param {{ order_id: string }} given
 * @returns {Promise<{ status: string }>} rejects if there is no such order
 */
export async function lookUp({ order_id }) {
  const order = orders[order_id]
  if (order === undefined) throw new Error(`there is no order ${order_id}`)
  return order
}
