import { buildOpenApi } from '../../openapi/build-openapi.ts'
import { answerJson, type LocalHandler } from './local-call.ts'

/** `GET /openapi.json`: the interface as an OpenAPI 3.1 document. */
export const showOpenApi: LocalHandler = () => answerJson(buildOpenApi())
