import TinyQueue from 'tinyqueue'

/** An event queue with simulated time. */
export function createAgenda() {
  const things = new TinyQueue([], (one, other) => one.at - other.at || one.serial - other.serial)
  let [now, serial] = [0, 0]
  return {
    now: () => now,
    after(ms, act) {
      serial += 1
      things.push({ at: now + ms, serial, act })
    },
    /** Runs everything, in order, until nothing is left. */
    run() {
      for (let next = things.pop(); next !== undefined; next = things.pop()) {
        now = next.at
        next.act()
      }
    },
  }
}
