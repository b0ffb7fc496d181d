/** What comes when, in a time that passes by itself: a heap of things to do. */
export function createAgenda() {
  const heap = []
  let [now, serial] = [0, 0]
  const isBefore = (one, other) => one.at < other.at || (one.at === other.at && one.serial < other.serial)
  const rise = (place) => {
    const item = heap[place]
    let at = place
    for (let above = (at - 1) >> 1; at > 0 && isBefore(item, heap[above]); above = (at - 1) >> 1) {
      heap[at] = heap[above]
      at = above
    }
    heap[at] = item
  }
  const sink = (item) => {
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(heap[below + 1], heap[below])) below += 1
      if (!isBefore(heap[below], item)) break
      heap[at] = heap[below]
      at = below
    }
    heap[at] = item
  }
  return {
    now: () => now,
    after(ms, act) {
      serial += 1
      heap.push({ at: now + ms, serial, act })
      rise(heap.length - 1)
    },
    /** Does everything, in order, until nothing is left. */
    run() {
      while (heap.length > 0) {
        const [first] = heap
        const last = heap.pop()
        if (heap.length > 0) sink(last)
        now = first.at
        first.act()
      }
    },
  }
}
