import { checkUrl } from '../../config/check-url.ts'
import { readPort, readWhole } from '../../config/flag-values.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { print, printJson, warn } from '../../edge/print.ts'
import { interruptible } from '../../edge/process.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { FlagsOf } from '../../flags/flag.ts'
import type { queueFlags } from '../../flags/verb-flags.ts'
import { insistQueueAddress, type QueueAddress } from '../../queue/address.ts'
import { connectQueue, type QueueConnection, refusing } from '../../queue/connection.ts'
import { renewing } from '../../queue/lasting.ts'
import { serveQueuePage } from '../../queue/page/page-server.ts'
import { describeStatus, readStatus } from '../../queue/page/status.ts'
import { readRate } from '../../queue/run/queue-flags.ts'
import { limitKey, runsKey } from '../../queue/run-keys.ts'

type QueueVerbFlags = FlagsOf<typeof queueFlags.limit> &
  Partial<FlagsOf<typeof queueFlags.status & typeof queueFlags.page>>

export type QueueAction = 'status' | 'page' | 'pause' | 'resume' | 'limit'

/** `tableread queue …`: shows the state of a queue, or changes how it runs. @throws UsageError */
export async function queue(action: QueueAction, flags: QueueVerbFlags): Promise<number> {
  const address = insistQueueAddress(flags.queue, process.env)
  const set = action === 'limit' ? readLimits(flags) : undefined
  const port = readPort('--port', flags.port ?? '0')
  const connection = await connectQueue(address)
  try {
    await refusing(address, async () => {
      if (action === 'pause') await connection.queue.pause()
      if (action === 'resume') await connection.queue.resume()
      await set?.(connection)
      await renewing(connection, []).exec()
    })
    if (action === 'page') return await showPage(connection, address, port)
    if (action !== 'status') {
      warn(words[action])
      return 0
    }
    const status = await refusing(address, () => readStatus(connection))
    if (flags.json === true) printJson(status)
    else print(describeStatus(status))
    return 0
  } finally {
    await connection.close()
  }
}

async function showPage(connection: QueueConnection, { displayAddress }: QueueAddress, port: number): Promise<number> {
  const tableread = tablereadVersion()
  const { signal, release } = interruptible() // before the address is printed: whoever reads it may end us at once
  try {
    const page = await serveQueuePage(
      async () => ({ queue: displayAddress, tableread, status: await readStatus(connection) }),
      port,
    )
    print(`The queue at ${displayAddress} is shown at ${page.url}\nCtrl-C stops it.\n`)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await page.close()
    return 0
  } finally {
    release()
  }
}

const words = {
  pause: 'paused: what is running finishes, and nothing new starts',
  resume: 'goes on',
  limit: 'the limit holds from now on',
}

function readLimits({ rate, atOnce, target }: QueueVerbFlags): (connection: QueueConnection) => Promise<void> {
  if (rate === undefined && atOnce === undefined)
    throw new UsageError('no limit is named', 'give --rate and --target, or --at-once; 0 takes a limit away')
  if (rate !== undefined && target === undefined)
    throw new UsageError('--rate applies to a service, and none is named', 'add --target https://api.example.com')
  const [requests, most] = [
    rate === undefined ? null : readRate(rate, 0),
    atOnce === undefined ? null : readWhole('--at-once', atOnce, { least: 0, most: 100_000 }),
  ]
  const service = checkUrl(target ?? null)
  return async ({ redis, queue }) => {
    if (requests !== null) await redis.tableRate(limitKey(service, ''), runsKey, '', requests)
    if (most === 0) await queue.removeGlobalConcurrency()
    else if (most !== null) await queue.setGlobalConcurrency(most)
  }
}
