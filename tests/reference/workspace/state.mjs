/** The state of the shop, the same for every session. */
export const state = () => ({ orders: { 1042: 'shipped', 2077: 'packing' } })
