/**
 * The format number in the first line of a snapshot file. It changes whenever equal conversations would be written
 * differently.
 */
export const snapshotFormat = 1

/**
 * The stored transcript of one conversation against one version: what another run of the same script would show too.
 */
export interface Snapshot {
  header: SnapshotHeader
  lines: SnapshotLine[]
}

/** What a snapshot belongs to. `script` is the hash of what is sent (see `hashScript`); `file` has forward slashes. */
export interface SnapshotHeader {
  suite: string
  conversation: string
  file: string
  agent: string
  version: string
  script: string
}

/**
 * One message, content item, call or output. `section` is `turn 2` or `after the last turn`; `text` is escaped, so that
 * every character can be seen, and may hold line breaks.
 */
export interface SnapshotLine {
  section: string
  text: string
}
