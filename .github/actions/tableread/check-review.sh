#!/usr/bin/env bash
# Makes a check of the commit that says how many differences of a comparison nobody has decided about. A token that may
# not write, as for a fork, is a warning. A run, and a lint that found something, leave nothing to review, and make no check.
# RESULT: the file. TABLEREAD: words that spaces separate. COMMIT, NAME. GH_TOKEN, GITHUB_REPOSITORY: as GitHub sets them.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
if ! head -c 400 "$RESULT" 2>/dev/null | grep -q '"kind": *"comparison"' || ! told=$("${start[@]}" review "$RESULT"); then
  echo "there is no comparison to review"
  exit 0
fi
# The file is in the artifact, and here for as long as the job runs.
told=${told//"$RESULT"/result.json}
title=$(grep -m 1 -E '^(needs review: |nothing is undecided)' <<<"$told")
case $title in
  'needs review: '*) conclusion=action_required ;;
  'nothing is undecided'*) conclusion=success ;;
  *) conclusion=neutral title='what is undecided is not known' ;;
esac
fence='~~~~~~~~~~'
# An output takes 65,535 characters.
how="Download result.json of the artifact ${ARTIFACT:-tableread-report} into the project's folder, and decide there:"
summary=$(printf '%s\n\n%s\n%s\n%s\n' "$how" "$fence" "$(sed 's/~~~~/----/g' <<<"${told:0:20000}")" "$fence")
gh api --silent --method POST "repos/$GITHUB_REPOSITORY/check-runs" -f "name=Tableread review${NAME:+ ($NAME)}" \
  -f "head_sha=$COMMIT" -f status=completed -f "conclusion=$conclusion" -f "output[title]=$title" \
  -f "output[summary]=$summary" && exit 0
echo "::warning::$title; no check could say so: the token needs checks: write, which forks do not get"
