/** What to do about a prompt that rules never read. */
export const idlePromptHint = 'let a model answer (docs/models.md: init --kind model --agent NAME), or change the rules'
