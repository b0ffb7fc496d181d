export const namesTheOrder = ({ user, reply }) => reply.includes(/\d+/.exec(user ?? '')?.[0] ?? 'no order')
export const isShort = ({ turns }) => turns.length < 3
