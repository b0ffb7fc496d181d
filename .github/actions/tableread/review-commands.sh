#!/usr/bin/env bash
# Prints how to fetch the result of this run and to approve what it found, as blocks of Markdown to paste at the root of a clone.
# $1: the name of the artifact. $2: the result, whose undecided groups each get their command. DIRECTORY: the folder of the
# suites, from the root. GITHUB_RUN_ID: as GitHub sets it; CI_JOB_ID, CI_PROJECT_ID, CI_API_V4_URL: as GitLab sets them.
folder=".tableread/run-${GITHUB_RUN_ID:-${CI_JOB_ID:-}}"
fetch="gh run download ${GITHUB_RUN_ID:-} --name $1 --dir $folder"
if [ -z "${GITHUB_RUN_ID:-}" ]; then
  below=$([ "${DIRECTORY:-.}" = . ] || printf '%q/' "$DIRECTORY")
  from="${CI_API_V4_URL:-}/projects/${CI_PROJECT_ID:-}/jobs/${CI_JOB_ID:-}/artifacts/$below.tableread/${2##*/}"
  # The token is of who pastes it, with the scope read_api.
  fetch="curl --fail --location --create-dirs --header \"PRIVATE-TOKEN: \$GITLAB_TOKEN\" --output $folder/result.json $from"
fi
# An id is letters and a hyphen alone: whatever a result says beside, nothing of it is a command.
list='
  const { conversations = [] } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"))
  const open = conversations.flatMap(({ review }) => (review?.decision === "undecided" ? [review] : []))
  const ids = open.map(({ id, group }) => (open.filter((each) => each.group === group).length > 1 ? group : id))
  for (const id of new Set(ids.filter((each) => /^[a-z-]+$/.test(each)))) console.log(id)
'
ids=$([ ! -s "${2:-}" ] || node -e "$list" "$2" 2>/dev/null | head -n 5)
printf '```\n'
[ "${DIRECTORY:-.}" = . ] || printf 'cd %q\n' "$DIRECTORY"
# Through a pipe it lists: in a terminal it would ask, and take what is pasted behind it for answers.
printf '%s\n' "$fetch" "npx tableread review $folder/result.json | cat" '```' ''
open=$([ ! -s "${2:-}" ] || node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).gate?.verdict === "open" ? "Nothing has to be approved, since the gate is open. " : ""' "$2" 2>/dev/null)
printf '%sThere, approve what is meant, with your reason, and push:\n\n```\n' "$open"
for id in $ids; do
  printf 'npx tableread review %s/result.json --approve %s --why "the reason"\n' "$folder" "$id"
done
printf '%s\n```\n' "git add reviews.yaml && git commit -m 'Approve what is meant' && git push"
