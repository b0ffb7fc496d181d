import { revealKey } from '../../../base/secrets/secret-keys.ts'
import { type LocalService, type LocalServiceSettings, startLocalService } from '../../agents/local-service.ts'
import { readClock, readPort } from '../../config/flag-values.ts'
import { loadConfig } from '../../config/load-config.ts'
import { configuredWorkspace } from '../../config/settings.ts'
import { complain, print, warn } from '../../edge/print.ts'
import { interruptible } from '../../edge/process.ts'
import { watchFiles } from '../../files/watch-files.ts'
import type { ServeFlags } from '../../flags/verb-flags.ts'

export async function serve(flags: ServeFlags): Promise<number> {
  const loaded = await loadConfig(process.cwd(), flags.config)
  const configured = flags.workspace === undefined ? configuredWorkspace(loaded) : null
  const service = await startLocalService(settle(configured === null ? flags : { ...flags, workspace: [configured] }))
  const interrupt = interruptible() // before it prints its address: whoever reads that may end it at once
  revealKey(service.apiKey)
  print(flags.json === true ? `${JSON.stringify(factsOf(service))}\n` : describeService(service, flags))
  if (service.clockNote !== null) warn(service.clockNote)
  const stopWatching = flags.watch === true ? watchWorkspace(service) : () => undefined
  if (!interrupt.signal.aborted)
    await new Promise<void>((resolve) => interrupt.signal.addEventListener('abort', () => resolve()))
  interrupt.release()
  stopWatching()
  await service.close()
  return 0
}

function settle(flags: ServeFlags): LocalServiceSettings {
  const { port, clock, workspace, workflowPort, watch: _, json: __, config: ___, ...own } = flags
  return {
    ...own,
    port: readPort('--port', port),
    frozenAt: readClock(clock),
    ...(workflowPort === undefined ? {} : { workflowPort: readPort('--workflow-port', workflowPort) }),
    ...(workspace === undefined ? {} : { workspaces: workspace }),
  }
}

function factsOf({ url, workflowUrl, port, apiKey, workspace, agents }: LocalService): object {
  return { url, workflowUrl, port, apiKey, workspace, agents }
}

/** What `tableread serve` prints once it listens: the address, the key, and a command to try. */
function describeService(
  { url, workflowUrl, workspace, apiKey, agents }: LocalService,
  { data, clock = 'system', ambiguity }: { data?: string; clock?: string; ambiguity?: string },
): string {
  const body = JSON.stringify({ doReturnResponse: true, agentName: agents[0] ?? '', message: 'Hello' })
  const facts: [string, string][] = [
    ['key', apiKey],
    ['agents', agents.join(', ')],
    ...(workflowUrl === url ? [] : [['workflow host', workflowUrl] as [string, string]]),
    ['page', `${url}/_local`],
    ['OpenAPI', `${url}/openapi.json`],
    ['clock', clock === 'system' ? 'system' : `frozen; POST ${url}/_local/clock {"advance": "1 h"} moves it`],
    ['data', data ?? 'in memory; --data FILE keeps it'],
    ...(ambiguity === undefined ? [] : [['ambiguity', `seed ${ambiguity}`] as [string, string]]),
  ]
  const width = Math.max(...facts.map(([name]) => name.length))
  return [
    `The local service listens at ${url} with the workspace ${workspace}.`,
    ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    `curl ${url}/api/chat-agent/trigger -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}

/** Reloads on changes beside workspaces and modules; a broken one leaves the old. Returns what stops the watching. */
export function watchWorkspace({ files, modules, reload }: LocalService): () => void {
  const keepOld = (why: string): void => complain(`${why}\nThe service keeps the workspace as it was.\n`)
  const reloadNow = (): void => {
    reload().then(
      ({ files: read, problems }) => {
        watched.add(read)
        if (problems.length === 0) print('The workspace was read again.\n')
        else keepOld(problems.join('\n'))
      },
      (error: Error) => keepOld(error.message),
    )
  }
  const watched = watchFiles(files, reloadNow)
  void modules().then((read) => {
    watched.add(read.files)
    if (read.problems.length > 0) complain(`${read.problems.join('\n')}\n`)
  })
  return watched.stop
}
