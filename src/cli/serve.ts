import { interruptible } from './interrupt.ts'
import { startLocalService } from './local-service.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `tableread serve`. */
export interface ServeFlags {
  port: string
  workspace?: string
  json?: boolean
}

/** `tableread serve`: runs the local service until interrupted, and says where it listens. */
export async function serve({ port, workspace, json }: ServeFlags): Promise<number> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port ${port} is not a port`, 'write a number from 0 to 65535; 0 picks a free one')
  const service = await startLocalService(workspace ?? null, Number(port))
  const { url, apiKey, agents } = service
  const body = JSON.stringify({ doReturnResponse: true, agentName: agents[0] ?? '', message: 'Hello' })
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ url, port: service.port, apiKey, workspace: service.workspace, agents })}\n`
      : [
          `The local service listens at ${url} with the workspace ${service.workspace}.`,
          `  key     ${apiKey}`,
          `  agents  ${agents.join(', ')}`,
          '',
          `curl ${url}/api/chat-agent/trigger -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`,
          '',
          'Ctrl-C stops it.',
          '',
        ].join('\n'),
  )
  const interrupt = interruptible()
  await new Promise<void>((resolve) => interrupt.signal.addEventListener('abort', () => resolve()))
  interrupt.release()
  await service.close()
  return 0
}
