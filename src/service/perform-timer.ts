import { stepCall, stopCall } from './calls/live-call.ts'
import { expireCall, placeCalls } from './calls/queue.ts'
import type { ServiceContext } from './context/context.ts'
import { sendMessage } from './dispatch/send-message.ts'
import type { Timer, TimerKind } from './store/store.ts'
import { endIdleSession, endSession } from './turn/session.ts'

export function performTimer(context: ServiceContext, { kind, subject }: Timer): void {
  performers[kind](context, subject)
}

const performers: Record<TimerKind, (context: ServiceContext, subject: string) => void> = {
  'send message': (context, id) => {
    const message = context.store.message(id)
    if (message?.status === 'waiting') sendMessage(context, message)
  },
  'place call': (context, id) => {
    const call = context.store.call(id)
    if (call !== undefined) placeCalls(context, call.workspace)
  },
  'call step': stepCall,
  'end call': stopCall,
  'expire call': expireCall,
  'end idle session': endIdleSession,
  'end session': endSession,
}
