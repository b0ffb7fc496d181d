import type { LocalService } from '../../project/local-service.ts'

/** What `tableread serve` prints once it listens: where, the key, and a line to try. */
export function describeService(
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
