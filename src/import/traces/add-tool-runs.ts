import { sameJson } from '../../base/json/json.ts'
import type { ToolRun, TracePiece } from './trace.ts'

type Call = Extract<TracePiece, { kind: 'call' }>
type Output = Extract<TracePiece, { kind: 'output' }>

/** Adds what was recorded of tool runs: durations, failures, outputs no model saw, and calls in no message. */
export function addToolRuns(pieces: readonly TracePiece[], runs: readonly ToolRun[]): TracePiece[] {
  const all = withIds(pieces)
  const calls = new Set<Call>()
  for (const run of runs.toSorted((one, two) => (one.startMs ?? 0) - (two.startMs ?? 0))) {
    const call = findCall(all, run, calls)
    if (call === undefined) {
      calls.add(addCall(all, run, calls.size))
      continue
    }
    calls.add(call)
    call.given ??= run.given
    const from = all.indexOf(call)
    const at = all.findIndex((piece, index) => index > from && piece.kind === 'output' && piece.id === call.id)
    const earlierPiece = all[at]
    if (earlierPiece?.kind === 'output') {
      all[at] = {
        ...earlierPiece,
        isError: earlierPiece.isError || run.isError,
        tookMs: earlierPiece.tookMs ?? tookMs(run),
        at: run.endMs ?? earlierPiece.at ?? null,
      }
    } else if (run.output !== null || run.isError) {
      let behind = from + 1
      while (all[behind]?.kind === 'call' || all[behind]?.kind === 'output') behind += 1
      all.splice(behind, 0, outputOf(run, call.id))
    }
  }
  return all
}

/** Gives missing ids; an output without one belongs to the first pending call of its tool, else of any. */
function withIds(pieces: readonly TracePiece[]): TracePiece[] {
  const waiting: { id: string; name: string }[] = []
  let [calls, orphans] = [0, 0]
  return pieces.map((piece) => {
    if (piece.kind === 'call') {
      calls += 1
      const id = piece.id ?? `call-${calls}`
      waiting.push({ id, name: piece.name })
      return { ...piece, id }
    }
    if (piece.kind !== 'output') return piece
    const same = waiting.findIndex(({ id, name }) => (piece.id === null ? name === piece.name : id === piece.id))
    const index = same === -1 && piece.id === null && piece.name === null ? 0 : same
    const [call] = index === -1 ? [] : waiting.splice(index, 1)
    if (call === undefined) orphans += 1
    return { ...piece, id: piece.id ?? call?.id ?? `output-${orphans}`, name: piece.name ?? call?.name ?? null }
  })
}

function findCall(pieces: readonly TracePiece[], run: ToolRun, calls: ReadonlySet<Call>): Call | undefined {
  const open = pieces.filter((piece): piece is Call => piece.kind === 'call' && !calls.has(piece))
  if (run.id !== null) {
    const same = open.find(({ id }) => id === run.id)
    if (same !== undefined) return same
  }
  const namesakes = open.filter(({ name }) => name === run.name)
  return (
    namesakes.find(({ given }) => run.given !== null && sameJson(given, run.given)) ??
    (run.given === null || run.id === null ? namesakes[0] : undefined)
  )
}

function addCall(pieces: TracePiece[], run: ToolRun, count: number): Call {
  const id = run.id ?? `run-${count + 1}`
  const call: Call = { kind: 'call', id, name: run.name, given: run.given, at: run.startMs }
  place(pieces, call)
  if (run.output !== null || run.isError) {
    const output = { ...outputOf(run, id), at: run.endMs ?? run.startMs }
    if (run.startMs === null) pieces.splice(pieces.indexOf(call) + 1, 0, output)
    else place(pieces, output, pieces.indexOf(call) + 1)
  }
  return call
}

/** Inserts a piece by its time; without one, before the last thing that the agent says. */
function place(pieces: TracePiece[], piece: TracePiece, from = 0): void {
  const { at = null } = piece
  const later = pieces.findIndex(
    (each, index) => index >= from && at !== null && each.kind !== 'system' && (each.at ?? -1) > at,
  )
  const last = pieces.findLastIndex((each) => each.kind === 'message' && each.role === 'assistant')
  const index = at === null ? last : later
  pieces.splice(index === -1 ? pieces.length : index, 0, piece)
}

function outputOf(run: ToolRun, id: string | null): Output & { at: number | null } {
  return {
    kind: 'output',
    id,
    name: run.name,
    text: run.output ?? '',
    isError: run.isError,
    tookMs: tookMs(run),
    at: run.endMs,
  }
}

function tookMs({ startMs, endMs }: ToolRun): number | null {
  return startMs === null || endMs === null || endMs < startMs ? null : Math.round(endMs - startMs)
}
