import { buildOpenApi } from '../../wire/openapi/build-openapi.ts'
import { answerJson, type LocalHandler } from './local-call.ts'

/** `GET /openapi.json`: the interface as an OpenAPI 3.1 document, of the service at the address that was asked. */
export const showOpenApi: LocalHandler = ({ url }) => answerJson(buildOpenApi(url.origin))
