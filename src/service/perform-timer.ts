import { expireCall } from './calls/expire-call.ts'
import { placeCalls } from './calls/place-calls.ts'
import { stepCall, stopCall } from './calls/step-call.ts'
import type { ServiceContext } from './context/context.ts'
import { sendMessage } from './dispatch/send-message.ts'
import type { Timer, TimerKind } from './store/timer.ts'
import { endIdleSession } from './turn/watch-idle.ts'

/** Performs the action of a timer. */
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
}
