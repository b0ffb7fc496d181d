import type { Session } from '../../../src/wire/api/session.ts'
import type { World } from '../world.ts'

type Shown = Session & Record<string, unknown>

/** One session per kind of channel, some finished, which together contain every kind of entry and item. */
export async function everySession(world: World): Promise<Shown[]> {
  const { chat, send, local, advance, fetchSession } = world
  const ids: string[] = []
  const add = (id: string): void => void ids.push(id)
  add((await chat({ message: 'use your tools', metadata: { first_name: 'Asha' } })).data.sessionId)
  add((await chat({ message: 'show everything' })).data.sessionId)
  add((await chat({ message: 'goodbye', customerEmail: 'a@x.test' })).data.sessionId)
  for (const base of ['waSay', 'waPrompt', 'waTemplate', 'webPrompt', 'emailSay', 'emailPrompt'])
    add((await send(base)).data.sessionId)
  add((await send('call')).data.callId)
  for (const channel of ['Shop SMS', 'Shop voice', 'Hotline', 'Shop WhatsApp'])
    add((await local('POST', 'inbound', { channel, from: '15550177', message: 'use your tools' })).body.sessionId)
  await advance('5 min')
  return Promise.all(ids.map((id) => fetchSession(id)))
}

/** A call that was answered and has ended. */
export async function finishedCall({ send, advance, fetchSession }: World): Promise<Shown> {
  const { callId } = (await send('call')).data
  await advance('10 min')
  return fetchSession(callId)
}
