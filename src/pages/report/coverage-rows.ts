import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { callEndings } from '../../engine/coverage/call-endings.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import { createTally, sumTally, type Tally } from '../../engine/verdict/tally.ts'

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
    ...tools.flatMap((tool) =>
      callEndings(tool).map(([detail, tally]) => ({ section: 'tool', name: tool.name, detail, tally })),
    ),
    ...(uncovered === null
      ? []
      : Object.entries(uncovered).flatMap(([phase, names]) =>
          names.map((name) => ({ section: 'tool', name, detail: `${phase}, never called`, tally: createTally() })),
        )),
    ...handoffs.map(({ name, count }) => ({ section: 'handoff', name, detail: '', tally: count })),
    ...metadata.map(({ name, count }) => ({ section: 'metadata', name, detail: '', tally: count })),
    ...contentKinds
      .filter((kind) => sumTally(content[kind]) > 0)
      .map((kind) => ({ section: 'content', name: kind, detail: '', tally: content[kind] })),
  ]
}
