import type { JsonObject } from '../../base/json.ts'
import { type OperationId, operations } from '../api/operation.ts'
import { buildOperation } from './build-operation.ts'
import { componentSchemas } from './component-schemas.ts'
import { otherError } from './error-responses.ts'
import { tags } from './operation-texts.ts'

/**
 * The OpenAPI 3.1 document of the service interface at an origin; `schema/openapi.json` is a copy with the default
 * port.
 */
export function buildOpenApi(origin = 'http://127.0.0.1:4010'): JsonObject {
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: origin, description: 'The local service: one host for all paths.' }],
    tags: tags.map((tag) => ({ ...tag })),
    paths: buildPaths(),
    components: { securitySchemes, responses: { OtherError: otherError }, schemas: componentSchemas() },
  }
}

const info: JsonObject = {
  title: 'Conversational agent service, as the local service of Tableread serves it',
  version: '1.0.0',
  summary: 'Agents that converse by call, chat and email.',
  description: [
    'The version is that of this document; the interface has none.',
    'The interface knows two hosts, one for sessions, chats and calls, and one for workflows, blueprints and calls; the local service serves all of it on one.',
    'Requests list the members that are documented and no others, so that a slip shows. The local service drops a member it does not know. Answers may hold more than what is listed.',
    'Phone numbers include a country code, with or without a leading `+`.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}

const securitySchemes: JsonObject = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key of a workspace.' },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'The same key, for the workflow trigger of endpoint 7.' },
}

function buildPaths(): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const id of Object.keys(operations) as OperationId[]) {
    const { path, method } = operations[id]
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(id) }
  }
  return paths
}
