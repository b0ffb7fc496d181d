import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * A connection to a Redis that can be cut: *silent*, like a network that drops everything without notice, or
 * *reset*, like one that refuses connections. After `mend`, what was sent into a silent wire arrives, as it
 * does when TCP retransmits.
 */
export async function startWire(port) {
  const ends = new Set()
  const held = []
  let state = 'whole'
  const when = (act) => {
    if (state === 'silent') held.push(act)
    else act()
  }
  const server = createServer((near) => {
    if (state === 'reset') {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    const tie = (one, other) => {
      one.setNoDelay(true)
      ends.add(one)
      one.on('data', (chunk) => when(() => other.destroyed || other.write(chunk)))
      one.on('error', () => {})
      one.on('close', () => {
        ends.delete(one)
        when(() => other.destroy())
      })
    }
    tie(near, far)
    tie(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${server.address().port}/0`,
    isCut: () => state !== 'whole',
    cut(how) {
      state = how
      if (how === 'reset') for (const end of ends) end.destroy()
    },
    mend() {
      state = 'whole'
      for (const act of held.splice(0)) act()
    },
    close() {
      state = 'whole'
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
