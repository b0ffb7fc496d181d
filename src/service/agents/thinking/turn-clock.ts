export type TurnClock = ReturnType<typeof startTurnClock>

/**
 * Starts the clock of a turn, in milliseconds since its beginning. Tools that run at the same time share it. It runs with the real one, which it is ahead of by the time that tools only claim to take:
 * canned ones answer at once. Those that ran side by side put it ahead by the longest of their times, not by the sum.
 */
export function startTurnClock() {
  const began = performance.now()
  const realMs = (): number => performance.now() - began
  let aheadMs = 0
  let underWay = 0
  let latestDoneMs = 0
  let lastMs = 0 // of whatever happened last
  let lineMs = 0 // of what was noted last: a call at its beginning
  const now = (): number => Math.max(realMs() + aheadMs, latestDoneMs)
  const mark = (): number => {
    lastMs = now()
    lineMs = lastMs
    return lastMs
  }
  const reach = (doneMs: number): number => {
    latestDoneMs = Math.max(latestDoneMs, doneMs)
    if (underWay === 0) aheadMs = Math.max(aheadMs, latestDoneMs - realMs())
    lastMs = now()
    return doneMs
  }
  return {
    /** The time of something that was just said. */
    mark,
    /** The time of a call that begins now; it is under way until `finish`. */
    begin(): number {
      underWay += 1
      return mark()
    },
    /** The time of the output of a call that began at `atMs`, and whose tool says that it took `timeMs`. */
    finish(atMs: number, timeMs: number): number {
      underWay -= 1
      return reach(Math.max(atMs + timeMs, realMs() + aheadMs)) // its server may have had to start first
    },
    /** The times of a call that the agent made by itself, which is over. `stated` is null if the agent does not say. */
    reckon(givenMs: number | null): { atMs: number; doneMs: number; timeMs: number } {
      const passed = now() - lastMs
      const timeMs = givenMs ?? passed
      // A time that the turn has not lasted so far was made up: the session waits for it as for a canned tool.
      if (timeMs > passed && timeMs > realMs()) {
        lineMs = lastMs
        return { atMs: lineMs, doneMs: reach(lineMs + timeMs), timeMs }
      }
      lastMs = now()
      // It may have run beside the calls before it, which it does not overtake.
      lineMs = Math.max(lineMs, lastMs - timeMs)
      return { atMs: lineMs, doneMs: lastMs, timeMs }
    },
  }
}
