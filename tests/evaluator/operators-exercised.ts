/** What many generated cases have to judge, each often enough where it holds and where it fails. */
export const exercised: readonly string[] = [
  ...[
    'equals',
    'exactly',
    'fields',
    'contains',
    'matches',
    'starts with',
    'ends with',
    'one of',
    'any',
    'all',
    'none',
    'not',
  ],
  ...['at least', 'at most', 'more than', 'less than', 'between', 'before', 'after', 'length', 'words', 'sentences'],
  ...['each', 'type', 'present', 'empty', 'json', 'schema', 'ignore case', 'ignore spaces'],
  ...[
    'negation of each message',
    'messages',
    'agentName',
    'content',
    'thinking',
    'summary',
    'background',
    'reply none',
  ],
  ...['text', 'image', 'video', 'audio', 'file', 'button', 'image none', 'button none', 'thinking none'],
  ...['calls in order', 'calls any order', 'calls exactly', 'calls never', 'calls none', 'calls count'],
  ...[
    'pre',
    'during',
    'post',
    'times',
    'call given',
    'call returns',
    'call is_error',
    'call phase',
    'call before',
    'call after',
  ],
  ...['time limit', 'requires', 'error'],
  ...['status', 'agent', 'agent version', 'analysis', 'variables', 'channel type', 'duration', 'retryAttemptNo']
    .concat('recordingUrl', 'calls')
    .map((key) => `session ${key}`),
  ...[
    'same session',
    'time order',
    'message echoed',
    'outputs paired',
    'unique call ids',
    'no open call',
    'phases agree',
  ]
    .concat('agent answers', 'no empty message', 'no placeholder', 'slices add up', 'version answers')
    .map((law) => `law ${law}`),
]
