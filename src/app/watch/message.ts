/** Something that got worse. */
export interface WorseFinding {
  /** Suite and name, or the rule of the gate that is broken. */
  conversation: string
  /** One sentence: `passed 3 of 3 on 4, 0 of 6 on 5`. */
  what: string
}

/** What is told to a receiver: no key, no text of a conversation, no value of a blueprint. */
export interface Message {
  schemaVersion: 1
  /** The same for each attempt to deliver it: a receiver that has seen it may drop it. */
  id: string
  kind: 'regressed' | 'good again' | 'not judged' | 'listing' | 'unreachable' | 'reachable again'
  /** ISO 8601. */
  at: string
  /** The origin of the service. */
  service: string
  agent: string | null
  /** The published number that this is about. */
  version: number | null
  /** `version 4`, or `the record of version 4` where that version could not be asked. */
  against: string | null
  /** One line for a person. */
  title: string
  /** Paths of blueprint members that differ; no values. */
  changed: string[]
  findings: WorseFinding[]
  note: string | null
  /** The address or the path of the report. */
  report: string | null
}
