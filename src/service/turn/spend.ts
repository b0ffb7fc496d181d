import { priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { ServiceContext } from '../context/context.ts'
import type { SessionRecord } from '../store/store.ts'

/**
 * Adds what an agent took for a session to that session, at the prices of its workspace, and to the work under way, whose
 * answer tells it. Whoever lets a model work for a session calls this, once the work will be stored.
 */
export function spend({ directory, work }: ServiceContext, session: SessionRecord, taken: readonly Usage[]): void {
  if (taken.length === 0) return
  const priced = priceUsage(taken, directory.find(session.workspace)?.prices ?? {})
  session.usage = sumUsage([...(session.usage ?? []), ...priced])
  if (work !== null) work.usage = sumUsage([...work.usage, ...priced])
}
