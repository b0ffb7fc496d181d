import type { AgentCoverage } from '../results/agent-coverage.ts'
import { contentKinds } from '../results/content-coverage.ts'
import type { Tally } from '../results/tally.ts'

/** One line of coverage: what was seen, and how often in conversations that passed and that failed. */
export interface CoverageLine {
  section: string
  name: string
  detail: string
  tally: Tally
}

/** What was seen of an agent, and the listed functions that nothing called, with a tally of nothing. */
export function coverageLines({ tools, handoffs, metadata, content, uncovered }: AgentCoverage): CoverageLine[] {
  return [
    ...tools.flatMap(({ name, phase, success, error, unanswered }) => {
      const where = phase ?? 'no phase'
      const ends: [string, Tally][] = [
        [where, success],
        [`${where}, error`, error],
        [`${where}, no output`, unanswered],
      ]
      return ends
        .filter(([, tally]) => sum(tally) > 0)
        .map(([detail, tally]) => ({ section: 'tool', name, detail, tally }))
    }),
    ...(uncovered === null
      ? []
      : Object.entries(uncovered).flatMap(([phase, names]) =>
          names.map((name) => ({ section: 'tool', name, detail: `${phase}, never called`, tally: nothing })),
        )),
    ...handoffs.map(({ name, count }) => ({ section: 'handoff', name, detail: '', tally: count })),
    ...metadata.map(({ name, count }) => ({ section: 'metadata', name, detail: '', tally: count })),
    ...contentKinds
      .filter((kind) => sum(content[kind]) > 0)
      .map((kind) => ({ section: 'content', name: kind, detail: '', tally: content[kind] })),
  ]
}

const nothing: Tally = { passed: 0, failed: 0, other: 0 }
const sum = ({ passed, failed, other }: Tally): number => passed + failed + other
