/** OpenTelemetry's names on spans; the GenAI ones are in Development, so files state the version, tested here. */
export const semanticConventions = '1.45.0'

/** The schema that defines the names. */
export const schemaUrl: string = `https://opentelemetry.io/schemas/${semanticConventions}`

/** The conventions' names by our own. */
export const names = {
  serviceName: 'service.name',
  serviceVersion: 'service.version',
  errorType: 'error.type',
  file: 'code.file.path',
  line: 'code.line.number',
  suite: 'test.suite.name',
  suiteStatus: 'test.suite.run.status',
  test: 'test.case.name',
  testStatus: 'test.case.result.status',
  operation: 'gen_ai.operation.name',
  agent: 'gen_ai.agent.name',
  agentVersion: 'gen_ai.agent.version',
  conversation: 'gen_ai.conversation.id',
  input: 'gen_ai.input.messages',
  output: 'gen_ai.output.messages',
  tool: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  callId: 'gen_ai.tool.call.id',
  callArguments: 'gen_ai.tool.call.arguments',
  callResult: 'gen_ai.tool.call.result',
  evaluation: 'gen_ai.evaluation.result',
  evaluationName: 'gen_ai.evaluation.name',
  evaluationLabel: 'gen_ai.evaluation.score.label',
  evaluationScore: 'gen_ai.evaluation.score.value',
  evaluationExplanation: 'gen_ai.evaluation.explanation',
} as const
