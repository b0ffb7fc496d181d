import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Words } from './words.ts'

/**
 * What any study found, in the order in which people read it: the one model that every format is written from. It is
 * built from the result of a study (its `--json`), which holds no personal data any more.
 */
export interface ReportDocument {
  /** The study: `attack`, `vary`, `teeth`. */
  study: string
  /** One line: `Attack: 3 of 40 talks harmed`. */
  headline: Words
  tableread: string
  /** ISO 8601. */
  startedAt: string
  ms: number
  /** The service as reports name it. */
  target: string
  /** What was judged, one by one or in groups: the tests of JUnit and CTRF. */
  cases: readonly Case[]
  findings: readonly Finding[]
  /** The most findings to show in full where room is short; the others are counted. */
  most: number
  /** What says how it looks as a whole. */
  tables: readonly Table[]
  /** What else there is to know: what was not judged, not tried, accepted. */
  lists: readonly List[]
  gate: Gate | null
  /** What it took, and how to see it again: in one line. */
  footer: readonly Words[]
}

/** Where something stands; `line` counts from 1. */
export interface At {
  file: string
  line: number
}

/** Something that was judged; `errored` could not be, and `skipped` was not to be. */
export interface Case {
  /** Unique in the document; findings name it. */
  id: string
  suite: string
  name: string
  at: At | null
  verdict: 'passed' | 'failed' | 'errored' | 'skipped'
  /** Why it has that verdict; null where there is nothing to say. */
  reason: Words | null
  /** Facts by name, for JUnit and CTRF. */
  facts?: Readonly<Record<string, string>>
}

/** One thing that a person should look at. */
export interface Finding {
  /** The case that it belongs to. */
  case: string
  /** Findings in a row with the same group stand under one heading. */
  group: Words
  title: Words
  /** One word or two: a family, a place. */
  label: Words
  at: At
  /** `failed` is the agent's fault, `errored` could not be judged, `advice` is something to write, `sample` to read. */
  verdict: 'failed' | 'errored' | 'advice' | 'sample'
  /** What it is, in one line. */
  what: Words
  /** What shows it, line by line: a talk, a difference, a suggestion. */
  lines: readonly Words[]
  /** How sure it is, and how often it was seen. */
  evidence: Words
  /** The conversations that show it: one, or two to hold side by side (the trusted one first). */
  runs: readonly ConversationResult[]
}

/** A table; `right` columns are numbers. */
export interface Table {
  columns: readonly Column[]
  rows: readonly (readonly Words[])[]
}

export interface Column {
  name: string
  right?: true
}

/** A list under a title. */
export interface List {
  title: string
  items: readonly Words[]
}

/** What a pipeline goes by. */
export interface Gate {
  verdict: 'open' | 'shut' | 'not enough'
  reason: Words
}

/** The most items of a list that are shown where room is short. */
export const mostItems = 20
