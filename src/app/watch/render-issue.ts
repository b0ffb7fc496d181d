import { hashJson } from '../../base/json/hash-json.ts'
import { plainSaid } from '../../report/document/door.ts'
import { fenceLines } from '../../report/markdown/blocks.ts'
import { linesOf } from './render-message.ts'
import type { Regression } from './watch-state.ts'

/** It follows from how the agent stands, not from messages: who carries it out may fail, and then retries. */
export interface Issue {
  /** The first line of its body, by which it is found again. */
  mark: string
  isOpen: boolean
  title: string
  /** Markdown. */
  body: string
}

/** The issue of an agent: open while it is regressed. */
export function renderIssue(service: string, agent: string, regressed: Regression | null): Issue {
  const mark = `<!-- tableread-watch ${hashJson([service, agent])} -->`
  const name = plainSaid(agent)
  if (regressed === null) return { mark, isOpen: false, title: `${name} is good again`, body: mark }
  const { since, version } = regressed
  const what = version === null ? 'regressed' : `version ${version} regressed`
  const lines = linesOf({ ...regressed, changed: [], note: `since ${since}`, findings: [...regressed.findings] })
  return { mark, isOpen: true, title: `${name}: ${what}`, body: `${mark}\n${fenceLines(lines)}\n` }
}
