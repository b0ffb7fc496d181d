import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const apiKey = 'load-key'

/** Writes a workspace whose agent says whom it talks to, in which turn, and which turn it heard before. */
export function writeWorkspace(folder) {
  mkdirSync(join(folder, 'agents'), { recursive: true })
  writeFileSync(join(folder, 'workspace.yaml'), `workspace: load\nkeys: [${apiKey}]\nagents: [agents/echo.yaml]\n`)
  writeFileSync(
    join(folder, 'agents/echo.yaml'),
    `agent: echo
id: echo
published: 1
versions:
  1:
    description: Says what only its session can know.
    functions: { during: [note] }
    tools:
      note: { output: { noted: true }, time: 5 ms }
    rules:
      - id: turn
        when: /turn (?<n>\\d+)$/
        do:
          - call: note
            with: { turn: "{n}" }
          - say: "\${token} turn {n}, before it {last}"
        set: { last: "{n}" }
`,
  )
  return folder
}

/** What the user says in a turn, from 1. */
export function messageOf(token, turn) {
  return `${token} says turn ${turn}`
}

/** What is wrong with the entries of a turn in the session of this token; null if they belong there. */
export function checkTurn(entries, token, turn) {
  const [user, call, output, reply] = entries
  const textOf = (entry) => entry?.content?.[0]?.text
  const before = turn === 1 ? '{last}' : String(turn - 1)
  const sound =
    entries.length === 4 &&
    textOf(user) === messageOf(token, turn) &&
    call.arguments.turn === String(turn) &&
    output.call_id === call.call_id &&
    textOf(reply) === `${token} turn ${turn}, before it ${before}`
  return sound ? null : `turn ${turn} of ${token} has ${JSON.stringify(entries).slice(0, 400)}`
}
