/** What the shop holds, whoever asks. */
export const state = () => ({ orders: { 1042: 'shipped', 2077: 'packing' } })
