#!/usr/bin/env bash
# Keeps one comment of a pull request up to date, for each project one. A token that may not write, as for a fork, is a warning: the summary of
# the job says the same.
# SUMMARY: the file of the comment. PULL_REQUEST: its number. NAME: of the project, in plain characters, where there are
# several. DIRECTORY: the folder of the suites. ARTIFACT: the address of the reports. GH_TOKEN, GITHUB_REPOSITORY, GITHUB_RUN_ID: as GitHub sets them.
set -uo pipefail
if [ ! -s "$SUMMARY" ]; then
  echo "there is no summary to comment"
  exit 0
fi
mark="<!-- tableread${NAME:+: $NAME} -->"
body="$SUMMARY.comment"
{
  echo "$mark"
  [ -n "${NAME:-}" ] && printf '<sub>%s</sub>\n\n' "$NAME"
  tail -n +2 "$SUMMARY"
  # The sentence of a comparison where the gate is shut until somebody decides.
  grep -q 'npx tableread review' "$SUMMARY" && echo && bash "$(dirname "$0")/review-commands.sh" "tableread-report${NAME:+-$NAME}" "${SUMMARY%/*}/result.json"
  page=
  [ -f "${SUMMARY%/*}/report.html" ] && page='; report.html opens a conversation by its place'
  [ -n "${ARTIFACT:-}" ] && printf '\n<sub><a href="%s">All reports</a>%s</sub>\n' "$ARTIFACT" "$page"
} >"$body"
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# Only a comment of a bot is ours: anybody may write the mark into their own.
ours=".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id"
if ids=$(gh api --paginate "$comments?per_page=100" --jq "$ours"); then
  id=${ids%%$'\n'*}
  if [ -n "$id" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$body" && exit 0
  else
    gh api --silent --method POST "$comments" -F "body=@$body" && exit 0
  fi
fi
echo "::warning::the pull request could not be commented; the token needs pull-requests: write, which forks do not get"
