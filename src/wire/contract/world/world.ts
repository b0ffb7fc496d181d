import type { Exchange } from './exchange.ts'
import type { Subject } from './subject.ts'

/** A session that was made before the run, so that requests can name it. */
export interface KnownSession {
  id: string
  workspace: 'own' | 'other'
  kind: 'inline' | 'completed' | 'whatsapp' | 'email' | 'call'
  agent: string
}

/** A subject with the sessions that requests can name. */
export interface World {
  subject: Subject
  sessions: KnownSession[]
  /** Called with every exchange. */
  watch(exchange: Exchange): void
}

/** The ids of the known sessions of a kind. */
export function sessionsOf(world: World, workspace: KnownSession['workspace'], kind: KnownSession['kind']): string[] {
  return world.sessions.filter((each) => each.workspace === workspace && each.kind === kind).map(({ id }) => id)
}
