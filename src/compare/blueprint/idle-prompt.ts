/** What to do about a prompt that nothing reads. */
export const idlePromptHint =
  'let a model answer (docs/models.md: init --kind model --agent NAME), or take the prompt out of the file'
